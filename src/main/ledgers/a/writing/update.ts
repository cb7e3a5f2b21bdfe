import type { DocumentChanges as Changes, WriteOperation } from "#shared/model/ledger/write.ts";
import type { WriteContext } from "../../writing.ts";
import { promisedTaxes, writeQuery } from "./create.ts";
import { clearedFields, headerFields, refuseUnsupportedFields, statusWord } from "./draft-fields.ts";
import type { Element } from "./element.ts";
import type { Expected } from "./expected.ts";
import { type Json, type JsonObject, objectsIn, textIn, textWithin, writeJson } from "./json.ts";
import { BASIS_CODES, type Basis, basisOf, linesAfter } from "./line-body.ts";
import { type Asking, type At, badInput } from "./refused.ts";
import { readTarget, streamOf, type Target, titleOf } from "./target.ts";

type Update = Extract<WriteOperation, { kind: "update_document" }>;

/**
 * A changed document. Fields that are sent change and others stay, but a list of lines is replaced as a
 * whole: it is made from all the lines that the ledger has now. @throws Refused
 */
export function* updateDocument(context: WriteContext, operation: Update, index: number, at: At): Asking<Element> {
  const target = yield* readTarget(context, operation.id, operation.seenHash, at);
  const { noun, id, document } = target;
  const { changes } = operation;
  const atChange: At = (field) => at(`changes.${field}`);
  refuseUnsupportedFields(context, noun, withoutSame(changes, document), atChange);
  if (changes.currency !== undefined && changes.currency !== document.currency)
    throw badInput(atChange("currency"), "The currency of a transaction can't be changed.");
  if (changes.totalAccountId !== undefined && changes.totalAccountId !== document.totalAccountId)
    throw badInput(atChange("totalAccountId"), "The bank or card account of this transaction can't be changed.");
  const sent = changedFields(context, target, operation.id, changes, atChange);
  return {
    method: "POST",
    path: `/${noun.endpoint}`,
    query: writeQuery(noun),
    collection: noun.endpoint,
    object: { [noun.idField]: id, ...sent },
    item: {
      operation: index,
      part: 0,
      title: titleOf(context, noun, document),
      reference: null,
      entityType: noun.entityType,
      ledgerId: id,
      expected: changedExpectation(target, sent, changes.lines === undefined ? {} : promisedTaxes(changes.lines)),
    },
  };
}

/** What `look` compares a changed record with. */
export function changedExpectation(target: Target, sent: JsonObject, promised: Readonly<Record<string, string>>): Expected {
  const { endpoint, typeWord } = target.noun;
  return {
    look: "changed",
    endpoint,
    ...(typeWord === undefined ? {} : { typeWord }),
    stream: streamOf(target.noun),
    before: target.content,
    sent: writeJson(sent),
    promised,
  };
}

/** A form sends back fields that the ledger filled in itself: only a change of them is refused. */
function withoutSame(changes: Changes, document: Target["document"]): Parameters<typeof refuseUnsupportedFields>[2] {
  const party = changes.party?.id === document.partyId ? { party: undefined } : {};
  const names = ["memo", "entityId", "totalAccountId", "number", "reference", "dueDate"] as const;
  const same = names.filter((name) => changes[name] === document[name]).map((name) => [name, undefined]);
  return { ...changes, ...party, ...Object.fromEntries(same) };
}

function changedFields(context: WriteContext, target: Target, recordId: string, changes: Changes, at: At): JsonObject {
  const { noun, current, document } = target;
  const header = headerFields(context, noun, { ...changes, totalAccountId: undefined, currency: undefined }, at);
  const isForeign = document.currency !== context.discovery.organisation.baseCurrency;
  const rate = isForeign ? headerFields(context, noun, { currency: document.currency, exchangeRate: changes.exchangeRate }, at) : {};
  const emptied = clearedFields(noun, textIn(current.record, "Status"), changes.cleared, at);
  const own = noun.referenceField === "Narration" ? changes.memo : changes.reference;
  return {
    ...wholeParts(target),
    ...header,
    CurrencyCode: undefined,
    CurrencyRate: rate.CurrencyRate,
    ...emptied,
    ...(own === undefined ? {} : { [noun.referenceField]: own }),
    ...changedStatus(target, changes, at),
    ...changedLines(context, target, recordId, changes, at),
    ...(changes.lines === undefined && isAlwaysWhole(target) ? { [noun.linesField]: current.record[noun.linesField] } : {}),
  };
}

/** Money at the bank and journals are sent with all that makes them up, whatever changes. */
function isAlwaysWhole({ noun }: Target): boolean {
  return noun.endpoint === "BankTransactions" || noun.endpoint === "ManualJournals";
}

function wholeParts(target: Target): JsonObject {
  const { noun, current } = target;
  if (!isAlwaysWhole(target)) return {};
  if (noun.endpoint === "ManualJournals") return { Narration: textIn(current.record, "Narration") };
  const contact = textWithin(current.record, "Contact", "ContactID");
  const bank = textWithin(current.record, "BankAccount", "AccountID");
  return {
    Type: noun.typeWord,
    Contact: contact === undefined ? undefined : { ContactID: contact },
    BankAccount: bank === undefined ? undefined : { AccountID: bank },
  };
}

function changedStatus({ noun, current }: Target, changes: Changes, at: At): JsonObject {
  if (changes.status === undefined) return {};
  const word = statusWord(noun, changes.status, at);
  const now = textIn(current.record, "Status") ?? "";
  const isDraft = now === "DRAFT" || now === "SUBMITTED";
  if (!isDraft && changes.status !== "open")
    throw badInput(
      at("status"),
      `The transaction is already approved or posted, so its status can't be changed to ${changes.status.replace("_", " ")}.`,
    );
  return isDraft && word !== now ? { Status: word } : {};
}

function changedLines(context: WriteContext, target: Target, recordId: string, changes: Changes, at: At): JsonObject {
  const { noun, current } = target;
  const basis = wantedBasis(target, changes, at);
  if (changes.lines === undefined) return {};
  const scope = { context, isJournal: noun.typeWord === undefined, basis };
  const before = objectsIn(current.record, noun.linesField);
  const lines: readonly Json[] = linesAfter(scope, before, recordId, changes.lines, (line) => (field) => at(`lines[${line}].${field}`));
  return { LineAmountTypes: basis === basisOf(current.record) ? undefined : BASIS_CODES[basis], [noun.linesField]: lines };
}

function wantedBasis({ current }: Target, changes: Changes, at: At): Basis {
  const now = basisOf(current.record);
  const wanted = changes.tax?.basis;
  if (wanted === undefined || wanted === "unknown" || wanted === now) return now;
  if (changes.lines === undefined)
    throw badInput(at("tax.basis"), "To change whether amounts exclude tax, include tax or have no tax, list every line in the update.");
  return wanted;
}
