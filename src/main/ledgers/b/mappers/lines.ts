import { type DecimalString, negateDecimal } from "#shared/kernel/decimal.ts";
import type { LineDimension } from "#shared/model/books/dimension.ts";
import type { DocumentLine } from "#shared/model/books/document.ts";
import type { TaxBreakdown } from "#shared/model/books/tax.ts";
import type { MappingFinding, ReadContext } from "../../adapter.ts";
import type { DocumentLinePayload, LineDetailPayload, LinePayload, ReferencePayload } from "../schemas.ts";
import { compact, money, refId, refValue, requiredDecimal, sentDecimal, sentText, sourceRef, unknownValue } from "./fields.ts";

/** What every line of one document shares. */
export interface LineFrame {
  readonly context: ReadContext;
  readonly entityType: string;
  readonly sourceId: string;
  readonly currency: string;
  readonly basis: TaxBreakdown["basis"];
  /** Which account of an item its lines post to. */
  readonly side: "sales" | "purchases";
  /** Refunds: the line amounts are negated. */
  readonly flip: boolean;
  readonly headerClass: string | undefined;
  readonly headerDepartment: string | undefined;
}

export interface MappedLines {
  readonly lines: DocumentLine[];
  readonly findings: MappingFinding[];
}

interface KeptLine {
  readonly payload: LinePayload;
  readonly detail: LineDetailPayload;
  readonly kind: "account" | "item";
  readonly net: DecimalString;
}

const dropped = new Set(["SubTotalLineDetail", "DescriptionOnly", "DescriptionLineDetail", "DescriptionOnlyLineDetail"]);
const withAmount = new Set([
  "SalesItemLineDetail",
  "ItemBasedExpenseLineDetail",
  "AccountBasedExpenseLineDetail",
  "JournalEntryLineDetail",
  "DiscountLineDetail",
  "TaxLineDetail",
]);

/**
 * A value on a line without which its amount or sign can't be told; the record is then kept raw.
 */
export function unreadableLine(recordId: string, payloads: readonly DocumentLinePayload[]): MappingFinding | null {
  for (const payload of payloads) {
    const type = sentText(payload.DetailType);
    if (type === "GroupLineDetail") {
      const inside = unreadableLine(recordId, payload.GroupLineDetail?.Line ?? []);
      if (inside !== null) return inside;
    } else if (type === undefined || !(dropped.has(type) || withAmount.has(type))) {
      return unknownValue(recordId, "Line.DetailType", type);
    } else if (type === "JournalEntryLineDetail") {
      const posting = sentText(payload.JournalEntryLineDetail?.PostingType);
      if (posting !== "Debit" && posting !== "Credit") return unknownValue(recordId, "Line.JournalEntryLineDetail.PostingType", posting);
    }
  }
  return null;
}

/**
 * The lines of a document in order. Subtotal and description lines repeat or explain others and are
 * dropped; a document that has nothing but a subtotal keeps it as one synthetic account line, so that
 * its lines still add up. Call `unreadableLine` first.
 */
export function mapLines(frame: LineFrame, payloads: readonly DocumentLinePayload[]): MappedLines {
  const kept = payloads.flatMap(unbundled).flatMap((payload) => keptLine(payload, frame.flip));
  const subtotal = payloads.findLast((payload) => payload.DetailType === "SubTotalLineDetail" && sentText(payload.Amount) !== undefined);
  if (kept.length === 0 && subtotal !== undefined) kept.push(syntheticLine(subtotal, frame.flip));
  const findings: MappingFinding[] = [];
  const lines = kept.map((line, index) => mapLine(frame, line, index + 1, findings));
  return { lines, findings };
}

/** The debit lines' amounts of a journal entry, whose own total is always 0. */
export function debitAmounts(payloads: readonly DocumentLinePayload[]): DecimalString[] {
  return payloads
    .filter((line) => line.JournalEntryLineDetail?.PostingType === "Debit" && line.DetailType === "JournalEntryLineDetail")
    .map((line) => requiredDecimal(line.Amount, "Line.Amount"));
}

/** A bundle's line only sums up the lines inside it. */
function unbundled(payload: DocumentLinePayload): LinePayload[] {
  return payload.DetailType === "GroupLineDetail" ? (payload.GroupLineDetail?.Line ?? []) : [payload];
}

function keptLine(payload: LinePayload, flip: boolean): KeptLine[] {
  const type = payload.DetailType ?? "";
  if (!withAmount.has(type)) return [];
  const detail = lineDetailOf(payload) ?? {};
  // Discounts are sent positive and reduce; journal lines carry their sign as a word.
  const negative = type === "DiscountLineDetail" || (type === "JournalEntryLineDetail" && detail.PostingType === "Credit");
  const amount = requiredDecimal(payload.Amount, "Line.Amount");
  const kind = type === "SalesItemLineDetail" || type === "ItemBasedExpenseLineDetail" ? "item" : "account";
  return [{ payload, detail, kind, net: negative !== flip ? negateDecimal(amount) : amount }];
}

