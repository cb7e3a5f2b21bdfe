import {
  addDecimals,
  compareDecimals,
  type DecimalString,
  decimal,
  isZero,
  multiplyDecimals,
  roundDecimal,
  scaleOf,
} from "#shared/kernel/decimal.ts";
import { notInBooks } from "#shared/kernel/readable.ts";
import type { LineChange, LineDraft } from "#shared/model/ledger/write.ts";
import type { WriteContext } from "../../writing.ts";
import { isObject, type Json, type JsonObject, numeral, objectsIn, textIn } from "./json.ts";
import { idWithin } from "./nouns.ts";
import { badInput } from "./refused.ts";

/** How the line amounts of the document are written; `LineAmountTypes` in words. */
export type Basis = "exclusive" | "inclusive" | "none";

/** What the amounts do, to follow their name. */
const BASIS_WORDS: Readonly<Record<Basis, string>> = { exclusive: "exclude tax", inclusive: "include tax", none: "have no tax" };

/** What every line of one document shares. */
export interface LineScope {
  readonly context: WriteContext;
  readonly isJournal: boolean;
  readonly basis: Basis;
}

/** Rule 21: what a line comes to with such a tax is the ledger's to say. */
export const TAX_WITHOUT_CODE = "If a line has no tax code, this ledger uses the account's tax code.";

/** Names a field of one line: `lines[0].net`. */
export type AtLine = (field: string) => string;

/** A line that the ledger does not have yet. @throws Refused */
export function newLine(scope: LineScope, draft: LineDraft, at: AtLine): JsonObject {
  refuseUnsupportedFields(scope, draft, at);
  const tax = taxFields(scope, draft);
  return {
    Description: draft.description,
    ...amountFields(scope, draft, at),
    ...accountFields(scope.context, draft, at),
    ItemCode: itemCode(scope.context, draft, at),
    ...tax,
    Tracking: draft.dimensions.length === 0 ? undefined : tracking(scope.context, draft, at),
  };
}

/**
 * A line that stays: whole as the ledger has it, ids and unknown fields included, with what the draft
 * says laid over it. What the draft leaves out stays, tracking included.
 * @throws Refused
 */
export function keptLine(scope: LineScope, current: JsonObject, draft: LineChange, at: AtLine): JsonObject {
  refuseUnsupportedFields(scope, draft, at);
  if (draft.cleared?.includes("tax") === true) throw badInput(at("tax"), `${TAX_WITHOUT_CODE} Choose the code that applies.`);
  const itemField = draft.kind === "account" ? { ItemCode: undefined } : {};
  return {
    ...current,
    ...itemField,
    ...(draft.description === undefined ? {} : { Description: draft.description }),
    ...changedAmounts(scope, current, draft, at),
    ...changedAccount(scope.context, current, draft, at),
    ...(draft.itemId === undefined ? {} : { ItemCode: itemCode(scope.context, draft, at) }),
    ...changedTracking(scope.context, current, draft, at),
  };
}

/** Tracking is one list that a line sends as a whole: what is emptied is left out of it. */
function changedTracking(context: WriteContext, current: JsonObject, draft: LineChange, at: AtLine): JsonObject {
  const cleared = (draft.clearedDimensions ?? []).map((id) => {
    const category = idWithin(id, "TrackingCategory");
    if (category === undefined) throw badInput(at("dimensions"), `The ledger has no tracking category ${id}.`);
    return category;
  });
  if (draft.dimensions.length > 0) return { Tracking: tracking(context, draft, at) };
  if (cleared.length === 0) return {};
  return { Tracking: objectsIn(current, "Tracking").filter((entry) => !cleared.includes(textIn(entry, "TrackingCategoryID") ?? "")) };
}

function refuseUnsupportedFields(scope: LineScope, draft: LineDraft, at: AtLine): void {
  if (draft.billable !== undefined)
    throw badInput(at("billable"), "This ledger records billable costs separately from the line, so the line can't be marked billable.");
  if (draft.kind === "item" && draft.itemId === undefined) throw badInput(at("itemId"), "Choose an item.");
  if (scope.isJournal && (draft.quantity ?? draft.unitAmount ?? draft.itemId) !== undefined)
    throw badInput(
      at(draft.itemId === undefined ? "quantity" : "itemId"),
      "Journal lines in this ledger have no item, quantity or unit price.",
    );
  if (draft.tax?.basis !== undefined && draft.tax.basis !== "unknown" && draft.tax.basis !== scope.basis)
    throw badInput(
      at("tax.basis"),
      `This line's amounts ${BASIS_WORDS[draft.tax.basis]}, but the transaction's amounts ${BASIS_WORDS[scope.basis]}. Choose the same tax setting for both.`,
    );
  const tax = draft.tax?.amount?.amount;
  if (scope.basis === "none" && tax !== undefined && !isZero(tax))
    throw badInput(at("tax.amount"), "The transaction has no tax, but this line does.");
}

