import { negateDecimal } from "#shared/kernel/decimal.ts";
import type { DocumentChanges, DocumentDraft, LineChange, LineDraft, PaymentDraft } from "#shared/model/ledger/write.ts";
import { numeral, type Wire, type WireObject } from "../../wire-json.ts";
import type { WriteContext } from "../../writing.ts";
import { factsOf } from "../facts.ts";
import type { RecordName } from "./record-types.ts";

/** The ledger's own id inside a mirror id: `account:227` is `227`. */
export function ownId(id: string): string {
  return id.slice(id.indexOf(":") + 1);
}

/** A reference to another record. */
export function ref(id: string): WireObject {
  return { id: ownId(id) };
}

/** The body of a new document. Rule 28: `externalId` is the reference by which it can be found again. */
export function documentBody(context: WriteContext, record: RecordName, draft: DocumentDraft, reference: string): WireObject {
  const isJournal = draft.type === "journal";
  return {
    externalId: reference,
    ...headerFields(context, draft),
    ...(draft.party === undefined || isJournal ? {} : { entity: ref(draft.party.id) }),
    ...(draft.totalAccountId === undefined || isJournal ? {} : { account: ref(draft.totalAccountId) }),
    ...sublists(context, record, draft.lines),
  };
}

/** Header fields of a draft, or of a change to one. */
export type HeaderDraft = {
  readonly [K in "entityId" | "number" | "reference" | "issueDate" | "dueDate" | "memo" | "exchangeRate" | "currency"]?:
    | DocumentDraft[K]
    | undefined;
};

/** Header fields that a draft or a change sets. Omitted fields stay unchanged. */
export function headerFields(context: WriteContext, draft: HeaderDraft): { [key: string]: Wire } {
  const fields: { [key: string]: Wire } = {};
  if (draft.entityId !== undefined) fields.subsidiary = ref(draft.entityId);
  if (draft.number !== undefined) fields.tranId = draft.number;
  if (draft.reference !== undefined) fields.otherRefNum = draft.reference;
  if (draft.issueDate !== undefined) fields.tranDate = draft.issueDate;
  if (draft.dueDate !== undefined) fields.dueDate = draft.dueDate;
  if (draft.memo !== undefined) fields.memo = draft.memo;
  if (draft.exchangeRate !== undefined) fields.exchangeRate = numeral(draft.exchangeRate);
  const currency = draft.currency === undefined ? undefined : currencyId(context, draft.currency);
  if (currency !== undefined) fields.currency = { id: currency };
  return fields;
}

/** The header of a change: null empties a field. */
export function changedHeader(context: WriteContext, changes: DocumentChanges): { [key: string]: Wire } {
  const emptied = (changes.cleared ?? []).map((field) => [field === "number" ? "tranId" : field, null] as const);
  return { ...headerFields(context, changes), ...Object.fromEntries(emptied) };
}

/** The fields of a changed line: null empties one. */
export function changedLine(context: WriteContext, sublist: string, line: LineChange): WireObject {
  const { dimensions } = context.discovery.capabilities;
  const keys = (line.clearedDimensions ?? []).flatMap((id) => dimensions.find((dimension) => dimension.id === id)?.fieldKey ?? []);
  const amounts = (line.cleared ?? []).map((field) => (field === "quantity" ? field : "rate"));
  return { ...lineFields(context, sublist, line), ...Object.fromEntries([...keys, ...amounts].map((field) => [field, null])) };
}

function currencyId(context: WriteContext, code: string): string | undefined {
  return Object.entries(factsOf(context.discovery).currencies).find(([, symbol]) => symbol === code)?.[0];
}

/** Lines by their sublist: account lines and item lines are separate (rule 11). */
export function sublists(context: WriteContext, record: RecordName, lines: readonly LineDraft[]): { [key: string]: Wire } {
  const found: { [key: string]: WireObject[] } = {};
  for (const line of lines) {
    const name = sublistOf(record, line);
    found[name] = [...(found[name] ?? []), lineFields(context, name, line)];
  }
  return Object.fromEntries(Object.entries(found).map(([name, items]) => [name, { items }]));
}

/** The sublist of a line; `lineRefusal` has already checked that it exists. */
export function sublistOf(record: RecordName, line: LineDraft): string {
  return line.kind === "item" ? (record.itemLines ?? "item") : (record.accountLines ?? "expense");
}

/** The fields of one line. The sign follows the model's line; journals have a debit and a credit side. */
export function lineFields(context: WriteContext, sublist: string, line: LineDraft): WireObject {
  const common = {
    ...(line.description === undefined ? {} : { memo: line.description }),
    ...dimensionFields(context, line),
    ...billable(line),
  };
  if (sublist === "line") {
    const isCredit = line.net.amount.startsWith("-");
    const amount = numeral(isCredit ? negateDecimal(line.net.amount) : line.net.amount);
    return { ...account(line), ...(isCredit ? { credit: amount } : { debit: amount }), ...common };
  }
  if (sublist === "expense") return { ...account(line), amount: numeral(line.net.amount), ...common };
  return {
    ...(line.itemId === undefined ? {} : { item: ref(line.itemId) }),
    ...(line.quantity === undefined ? {} : { quantity: numeral(line.quantity) }),
    ...(line.unitAmount === undefined ? {} : { rate: numeral(line.unitAmount.amount) }),
    amount: numeral(line.net.amount),
    ...common,
  };
}

function account(line: LineDraft): WireObject {
  return line.accountId === undefined ? {} : { account: ref(line.accountId) };
}

/** Rule 10: a value inherited from the header isn't written on the line. */
function dimensionFields(context: WriteContext, line: LineDraft): WireObject {
  const fields: { [key: string]: Wire } = {};
  for (const { dimensionId, valueId, fannedFromHeader } of line.dimensions) {
    const dimension = context.discovery.capabilities.dimensions.find(({ id }) => id === dimensionId);
    if (dimension !== undefined && dimension.ownedBy === "source" && fannedFromHeader !== true)
      fields[dimension.fieldKey] = { id: valueId };
  }
  return fields;
}

function billable({ billable: to }: LineDraft): WireObject {
  return to === undefined ? {} : { isBillable: to.status === "billable", customer: ref(to.customerId) };
}

/** One payment with all its applications. */
export function paymentBody(context: WriteContext, draft: PaymentDraft, reference: string): WireObject {
  const party = draft.direction === "received" ? "customer" : "entity";
  const currency = currencyId(context, draft.currency);
  return {
    externalId: reference,
    [party]: ref(draft.party.id),
    tranDate: draft.date,
    account: ref(draft.accountId),
    ...(currency === undefined ? {} : { currency: { id: currency } }),
    ...(draft.exchangeRate === undefined ? {} : { exchangeRate: numeral(draft.exchangeRate) }),
    ...(draft.reference === undefined ? {} : { memo: draft.reference }),
    ...(draft.entityId === undefined ? {} : { subsidiary: ref(draft.entityId) }),
    apply: { items: draft.allocations.map(({ toId, amount }) => ({ doc: ref(toId), apply: true, amount: numeral(amount.amount) })) },
  };
}