function syntheticLine(subtotal: LinePayload, flip: boolean): KeptLine {
  const amount = requiredDecimal(subtotal.Amount, "Line.Amount");
  return { payload: { Description: subtotal.Description }, detail: {}, kind: "account", net: flip ? negateDecimal(amount) : amount };
}

function lineDetailOf(payload: LinePayload): LineDetailPayload | null | undefined {
  switch (payload.DetailType) {
    case "SalesItemLineDetail":
      return payload.SalesItemLineDetail;
    case "ItemBasedExpenseLineDetail":
      return payload.ItemBasedExpenseLineDetail;
    case "AccountBasedExpenseLineDetail":
      return payload.AccountBasedExpenseLineDetail;
    case "JournalEntryLineDetail":
      return payload.JournalEntryLineDetail;
    case "DiscountLineDetail":
      return payload.DiscountLineDetail;
    default:
      return null;
  }
}

function mapLine(frame: LineFrame, { payload, detail, kind, net }: KeptLine, position: number, findings: MappingFinding[]): DocumentLine {
  const lineId = sentText(payload.Id) ?? `#${position}`;
  const documentId = `${frame.entityType}:${frame.sourceId}`;
  const accountId = lineAccount(frame, kind, detail);
  if (accountId === undefined) findings.push(unresolvedAccount(documentId, lineId, detail.ItemRef));
  const unitPrice = sentDecimal(detail.UnitPrice, "Line.UnitPrice");
  const taxCode = refValue(detail.TaxCodeRef);
  return compact({
    id: `${documentId}/${lineId}`,
    kind,
    description: sentText(payload.Description),
    quantity: sentDecimal(detail.Qty, "Line.Qty"),
    unitAmount: unitPrice === undefined ? undefined : money(unitPrice, frame.currency),
    accountId,
    itemId: kind === "item" ? refId("Item", detail.ItemRef) : undefined,
    net: money(net, frame.currency),
    tax: { basis: frame.basis, components: taxCode === undefined ? [] : [{ code: taxCode }] },
    dimensions: lineDimensions(frame, detail),
    billable: billableMark(documentId, detail, findings),
    source: sourceRef(frame.context, frame.entityType, lineId),
  });
}

/** Rule 9: an item carries the account; the line names it only sometimes. */
function lineAccount(frame: LineFrame, kind: "account" | "item", detail: LineDetailPayload): string | undefined {
  if (kind === "account") return refId("Account", detail.AccountRef) ?? refId("Account", detail.DiscountAccountRef);
  const named = refId("Account", detail.ItemAccountRef);
  const itemId = refId("Item", detail.ItemRef);
  if (named !== undefined || itemId === undefined) return named;
  const item = frame.context.item(itemId);
  return frame.side === "sales" ? item?.incomeAccountId : item?.expenseAccountId;
}

function unresolvedAccount(documentId: string, lineId: string, item: ReferencePayload): MappingFinding {
  const why = refValue(item) === undefined ? "the line has neither an account nor an item" : `item ${refValue(item)} has no account`;
  return { code: "unresolved_account", field: "Line", message: `${documentId}, line ${lineId}: ${why}.` };
}

/** Rule 10: what the ledger holds on the header is copied to every line, and marked as copied. */
function lineDimensions(frame: LineFrame, detail: LineDetailPayload): LineDimension[] {
  const onClass = lineDimension("Class", refValue(detail.ClassRef), frame.headerClass);
  const onDepartment = lineDimension("Department", refValue(detail.DepartmentRef), frame.headerDepartment);
  const { dimensions } = frame.context.discovery.capabilities;
  const departmentFirst = dimensions[0]?.id === "Department";
  return departmentFirst ? [...onDepartment, ...onClass] : [...onClass, ...onDepartment];
}

function lineDimension(dimensionId: string, own: string | undefined, header: string | undefined): LineDimension[] {
  const valueId = own ?? header;
  return valueId === undefined ? [] : [{ dimensionId, valueId, fannedFromHeader: own === undefined }];
}

const BILLABLE_CODES = { Billable: "billable", HasBeenBilled: "billed", NotBillable: "not_billable" } as const;

function billableMark(documentId: string, detail: LineDetailPayload, findings: MappingFinding[]): DocumentLine["billable"] {
  const customerId = refId("Customer", detail.CustomerRef);
  const sent = sentText(detail.BillableStatus);
  if (customerId === undefined || sent === undefined) return undefined;
  const status = Object.hasOwn(BILLABLE_CODES, sent) ? BILLABLE_CODES[sent as keyof typeof BILLABLE_CODES] : undefined;
  if (status === undefined) findings.push(unknownValue(documentId, "Line.BillableStatus", sent));
  return status === undefined ? undefined : { customerId, status };
}