/** Quantity, price and amount. The ledger multiplies them out itself, so that they must agree. */
function amountFields(scope: LineScope, draft: LineDraft, at: AtLine): JsonObject {
  const amount = lineAmount(scope, draft);
  const { quantity, unitAmount } = draft;
  if (amount === undefined && unitAmount === undefined)
    throw badInput(at("tax.amount"), "If amounts include tax, each line needs a tax amount or a unit price.");
  if (amount !== undefined && unitAmount !== undefined) {
    const product = multiplyDecimals(quantity ?? decimal("1"), unitAmount.amount);
    if (compareDecimals(roundDecimal(product, Math.min(2, scaleOf(amount))), amount) !== 0)
      throw badInput(
        at("unitAmount"),
        scope.basis === "inclusive"
          ? `Quantity times unit price is ${product}, but the line amount with tax is ${amount}.`
          : `Quantity times unit price is ${product}, but the line amount is ${amount}.`,
      );
  }
  // Given the amount and one of quantity and price, the ledger works out the other.
  const wanted = quantity ?? (unitAmount === undefined && !scope.isJournal ? decimal("1") : undefined);
  return {
    Quantity: wanted === undefined ? undefined : numeral(wanted),
    UnitAmount: unitAmount === undefined ? undefined : numeral(unitAmount.amount),
    LineAmount: amount === undefined ? undefined : numeral(amount),
  };
}

/** With tax where the document includes it; undefined where that can't be told. */
function lineAmount({ basis, isJournal }: LineScope, draft: LineDraft): DecimalString | undefined {
  if (basis !== "inclusive" || isJournal) return draft.net.amount;
  return draft.tax?.amount === undefined ? undefined : addDecimals(draft.net.amount, draft.tax.amount.amount);
}

/** Rule 21: a tax amount is sent only to a ledger that takes it; the code always says which tax is meant. */
function taxFields({ context, basis }: LineScope, draft: LineDraft): JsonObject {
  const code = draft.tax?.components?.[0]?.code;
  const amount = draft.tax?.amount?.amount;
  const takesAmount = basis !== "none" && context.discovery.capabilities.canCreateTaxRates;
  return {
    TaxType: code,
    TaxAmount: amount === undefined || !takesAmount ? undefined : numeral(amount),
  };
}

/** Amounts of a kept line. Where the amount moved, price and tax that followed from the old one must not stay. */
function changedAmounts(scope: LineScope, current: JsonObject, draft: LineChange, at: AtLine): JsonObject {
  const code = draft.tax?.components?.[0]?.code;
  const sameTax = code === undefined || code === textIn(current, "TaxType");
  const taxStays = sameTax && sameAmount(draft.tax?.amount?.amount, textIn(current, "TaxAmount"), true);
  const isEmptied = (draft.cleared ?? []).some((field) => field !== "tax");
  const pricesStay =
    !isEmptied &&
    sameAmount(draft.quantity, textIn(current, "Quantity"), true) &&
    sameAmount(draft.unitAmount?.amount, textIn(current, "UnitAmount"), true);
  const net = netOf(scope, current);
  // A line that is only text has no amount at all.
  const netStays = net === undefined ? isZero(draft.net.amount) : sameAmount(draft.net.amount, net, false);
  if (taxStays && pricesStay && netStays) return {};
  const fresh = amountFields(scope, draft, at);
  return {
    Quantity: fresh.Quantity,
    UnitAmount: fresh.UnitAmount,
    LineAmount: fresh.LineAmount,
    DiscountRate: undefined,
    DiscountAmount: undefined,
    TaxType: code ?? current.TaxType,
    // A tax that goes with the same amount, maybe corrected by hand, isn't calculated again.
    TaxAmount: taxStays && netStays && scope.basis === "exclusive" ? current.TaxAmount : taxFields(scope, draft).TaxAmount,
  };
}

function netOf({ basis, isJournal }: LineScope, current: JsonObject): string | undefined {
  const amount = textIn(current, "LineAmount") as DecimalString | undefined;
  const tax = textIn(current, "TaxAmount") as DecimalString | undefined;
  if (amount === undefined || basis !== "inclusive" || isJournal || tax === undefined) return amount;
  return addDecimals(amount, (tax.startsWith("-") ? tax.slice(1) : `-${tax}`) as DecimalString);
}

