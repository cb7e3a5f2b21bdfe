import type { Allocation } from "#shared/model/books/allocation.ts";
import type { LineDimension } from "#shared/model/books/dimension.ts";
import type { DocumentLine } from "#shared/model/books/document.ts";
import type { MappedRecord } from "#shared/model/books/mapped-record.ts";
import type { Money } from "#shared/model/books/money.ts";
import type { Posting } from "#shared/model/books/posting.ts";
import type { TaxBreakdown } from "#shared/model/books/tax.ts";

// Separators that JSON text escapes and ledgers do not send inside identifiers.
const FIELD = "\u001f";
const GROUP = "\u001e";
const ABSENT = "\u001d";

/**
 * The text whose hash decides whether a record changed (rule 26): fields in a fixed order, amounts
 * by value. Left out are fetch times, raw payloads and the balances of parties and accounts, which
 * move with every posting without anyone having edited the record.
 */
export function changeText(record: MappedRecord): string {
  if (record.kind === "document") return documentText(record.value);
  if (record.kind === "payment") return paymentText(record.value);
  if (record.kind === "journal") {
    const { id, number, date, createdAt, documentId, sourceType, postings } = record.value;
    return join([id, free(number), date, createdAt, documentId, free(sourceType), listText(postings, postingText)]);
  }
  return `${record.kind}${FIELD}${stableText(record.value)}`;
}

function documentText(value: Extract<MappedRecord, { kind: "document" }>["value"]): string {
  return join([
    value.id,
    value.type,
    value.status,
    value.statusIsDerived ? "1" : "0",
    free(value.sourceStatus),
    free(value.approvalStatus),
    free(value.number),
    free(value.reference),
    value.partyId,
    value.issueDate,
    value.dueDate,
    value.currency,
    value.exchangeRate === undefined ? undefined : amountByValue(value.exchangeRate),
    moneyText(value.total),
    moneyText(value.totalBase),
    moneyText(value.outstanding),
    taxText(value.tax),
    value.unappliedKind,
    value.entityId,
    value.periodId,
    value.totalAccountId,
    free(value.memo),
    listText(value.lines, lineText),
    listText(value.allocations, allocationText),
    ...bankFlag(value),
  ]);
}

function paymentText(value: Extract<MappedRecord, { kind: "payment" }>["value"]): string {
  return join([
    value.id,
    value.direction,
    value.status,
    free(value.sourceStatus),
    value.partyId,
    value.date,
    value.currency,
    value.exchangeRate === undefined ? undefined : amountByValue(value.exchangeRate),
    moneyText(value.amount),
    moneyText(value.unapplied),
    value.accountId,
    free(value.reference),
    value.batchId,
    value.entityId,
    listText(value.allocations, allocationText),
    ...bankFlag(value),
  ]);
}

/** Only where the ledger tells it, so that the text of every other record stays as it was. */
function bankFlag({ bankReconciled }: { readonly bankReconciled?: boolean | undefined }): string[] {
  return bankReconciled === undefined ? [] : [bankReconciled ? "reconciled" : "unreconciled"];
}

function lineText(line: DocumentLine): string {
  return join([
    line.id,
    line.kind,
    free(line.description),
    line.quantity === undefined ? undefined : amountByValue(line.quantity),
    moneyText(line.unitAmount),
    line.accountId,
    line.itemId,
    moneyText(line.net),
    taxText(line.tax),
    dimensionsText(line.dimensions),
    line.billable === undefined ? undefined : `${word(line.billable.customerId)} ${line.billable.status}`,
  ]);
}

function postingText(posting: Posting): string {
  return join([
    posting.id,
    posting.accountId,
    moneyText(posting.amount),
    posting.partyId,
    free(posting.description),
    dimensionsText(posting.dimensions),
    // Added only where there are several entities, so that existing hashes of other ledgers don't change.
    ...(posting.entityId === undefined ? [] : [posting.entityId]),
  ]);
}

