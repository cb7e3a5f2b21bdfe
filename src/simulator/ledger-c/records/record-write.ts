import { compareDecimals, decimal } from "#shared/kernel/decimal.ts";
import { createDocument, deleteTransaction, editTransaction, type NewLine, type TransactionChange } from "../../books/events.ts";
import { appliedTo } from "../../books/postings.ts";
import type { SimTransaction } from "../../books/types.ts";
import type { SimRequest, SimResponse } from "../../types.ts";
import { checkScale, readBody, refuse, textField, WriteRefusal } from "../body-fields.ts";
import { errorResponse } from "../errors.ts";
import { refusePeriod } from "../period-check.ts";
import { entityId } from "../references.ts";
import { ledgerTypeOf, TYPE_WORDS } from "../vocabulary.ts";
import type { RecordContext } from "./record-context.ts";
import type { RecordType } from "./record-types.ts";
import { asNewLine, emptiedFields, readWrite, type WriteFields, type WriteLine } from "./write-body.ts";
import { changedJournal, makeJournal } from "./write-journal.ts";
import { applyParts, type Made, makePayment } from "./write-money.ts";

const WRITABLE = {
  VendBill: "purchase_bill",
  CustInvc: "sales_invoice",
  VendCred: "purchase_credit",
  CustCred: "sales_credit",
  Check: "cash_purchase",
  CashSale: "cash_sale",
} as const;
type WritableType = keyof typeof WRITABLE;
const VENDOR_SIDE: ReadonlySet<WritableType> = new Set<WritableType>(["VendBill", "VendCred", "Check"]);

/** POST (and PUT by external id): a new record. 204 with its address; bills still wait for approval. */
export function createRecord(
  context: RecordContext,
  request: SimRequest,
  type: RecordType,
  externalId: string | null,
  nowMs: number,
): SimResponse {
  return refusable(() => {
    const made = makeRecord(context, request, type, externalId, nowMs);
    if (made === null) return notWritable(type.name);
    if ("refusal" in made) return made.refusal;
    const reference = externalId ?? made.externalId;
    if (reference !== undefined) context.externalIds.set(made.made.id, reference);
    return written(context, made.made);
  });
}

function makeRecord(context: RecordContext, request: SimRequest, type: RecordType, externalId: string | null, nowMs: number): Made | null {
  if (type.kind !== "transaction") return null;
  const taken = [...context.externalIds.values()];
  if (taken.includes(externalId ?? textField(readBody(request.body), "externalId") ?? ""))
    refuse("This record already exists.", "externalId");
  switch (type.type) {
    case "VendBill":
    case "CustInvc":
    case "VendCred":
    case "CustCred":
    case "Check":
    case "CashSale":
      return makeDocument(context, request, type.type, nowMs);
    case "CustPymt":
      return makePayment(context, request, "customer_payment", nowMs);
    case "VendPymt":
      return makePayment(context, request, "vendor_payment", nowMs);
    case "Journal":
      return makeJournal(context.books, request, nowMs);
    default:
      return null;
  }
}

function makeDocument(context: RecordContext, request: SimRequest, type: WritableType, nowMs: number): Made {
  const fields = readWrite(context.books, request);
  const kind = WRITABLE[type];
  const partyId = partyOf(context, fields, VENDOR_SIDE.has(type) ? "vendor" : "customer");
  const method = type === "Check" ? "check" : type === "CashSale" ? "cash" : null;
  const date = fields.date ?? refuse("Please enter value(s) for: Date.", "tranDate");
  const lines = [...(fields.expense ?? []), ...(fields.item ?? [])];
  if (lines.length === 0) refuse("Please enter at least one line item for this transaction.", "item");
  const refusal = refusePeriod(context.books, { kind, method, date, isAdjustment: false }) ?? refuseByScript(context, fields.memo, partyId);
  if (refusal) return { refusal };
  const { number, reference, dueDate, currency, rate, memo, entityId: subsidiary } = fields;
  const party = context.books.parties.find((candidate) => candidate.id === partyId);
  for (const line of lines) checkScale(line.amount, currency ?? party?.currency ?? context.books.baseCurrency, "amount");
  const made = createDocument(
    context.books,
    {
      kind,
      partyId,
      date,
      method,
      ...present({ accountId: fields.accountId, number, reference, dueDate, currency, rate, memo, entityId: subsidiary }),
      headerDimensions: fields.headerDimensions,
      state: kind === "purchase_bill" ? "submitted" : "approved",
      lines: lines.map((line) => scripted(context, withoutLine(line))),
    },
    nowMs,
  );
  return { made, externalId: fields.externalId };
}

/** PATCH: the named fields change; sublist lines are matched by `line`, or replaced where `replace` names the sublist. */
export function patchRecord(context: RecordContext, request: SimRequest, transaction: SimTransaction, nowMs: number): SimResponse {
  return refusable(() => {
    const type = ledgerTypeOf(transaction);
    if (type !== "Journal" && !Object.hasOwn(WRITABLE, type)) return notWritable(TYPE_WORDS[type].recordType);
    const fields = readWrite(context.books, request);
    const moved = { ...transaction, date: fields.date ?? transaction.date };
    const refusal =
      refusePeriod(context.books, transaction) ??
      refusePeriod(context.books, moved) ??
      scriptRejection(transaction) ??
      refuseByScript(context, fields.memo ?? transaction.memo ?? undefined, transaction.partyId);
    if (refusal) return refusal;
    for (const line of [...(fields.expense ?? []), ...(fields.item ?? [])]) checkScale(line.amount, transaction.currency, "amount");
    const replaced = (request.query.get("replace") ?? "").split(",");
    const change: TransactionChange = {
      ...present({ number: fields.number, reference: fields.reference, date: fields.date, dueDate: fields.dueDate, memo: fields.memo }),
      ...emptiedFields(context.books, request),
      ...(Object.keys(fields.headerDimensions).length === 0
        ? {}
        : { headerDimensions: { ...transaction.headerDimensions, ...fields.headerDimensions } }),
      ...approvalChange(transaction, fields.approvalStatus),
      ...(type === "Journal"
        ? changedJournal(context.books, request, transaction, replaced.includes("line"))
        : changedLines(context, transaction, fields, replaced)),
    };
    if ((type === "CustCred" || type === "VendCred") && context.settings.script.dropsApplications !== true)
      applyParts(context.books, request, transaction, nowMs);
    editTransaction(context.books, transaction.id, change, nowMs);
    if (fields.externalId !== undefined) context.externalIds.set(transaction.id, fields.externalId);
    return written(context, transaction);
  });
}