function sameAmount(wanted: DecimalString | undefined, has: string | undefined, absentIsSame: boolean): boolean {
  if (wanted === undefined) return absentIsSame;
  return has !== undefined && compareDecimals(wanted, has as DecimalString) === 0;
}

function accountFields(context: WriteContext, draft: LineDraft, at: AtLine): JsonObject {
  if (draft.accountId === undefined) {
    if (draft.kind === "account") throw badInput(at("accountId"), "Choose an account.");
    return {};
  }
  return accountNames(context, draft.accountId, at("accountId"), "AccountCode");
}

function changedAccount(context: WriteContext, current: JsonObject, draft: LineDraft, at: AtLine): JsonObject {
  if (draft.accountId === undefined) return {};
  const account = context.account(draft.accountId);
  const stays =
    textIn(current, "AccountID") === idWithin(draft.accountId, "Account") ||
    (account?.code !== undefined && textIn(current, "AccountCode") === account.code);
  if (stays) return {};
  return { AccountID: undefined, AccountCode: undefined, ...accountNames(context, draft.accountId, at("accountId"), "AccountCode") };
}

/** The account by its code, as bookkeepers know it, else by its id. @throws Refused */
export function accountNames(context: WriteContext, accountId: string, field: string, codeField: "AccountCode" | "Code"): JsonObject {
  const account = context.account(accountId);
  const id = idWithin(accountId, "Account");
  if (account === undefined || id === undefined) throw badInput(field, notInBooks("account", accountId));
  return account.code === undefined ? { AccountID: id } : { [codeField]: account.code };
}

function itemCode(context: WriteContext, draft: LineDraft, at: AtLine): string | undefined {
  if (draft.itemId === undefined) return undefined;
  const item = context.item(draft.itemId);
  if (item === undefined) throw badInput(at("itemId"), notInBooks("item", draft.itemId));
  if (item.code === undefined) throw badInput(at("itemId"), `This ledger needs an item code, and ${item.name} has none.`);
  return item.code;
}

/** Rule 10: values that were copied down from a header are not this line's own and are never written to it. */
function tracking(context: WriteContext, draft: LineDraft, at: AtLine): Json[] {
  return draft.dimensions.flatMap(({ dimensionId, valueId, fannedFromHeader }, index) => {
    if (fannedFromHeader === true) return [];
    const dimension = context.discovery.capabilities.dimensions.find(({ id }) => id === dimensionId);
    const category = idWithin(dimensionId, "TrackingCategory");
    if (dimension === undefined || category === undefined)
      throw badInput(at(`dimensions[${index}].dimensionId`), `The ledger has no tracking category ${dimensionId}.`);
    if (!dimension.values.some(({ id }) => id === valueId))
      throw badInput(at(`dimensions[${index}].valueId`), `${dimension.name} has no option ${valueId}.`);
    return [{ TrackingCategoryID: category, TrackingOptionID: valueId }];
  });
}

/**
 * The lines of a document after an update: the draft's, in its order. A line that it names stays with
 * its id and every field that it does not mention; a line that it leaves out goes.
 * @throws Refused for a line that the document does not have
 */
export function linesAfter(
  scope: LineScope,
  current: readonly JsonObject[],
  documentId: string,
  drafts: readonly LineChange[],
  at: (line: number) => AtLine,
): JsonObject[] {
  const byId = new Map(current.map((line, index) => [`${documentId}/${textIn(line, "LineItemID") ?? `#${index + 1}`}`, line]));
  return drafts.map((draft, index) => {
    const atLine = at(index);
    if (draft.id === undefined) return newLine(scope, draft, atLine);
    const known = byId.get(draft.id);
    if (known === undefined) throw badInput(atLine("id"), `The transaction has no line ${draft.id}, or the update lists the line twice.`);
    byId.delete(draft.id);
    return keptLine(scope, known, draft, atLine);
  });
}

/** How the amounts of a record's lines were written, from the record itself. */
export function basisOf(record: JsonObject): Basis {
  const word = textIn(record, "LineAmountTypes");
  return word === "Inclusive" ? "inclusive" : word === "NoTax" ? "none" : "exclusive";
}

export const BASIS_CODES: Readonly<Record<Basis, string>> = { exclusive: "Exclusive", inclusive: "Inclusive", none: "NoTax" };

/** Tracking of a line as comparable text, the order of its categories aside. */
export function trackingText(line: JsonObject): string {
  return objectsIn(line, "Tracking")
    .filter(isObject)
    .map((entry) => `${textIn(entry, "TrackingCategoryID")}=${textIn(entry, "TrackingOptionID")}`)
    .sort()
    .join();
}
