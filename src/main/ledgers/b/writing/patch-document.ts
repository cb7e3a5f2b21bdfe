import { compareDecimals, isZero, sumDecimals } from "#shared/kernel/decimal.ts";
import type { MappedDocument } from "#shared/model/books/mapped-record.ts";
import { chooseContact } from "#shared/model/labels/record-name.ts";
import type { DocumentChanges } from "#shared/model/ledger/write.ts";
import { holds, isObject, numeral, objectsIn, refOf, sameWire, textOf, type WireObject } from "../../wire-json.ts";
import type { WriteContext } from "../../writing.ts";
import { dimensionMembers, type Held, placeDimensions } from "./dimensions.ts";
import { checkHeader, partyMember, partyOf, totalAccountMembers, unbalanced } from "./document-body.ts";
import { shapeOf } from "./entities.ts";
import { docNumber } from "./lookups.ts";
import { patchLines } from "./patch-lines.ts";
import { noteKeepingMark } from "./reference.ts";
import { refuseInput } from "./refused.ts";

const JOURNAL_CONTACTS = "A journal entry has contacts only on its lines. Change the contacts in the ledger.";

/** A record with a person's changes, and which of its members they touch. */
export interface Patched {
  readonly record: WireObject;
  readonly changed: readonly string[];
  /** True when lines are affected or a member is emptied, so that the whole record has to be sent. */
  readonly isFull: boolean;
}

/**
 * Applies changes to a record as the ledger sent it. Everything else is kept, including members that Tieout
 * doesn't know.
 * @throws WriteRefused naming the field that can't be changed this way
 */
export function patchDocument(context: WriteContext, document: MappedDocument, changes: DocumentChanges, current: WireObject): Patched {
  const shape = shapeOf(document.type);
  checkHeader(shape, changes);
  if (changes.currency !== undefined && changes.currency !== document.currency)
    refuseInput("currency", `This transaction's currency (${document.currency}) can't be changed.`);
  const header = headerMembers(context, document, changes, current);
  const lines = changes.lines === undefined ? {} : lineMembers(context, document, changes.lines, current);
  const isMoved = lines.Line !== undefined && !sameWire(current.Line, lines.Line);
  const emptied = emptiedMembers(context, document, changes.cleared).filter((member) => current[member] !== undefined);
  const { Line: _same, TxnTaxDetail: _worked, ...onHeader } = lines;
  const touched = Object.entries({ ...header, ...onHeader }).filter(
    ([key, value]) => !holds(current[key], value) || isCleared(current[key], value),
  );
  const replaced = { ...(isMoved ? lines : {}), ...statedTax(context, document, changes, current) };
  const whole = Object.entries(replaced).filter(([key]) => key === "Line" || key === "TxnTaxDetail");
  const left = Object.entries(current).filter(([key]) => !emptied.includes(key));
  return {
    record: Object.fromEntries([...left, ...touched, ...whole]),
    changed: [...[...touched, ...whole].map(([key]) => key), ...emptied],
    // Only what a full update leaves out is emptied.
    isFull: isMoved || emptied.length > 0,
  };
}

/** Members that a person emptied. @throws WriteRefused for one that this ledger keeps filled */
function emptiedMembers(context: WriteContext, document: MappedDocument, cleared: DocumentChanges["cleared"] = []): readonly string[] {
  const { party } = shapeOf(document.type);
  return cleared.map((field): string => {
    switch (field) {
      case "party":
        // Money can be spent without a contact; everything else is with one, a journal on its lines.
        if (party === "EntityRef") return party;
        return refuseInput("party.id", party === null ? JOURNAL_CONTACTS : chooseContact(document.type));
      case "exchangeRate":
        return document.currency === context.discovery.organisation.baseCurrency
          ? refuseInput(field, "A transaction in the base currency can't have an exchange rate.")
          : "ExchangeRate";
      case "entityId":
        return refuseInput(field, "This ledger has no separate legal entities.");
      default:
        return field === "number" ? "DocNumber" : "DueDate";
    }
  });
}