/** DELETE: gone for good, where periods, scripts and later documents allow it. */
export function deleteRecord(context: RecordContext, transaction: SimTransaction, nowMs: number): SimResponse {
  const refusal = refusePeriod(context.books, transaction) ?? scriptRejection(transaction);
  if (refusal) return refusal;
  const isLinked =
    appliedTo(context.books, transaction.id).length > 0 || context.books.transactions.some((other) => other.orderId === transaction.id);
  if (isLinked) {
    return errorResponse(400, "USER_ERROR", "This transaction cannot be deleted because it is linked to by one or more transactions.");
  }
  deleteTransaction(context.books, transaction.id, nowMs);
  context.externalIds.delete(transaction.id);
  return { status: 204, body: "" };
}

/** 1 sends a document back to approval, 2 approves it; only what waits can be approved. */
function approvalChange(transaction: SimTransaction, status: string | undefined): Pick<TransactionChange, "state"> {
  if (status === undefined || transaction.state === "voided") return {};
  if (status !== "1" && status !== "2") refuse(`Invalid Field Value ${status} for the following field: approvalStatus`, "approvalStatus");
  return { state: status === "2" ? "approved" : "submitted" };
}

function changedLines(
  context: RecordContext,
  transaction: SimTransaction,
  fields: WriteFields,
  replaced: readonly string[],
): Pick<TransactionChange, "lines"> {
  if (fields.expense === undefined && fields.item === undefined) return {};
  const kept = transaction.lines.filter((line) => {
    const sublist = line.itemId === null ? "expense" : "item";
    return !(replaced.includes(sublist) && fields[sublist] !== undefined);
  });
  const sent = [...(fields.expense ?? []), ...(fields.item ?? [])];
  const merged = kept.map((line): NewLine => {
    const change = sent.find((candidate) => candidate.line === line.id);
    return change ? { ...asNewLine(line), ...withoutLine(change), id: line.id } : asNewLine(line);
  });
  const added = sent.filter((line) => !kept.some((existing) => existing.id === line.line)).map(withoutLine);
  return { lines: [...merged, ...added].map((line) => scripted(context, line)) };
}

/** What a script of the account makes of a line before it is saved. */
function scripted({ settings }: RecordContext, line: NewLine): NewLine {
  const [sent, saved] = settings.script.restates ?? [];
  if (sent === undefined || saved === undefined || line.amount === undefined) return line;
  return compareDecimals(line.amount, decimal(sent)) === 0 ? { ...line, amount: decimal(saved) } : line;
}

function withoutLine({ line: _line, ...rest }: WriteLine): NewLine {
  return rest;
}

function partyOf(context: RecordContext, fields: WriteFields, side: "vendor" | "customer"): string {
  const id = fields.partyId ?? refuse(`Please enter value(s) for: ${side === "vendor" ? "Vendor" : "Customer"}.`, "entity");
  const party = context.books.parties.find(
    (candidate) => entityId(context.books, candidate.id, side) === id && (candidate.role === side || candidate.role === "both"),
  );
  return party?.id ?? refuse(`Invalid Field Value ${id} for the following field: entity`, "entity");
}

/** Scripts name only the internal id of the field that they miss. */
function refuseByScript(context: RecordContext, memo: string | undefined, partyId: string | null): SimResponse | null {
  const { rejectMemo, rejectVendorId } = context.settings;
  const refused = (rejectMemo !== null && memo === rejectMemo) || (rejectVendorId !== null && partyId === rejectVendorId);
  return refused
    ? errorResponse(400, "USER_ERROR", "Error while accessing a resource. Please enter value(s) for: custbody_budget_owner.")
    : null;
}

function scriptRejection(transaction: SimTransaction): SimResponse | null {
  return transaction.scriptRejection === undefined ? null : errorResponse(400, "USER_ERROR", transaction.scriptRejection);
}

function written(context: RecordContext, transaction: SimTransaction): SimResponse {
  const { recordType } = TYPE_WORDS[ledgerTypeOf(transaction)];
  return {
    status: 204,
    headers: { location: `${context.settings.baseUrl}/services/rest/record/v1/${recordType}/${transaction.id}` },
    body: "",
  };
}

function notWritable(name: string): SimResponse {
  return errorResponse(405, "INVALID_METHOD", `The simulated ledger does not write records of type ${name}.`);
}

function refusable(write: () => SimResponse): SimResponse {
  try {
    return write();
  } catch (cause) {
    if (cause instanceof WriteRefusal) return cause.response;
    throw cause;
  }
}

/** The fields that were sent; absent ones must stay absent. */
function present<T extends Record<string, unknown>>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