function allocationText(allocation: Allocation): string {
  return join([allocation.fromKind, allocation.fromId, allocation.toId, moneyText(allocation.amount), allocation.date]);
}

function dimensionText(dimension: LineDimension): string {
  return `${word(dimension.dimensionId)}=${word(dimension.valueId)}${dimension.fannedFromHeader ? "^" : ""}`;
}

function dimensionsText(dimensions: readonly LineDimension[]): string {
  return dimensions.length === 1 ? dimensionText(dimensions[0] as LineDimension) : dimensions.map(dimensionText).join(",");
}

function taxText(tax: TaxBreakdown): string {
  let text = `${tax.basis} ${moneyText(tax.amount) ?? ""}`;
  for (const part of tax.components)
    text += ` ${word(part.code)}|${word(part.name)}|${part.rate === undefined ? "" : amountByValue(part.rate)}|${moneyText(part.amount) ?? ""}`;
  return text;
}

function moneyText(money: Money | undefined): string | undefined {
  return money === undefined ? undefined : `${amountByValue(money.amount)} ${money.currency}`;
}

function listText<Element>(elements: readonly Element[], textOf: (element: Element) => string): string {
  let text = "";
  for (let at = 0; at < elements.length; at++) text += at === 0 ? textOf(elements[at] as Element) : GROUP + textOf(elements[at] as Element);
  return text;
}

/** One spelling per value: `1.0`, `1.00` and `01` are `1`, `-0` is `0`. */
export function amountByValue(text: string): string {
  let end = text.length;
  // Most amounts end in a digit that counts or in the cents' zeros: the point is looked for only then.
  if (text.charCodeAt(end - 1) === 48 && text.includes(".")) {
    while (text.charCodeAt(end - 1) === 48) end--;
    if (text.charCodeAt(end - 1) === 46) end--;
  }
  const negative = text.charCodeAt(0) === 45;
  let start = negative ? 1 : 0;
  while (start < end - 1 && text.charCodeAt(start) === 48 && text.charCodeAt(start + 1) !== 46) start++;
  const digits = text.slice(start, end);
  return negative && digits !== "0" ? `-${digits}` : digits;
}

/** Free text, with the separators written out so that it can't forge a field. */
function free(text: string | undefined): string | undefined {
  return text !== undefined && FORGES.test(text) ? JSON.stringify(text) : text;
}

/** A word inside a field that has parts: quoted when it holds what divides the parts. */
function word(text: string | undefined): string {
  if (text === undefined) return "";
  return text === "" || DIVIDES.test(text) ? JSON.stringify(text) : text;
}

// A leading quote counts too: what is quoted here must not equal what was sent quoted.
const FORGES = new RegExp(`^"|[${ABSENT}${GROUP}${FIELD}]`);
const DIVIDES = new RegExp(`^"|[\\s|=,^${ABSENT}${GROUP}${FIELD}]`);

// An absent field and an empty one must differ.
function join(fields: readonly (string | undefined)[]): string {
  let text = "";
  for (const field of fields) text += (field === undefined ? ABSENT : field) + FIELD;
  return text;
}

const VOLATILE = new Set(["fetchedAt", "raw", "partyName", "receivable", "payable", "balance"]);
const AMOUNT_FIELDS = new Set(["amount", "rate", "quantity", "quantityBilled", "quantityReceived", "exchangeRate"]);

/** JSON with sorted keys, without volatile fields, amounts by value. For the small kinds. */
export function stableText(value: unknown, key = ""): string {
  if (value === null || typeof value !== "object") {
    return typeof value === "string" && AMOUNT_FIELDS.has(key) ? JSON.stringify(amountByValue(value)) : JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map((element) => stableText(element)).join(",")}]`;
  const fields = Object.entries(value).filter(([name, field]) => field !== undefined && !VOLATILE.has(name));
  fields.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${stableText(field, name)}`).join(",")}}`;
}