function headerMembers(context: WriteContext, document: MappedDocument, changes: DocumentChanges, current: WireObject): WireObject {
  const shape = shapeOf(document.type);
  const party = changes.party === undefined ? undefined : partyOf(context, shape, { party: changes.party, currency: document.currency });
  if (changes.party !== undefined && shape.party === null) refuseInput("party", JOURNAL_CONTACTS);
  if (changes.exchangeRate !== undefined && document.currency === context.discovery.organisation.baseCurrency)
    refuseInput("exchangeRate", "A transaction in the base currency can't have an exchange rate.");
  const number = changes.number === undefined ? undefined : docNumber(changes.number, "number");
  return {
    ...(number === undefined ? {} : { DocNumber: number }),
    ...(changes.issueDate === undefined ? {} : { TxnDate: changes.issueDate }),
    ...(changes.dueDate === undefined ? {} : { DueDate: changes.dueDate }),
    ...(changes.memo === undefined ? {} : { PrivateNote: noteKeepingMark(changes.memo, textOf(current.PrivateNote)) }),
    ...(changes.exchangeRate === undefined ? {} : { ExchangeRate: numeral(changes.exchangeRate) }),
    ...partyMember(shape, party),
    ...(changes.totalAccountId === undefined ? {} : accountMembers(context, document, changes.totalAccountId, current)),
  };
}

/**
 * Rule 21: a tax amount that a person changes is sent where the company calculates tax manually. An amount that
 * only repeats the document's isn't sent, because it may belong to lines that change.
 */
function statedTax(context: WriteContext, document: MappedDocument, { tax }: DocumentChanges, current: WireObject): WireObject {
  if (tax?.basis !== undefined && tax.basis !== document.tax.basis)
    refuseInput(
      "tax.basis",
      "Tieout can't change whether this transaction's amounts exclude tax, include tax or have no tax.",
      "Make the change in the ledger, then sync.",
    );
  const stated = tax?.amount?.amount;
  const own = document.tax.amount?.amount;
  if (stated === undefined || context.discovery.adapterFacts.automatedSalesTax === true) return {};
  if (own !== undefined && compareDecimals(stated, own) === 0) return {};
  if (document.type === "journal") return refuseInput("tax", "A journal entry can't have a tax amount of its own.");
  const kept = isObject(current.TxnTaxDetail) ? freshTax(current.TxnTaxDetail) : {};
  return { TxnTaxDetail: { ...kept, TotalTax: numeral(stated) } };
}

/** The payment type changes only between a bank account and a card. */
function accountMembers(context: WriteContext, document: MappedDocument, accountId: string, current: WireObject): WireObject {
  const { PaymentType, ...account } = totalAccountMembers(context, shapeOf(document.type), accountId);
  const isSameKind = (PaymentType === "CreditCard") === (current.PaymentType === "CreditCard");
  return PaymentType === undefined || isSameKind ? account : { ...account, PaymentType };
}

function lineMembers(
  context: WriteContext,
  document: MappedDocument,
  drafts: NonNullable<DocumentChanges["lines"]>,
  current: WireObject,
): WireObject {
  const { side } = shapeOf(document.type);
  const lines = objectsIn(current.Line);
  if (document.lines.some(({ id }) => id.endsWith("/#1")) && lines.every((line) => line.DetailType === "SubTotalLineDetail"))
    refuseInput("lines", "The ledger only provides the total of this transaction. Change its lines in the ledger.");
  const sum = sumDecimals(drafts.map((draft) => draft.net.amount));
  if (side === "journal" && !isZero(sum)) refuseInput("lines", unbalanced(sum, document.currency));
  const held: Held = heldOn(current);
  const placed = placeDimensions(context, side, drafts, held);
  const flip = document.source.entityType === "RefundReceipt" || current.Credit === true || current.Credit === "true";
  const party = document.partyId === undefined ? undefined : context.party(document.partyId);
  const frame = { context, side, currency: document.currency, flip, party };
  const tax = isObject(current.TxnTaxDetail) ? { TxnTaxDetail: freshTax(current.TxnTaxDetail) } : {};
  return {
    ...dimensionMembers(placed.header),
    Line: patchLines({ frame, documentId: document.id, drafts, held: placed.lines }, lines),
    ...tax,
  };
}

function heldOn(current: WireObject): Held {
  const [Class, Department] = [refOf(current.ClassRef), refOf(current.DepartmentRef)];
  return { ...(Class === undefined ? {} : { Class }), ...(Department === undefined ? {} : { Department }) };
}

/** Rule 21: tax calculated from the old lines isn't sent with the new ones; the ledger calculates it again. */
function freshTax({ TotalTax: _total, TaxLine: _lines, ...rest }: WireObject): WireObject {
  return rest;
}

function isCleared(before: WireObject[string], after: WireObject[string]): boolean {
  return after === "" && textOf(before) !== undefined;
}
