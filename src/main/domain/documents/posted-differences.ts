import { compareDecimals, type DecimalString, isDecimal, isZero, subtractDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import type { Allocation } from "#shared/model/books/allocation.ts";
import type { DocumentLine } from "#shared/model/books/document.ts";
import type { MappedDocument, MappedPayment, MappedRecord } from "#shared/model/books/mapped-record.ts";
import type {
  DocumentChanges,
  DocumentDraft,
  LineChange,
  LineDraft,
  PaymentDraft,
  PostedDifference,
  WriteOperation,
} from "#shared/model/ledger/write.ts";

/** A record as it was read back after a write. `exists` is false for the stub of a deleted one; `mapped` is empty where it could not be read. */
export interface PostedRecord {
  readonly id: string;
  readonly exists: boolean;
  readonly mapped: readonly MappedRecord[];
}

/** What one part of a job meant to do. */
export interface Intent {
  readonly operation: WriteOperation;
  /** The allocation this part belongs to where the ledger keeps one record per allocation; null for all of them. */
  readonly allocation: number | null;
  /** Mirror id of the record that was made or changed. */
  readonly recordId: string;
  /** The document as it was before the write. */
  readonly before: MappedDocument | undefined;
  /** What the credit had settled before the write, by document. */
  readonly applied: ReadonlyMap<string, DecimalString>;
  /** False where the ledger calculates tax itself and totals are therefore its own (rule 21). */
  readonly promisesTax: boolean;
}

/**
 * Compares what was read back with what was intended, because an accepted request doesn't prove that the ledger stored
 * what it was sent. Amounts are compared exactly. Values the ledger fills in (numbers, its own tax, fields the draft
 * leaves out) and values that can't be read back aren't differences.
 */
export function postedDifferences(intent: Intent, posted: readonly PostedRecord[]): PostedDifference[] {
  const { operation, recordId } = intent;
  const record = posted.find(({ id }) => id === recordId);
  if (operation.kind === "delete") return stillThere(record, "deleted");
  if (record === undefined || !record.exists) return [{ field: "record", intended: "present", posted: "missing" }];
  const document = record.mapped.find((one) => one.kind === "document")?.value;
  switch (operation.kind) {
    case "create_document":
      return document === undefined ? [] : draftDifferences(operation.document, operation.document.lines, document, intent);
    case "update_document":
      return document === undefined ? [] : changeDifferences(operation.changes, document, intent);
    case "create_payment":
      return paymentDifferences(operation.payment, intent, record);
    case "apply_credit":
      return creditDifferences(operation, intent, record, posted);
    case "void":
      return stillThere(record, "voided");
    case "approve":
      return operation.approved && document?.status === "awaiting_approval"
        ? [{ field: "status", intended: "open", posted: "awaiting_approval" }]
        : [];
    case "create_integration_item":
      return itemDifferences(operation, record);
  }
}

const ENDED: ReadonlySet<string> = new Set(["voided", "voided_or_zero", "deleted"]);

function stillThere(record: PostedRecord | undefined, intended: string): PostedDifference[] {
  const status = record?.mapped.flatMap((one) => (one.kind === "document" || one.kind === "payment" ? [one.value.status] : []))[0];
  return record?.exists !== true || status === undefined || ENDED.has(status) ? [] : [{ field: "status", intended, posted: status }];
}

type HeaderFields = {
  readonly [K in Exclude<keyof DocumentDraft, "type" | "status" | "lines" | "total" | "tax">]?: DocumentDraft[K] | undefined;
};

/** What a draft or a change says of the header. */
function headerDifferences(said: HeaderFields, document: MappedDocument): PostedDifference[] {
  return [
    ...same("party.id", said.party?.id, document.partyId ?? ""),
    ...same("number", nonEmpty(said.number), document.number ?? ""),
    ...same("reference", nonEmpty(said.reference), document.reference ?? ""),
    ...same("issueDate", said.issueDate, document.issueDate),
    ...same("dueDate", said.dueDate, document.dueDate ?? ""),
    ...same("currency", said.currency, document.currency),
    // A rate of the base currency, an account before approval and the one legal entity are not shown.
    ...same("exchangeRate", said.exchangeRate, document.exchangeRate),
    ...same("totalAccountId", said.totalAccountId, document.totalAccountId),
    ...same("entityId", said.entityId, document.entityId),
    ...same("memo", nonEmpty(said.memo), document.memo ?? ""),
  ];
}

function draftDifferences(
  draft: DocumentDraft,
  lines: readonly LineDraft[],
  document: MappedDocument,
  { promisesTax }: Intent,
): PostedDifference[] {
  const isJournal = draft.type === "journal";
  return [
    ...headerDifferences({ ...draft, party: isJournal ? undefined : draft.party }, document),
    ...(promisesTax && !isJournal
      ? [
          ...same("total.amount", draft.total?.amount, document.total.amount),
          ...same("tax.amount", draft.tax?.amount?.amount, document.tax.amount?.amount),
        ]
      : []),
    ...lineDifferences(lines, document, promisesTax && !isJournal),
    ...ended(document),
  ];
}

function changeDifferences(changes: DocumentChanges, document: MappedDocument, { before, promisesTax }: Intent): PostedDifference[] {
  const { type } = document;
  const said = {
    // What was not to change must not have.
    ...(before === undefined ? {} : { issueDate: before.issueDate, currency: before.currency }),
    ...(before?.partyId === undefined || changes.cleared?.includes("party") === true ? {} : { party: { id: before.partyId } }),
    ...changes,
  };
  const isTaxTouched = changes.lines !== undefined || changes.tax !== undefined || changes.issueDate !== undefined;
  return [
    ...headerDifferences({ ...said, party: type === "journal" ? undefined : said.party }, document),
    ...emptiedDifferences(changes, before, document),
    ...(promisesTax && !isTaxTouched ? same("total.amount", before?.total.amount, document.total.amount) : []),
    ...lineDifferences(changes.lines ?? before?.lines.map(core) ?? [], document, promisesTax && type !== "journal"),
    ...ended(document),
  ];
}

/** What was emptied and still has its old value. A ledger may put a value of its own in its place. */
function emptiedDifferences(
  { cleared = [], reference, memo, lines = [] }: DocumentChanges,
  before: MappedDocument | undefined,
  document: MappedDocument,
): PostedDifference[] {
  if (before === undefined) return [];
  const texts = [...(reference === "" ? (["reference"] as const) : []), ...(memo === "" ? (["memo"] as const) : [])];
  const fields = [...cleared.filter((field) => field !== "party"), ...texts];
  const head = fields.flatMap((field) => kept(field, before[field], document[field]));
  const party = cleared.includes("party") ? kept("party.id", before.partyId, document.partyId) : [];
  const inLines = lines.flatMap((change, index) => {
    const [then, now] = [before, document].map((one) => one.lines.find(({ id }) => id === change.id));
    return then === undefined || now === undefined ? [] : emptiedInLine(change, then, now, `lines[${index}]`);
  });
  return [...party, ...head, ...inLines];
}

function emptiedInLine(change: LineChange, then: DocumentLine, now: DocumentLine, at: string): PostedDifference[] {
  const dimensionOf = (line: DocumentLine, id: string) => line.dimensions.find(({ dimensionId }) => dimensionId === id)?.valueId;
  const values = (change.clearedDimensions ?? []).flatMap((id) => kept(`${at}.dimensions`, dimensionOf(then, id), dimensionOf(now, id)));
  return [...(change.description === "" ? kept(`${at}.description`, then.description, now.description) : []), ...values];
}

function kept(field: string, before: string | undefined, posted: string | undefined): PostedDifference[] {
  return before === undefined || before !== posted || plain(before) === "" ? [] : [{ field, intended: "", posted: plain(before) }];
}

function ended({ status }: MappedDocument): PostedDifference[] {
  return status === "voided" || status === "deleted" ? [{ field: "status", intended: "open", posted: status }] : [];
}

/** Of a line that was not to change, what it comes to and where it is posted. */
function core({ id, kind, accountId, net }: DocumentLine): LineDraft {
  return { id, kind, net, dimensions: [], ...(accountId === undefined ? {} : { accountId }) };
}

/**
 * Lines are matched by what they say, then by their ids, then in order: ledgers regroup and renumber
 * lines. A line of nothing that the ledger added is its own.
 */
function lineDifferences(drafts: readonly LineDraft[], { lines, tax }: MappedDocument, promisesTax: boolean): PostedDifference[] {
  if (drafts.length === 0) return [];
  const open = [...drafts.entries()];
  const left = [...lines];
  const found: PostedDifference[] = [];
  const told = (draft: LineDraft, line: DocumentLine, index = 0) => [
    ...oneLine(draft, line, index, tax.basis),
    ...(promisesTax ? lineTax(draft, line, index, tax.basis) : []),
  ];
  const match = (isOf: (draft: LineDraft, line: DocumentLine) => boolean): void => {
    for (const pair of [...open]) {
      const [index, draft] = pair;
      const at = left.findIndex((line) => isOf(draft, line));
      const line = left[at];
      if (line === undefined) continue;
      left.splice(at, 1);
      open.splice(open.indexOf(pair), 1);
      found.push(...told(draft, line, index));
    }
  };
  match((draft, line) => draft.id === line.id && told(draft, line).length === 0);
  match((draft, line) => told(draft, line).length === 0);
  match((draft, line) => oneLine(draft, line, 0, tax.basis).length === 0);
  match((draft, line) => draft.id === line.id);
  match(() => true);
  for (const [index, draft] of open) found.push({ field: `lines[${index}]`, intended: lineText(draft), posted: "" });
  for (const line of left)
    if (!isZero(line.net.amount)) found.push({ field: `lines[${lines.indexOf(line)}]`, intended: "", posted: lineText(line) });
  return found;
}

function oneLine(draft: LineDraft, line: DocumentLine, index: number, basis: MappedDocument["tax"]["basis"]): PostedDifference[] {
  const at = (name: string) => `lines[${index}].${name}`;
  // Of a line with tax included that states no tax, what it comes to without is the ledger's to say.
  const isOpen = basis === "inclusive" && draft.tax?.amount === undefined;
  return [
    ...(isOpen ? [] : same(at("net.amount"), draft.net.amount, line.net.amount)),
    ...same(at("accountId"), draft.accountId, line.accountId),
    ...same(at("itemId"), draft.itemId, line.itemId ?? ""),
    ...same(at("description"), nonEmpty(draft.description), line.description ?? ""),
    ...same(at("quantity"), draft.quantity, line.quantity ?? ""),
    ...same(at("unitAmount.amount"), draft.unitAmount?.amount, line.unitAmount?.amount ?? ""),
    ...draft.dimensions.flatMap(({ dimensionId, valueId, fannedFromHeader }, number) => {
      const values = line.dimensions.filter((one) => one.dimensionId === dimensionId).map((one) => one.valueId);
      return fannedFromHeader === true || values.includes(valueId)
        ? []
        : same(at(`dimensions[${number}].valueId`), valueId, values.join(", "));
    }),
    ...(draft.billable?.status === "billable"
      ? same(at("billable.customerId"), draft.billable.customerId, line.billable?.customerId ?? "")
      : []),
  ];
}

/** A tax amount that was sent, where the ledger states one for the line (rule 21). Without a basis, none is sent. */
function lineTax(draft: LineDraft, line: DocumentLine, index: number, basis: MappedDocument["tax"]["basis"]): PostedDifference[] {
  return basis === "none" ? [] : same(`lines[${index}].tax.amount`, draft.tax?.amount?.amount, line.tax?.amount?.amount);
}

function lineText({ net, accountId, itemId }: Pick<LineDraft, "net" | "accountId" | "itemId">): string {
  return [itemId ?? accountId, net.amount, net.currency].filter((part) => part !== undefined).join(" ");
}

function paymentDifferences(draft: PaymentDraft, { allocation, recordId }: Intent, { mapped }: PostedRecord): PostedDifference[] {
  const payment = mapped.find((one) => one.kind === "payment")?.value;
  if (payment === undefined) return [];
  const wanted = [...draft.allocations.entries()].filter(([index]) => allocation === null || index === allocation);
  const own = payment.allocations.filter(({ fromId }) => fromId === recordId);
  const unmatched = own.filter(({ toId }) => wanted.every(([, one]) => one.toId !== toId));
  return [
    ...same("amount", sumDecimals(wanted.map(([, { amount }]) => amount.amount)), payment.amount.amount),
    ...same("party.id", draft.party.id, payment.partyId ?? ""),
    ...same("date", draft.date, payment.date),
    ...same("currency", draft.currency, payment.currency),
    ...same("exchangeRate", draft.exchangeRate, payment.exchangeRate),
    ...same("accountId", draft.accountId, accountOf(draft, payment, mapped)),
    ...same("entityId", draft.entityId, payment.entityId),
    ...allocationDifferences(wanted, own),
    ...unmatched.map(({ toId, amount }) => ({ field: "allocations", intended: "", posted: `${toId} ${amount.amount}` })),
    ...(payment.status === "posted" ? [] : [{ field: "status", intended: "posted", posted: payment.status }]),
  ];
}

/** The account that money went through, from the payment or else from what it posted. */
function accountOf({ accountId }: PaymentDraft, payment: MappedPayment, mapped: readonly MappedRecord[]): string | undefined {
  if (payment.accountId !== undefined) return payment.accountId;
  const posted = mapped.flatMap((one) => (one.kind === "journal" ? one.value.postings.map((posting) => posting.accountId) : []));
  if (posted.length === 0) return undefined;
  return posted.includes(accountId) ? accountId : [...new Set(posted)].join(", ");
}

type Wanted = readonly (readonly [index: number, allocation: PaymentDraft["allocations"][number]])[];

/** Several allocations to one document count together. */
function allocationDifferences(wanted: Wanted, posted: readonly Pick<Allocation, "toId" | "amount">[]): PostedDifference[] {
  return [...Map.groupBy(wanted, ([, { toId }]) => toId)].flatMap(([toId, parts]) => {
    const [first] = parts;
    const intended = sumDecimals(parts.map(([, { amount }]) => amount.amount));
    const stands = sumDecimals(posted.filter((one) => one.toId === toId).map(({ amount }) => amount.amount));
    return same(`allocations[${first?.[0] ?? 0}].amount`, intended, stands);
  });
}

/** An application is part of the credit, or a separate record that links the credit and the document. */
function creditDifferences(
  { fromId, allocations }: Extract<WriteOperation, { kind: "apply_credit" }>,
  { allocation, recordId, applied }: Intent,
  record: PostedRecord,
  posted: readonly PostedRecord[],
): PostedDifference[] {
  const holder = recordId === fromId ? posted.find(({ id }) => id === fromId) : record;
  const held = holder?.mapped.flatMap((one) => (one.kind === "document" || one.kind === "payment" ? [one.value] : []))[0];
  if (held === undefined) return [];
  const own = held.allocations.filter((one) => one.fromId === fromId);
  const earlier = recordId === fromId ? applied : new Map<string, DecimalString>();
  const news = [...Map.groupBy(own, ({ toId }) => toId)].map(([toId, parts]) => {
    const [first] = parts as [Allocation, ...Allocation[]];
    const sum = sumDecimals(parts.map(({ amount }) => amount.amount));
    return { toId, amount: { ...first.amount, amount: subtractDecimals(sum, earlier.get(toId) ?? NOTHING) } };
  });
  const part = allocation === null ? undefined : allocations[allocation];
  const wanted = [...allocations.entries()].filter(([, { toId }]) => part === undefined || toId === part.toId);
  // A document's parts are reported once, with the first of them.
  if (part !== undefined && wanted[0]?.[0] !== allocation) return [];
  return allocationDifferences(wanted, news);
}

const NOTHING = "0" as DecimalString;

function itemDifferences(
  { name, accountId }: Extract<WriteOperation, { kind: "create_integration_item" }>,
  { mapped }: PostedRecord,
): PostedDifference[] {
  const item = mapped.find((one) => one.kind === "item")?.value;
  if (item === undefined) return [];
  const accounts = [item.incomeAccountId, item.expenseAccountId].filter((id) => id !== undefined);
  return [...same("name", name, item.name), ...(accounts.includes(accountId) ? [] : same("accountId", accountId, accounts.join(", ")))];
}

/** One field: nothing where it was not stated or cannot be read. Amounts are compared by value. */
function same(field: string, intended: string | undefined, posted: string | undefined): PostedDifference[] {
  if (intended === undefined || posted === undefined) return [];
  const [wanted, has] = [plain(intended), plain(posted)];
  const isAmount = isDecimal(wanted) && isDecimal(has) && AMOUNT.test(field);
  if (isAmount ? compareDecimals(wanted, has) === 0 : wanted === has) return [];
  return [{ field, intended: wanted, posted: has }];
}

const AMOUNT = /(?:^|\.)(?:amount|quantity|exchangeRate)$/;
/** The mark by which a record of ours is found again (rule 28). */
const MARK = /\s*\[?tieout-[a-z0-9-]+\]?$/;

function plain(text: string): string {
  return text.replace(MARK, "").trim();
}

/** A field that is stated as empty is left to the ledger. */
function nonEmpty(text: string | undefined): string | undefined {
  return text === "" ? undefined : text;
}
