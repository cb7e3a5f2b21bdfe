import { type DecimalString, decimal, isZero, negateDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
import type { ExactJson } from "#shared/kernel/json-exact.ts";
import type { DocumentType } from "#shared/model/books/document.ts";
import type { TaxBreakdown, TaxComponent } from "#shared/model/books/tax.ts";
import type { MappedDocument, MappedSource, MappingFinding, ReadContext } from "../../adapter.ts";
import { deriveStatus } from "../derive-status.ts";
import { type DocumentPayload, documentPayload, type ReferencePayload } from "../schemas.ts";
import {
  compact,
  deletedSource,
  isSet,
  mapped,
  money,
  readRecord,
  refId,
  refValue,
  requiredDay,
  requiredDecimal,
  sentDay,
  sentDecimal,
  sentText,
  sourceRef,
  unknownValue,
} from "./fields.ts";
import { debitAmounts, type LineFrame, mapLines, unreadableLine } from "./lines.ts";

export type DocumentEntity =
  | "Invoice"
  | "CreditMemo"
  | "SalesReceipt"
  | "RefundReceipt"
  | "Bill"
  | "VendorCredit"
  | "Purchase"
  | "JournalEntry";

interface DocumentKind {
  readonly type: DocumentType;
  readonly side: LineFrame["side"];
  /** Where the outstanding amount is: a balance, the unused credit, or nowhere because the cash has moved. */
  readonly settles: "balance" | "credit" | "cash" | "journal";
  /** The member that names the account of the total. */
  readonly totalAccount?: "ARAccountRef" | "APAccountRef" | "DepositToAccountRef" | "AccountRef";
}

const kinds: Record<DocumentEntity, DocumentKind> = {
  Invoice: { type: "sales_invoice", side: "sales", settles: "balance", totalAccount: "ARAccountRef" },
  CreditMemo: { type: "sales_credit", side: "sales", settles: "credit", totalAccount: "ARAccountRef" },
  SalesReceipt: { type: "cash_sale", side: "sales", settles: "cash", totalAccount: "DepositToAccountRef" },
  RefundReceipt: { type: "cash_sale", side: "sales", settles: "cash", totalAccount: "DepositToAccountRef" },
  Bill: { type: "purchase_bill", side: "purchases", settles: "balance", totalAccount: "APAccountRef" },
  VendorCredit: { type: "purchase_credit", side: "purchases", settles: "credit", totalAccount: "APAccountRef" },
  Purchase: { type: "cash_purchase", side: "purchases", settles: "cash", totalAccount: "AccountRef" },
  JournalEntry: { type: "journal", side: "purchases", settles: "journal" },
};

const NOTHING = decimal("0.00");

/** One transaction entity as a document. @throws RecordMalformed */
export function mapDocument(entityType: DocumentEntity, context: ReadContext, record: ExactJson): MappedSource {
  const deleted = deletedSource(entityType, record);
  if (deleted !== null) return deleted;
  const payload = readRecord(documentPayload, record);
  const unreadable = unreadableLine(`${entityType}:${payload.Id}`, payload.Line ?? []);
  if (unreadable !== null) return mapped(entityType, payload.Id, [], [unreadable]);
  const findings: MappingFinding[] = [];
  const value = documentOf(entityType, context, payload, findings);
  return mapped(entityType, payload.Id, [{ kind: "document", value }], findings);
}

function documentOf(
  entityType: DocumentEntity,
  context: ReadContext,
  payload: DocumentPayload,
  findings: MappingFinding[],
): MappedDocument {
  const kind = kinds[entityType];
  const id = `${entityType}:${payload.Id}`;
  const base = context.discovery.organisation.baseCurrency;
  const currency = refValue(payload.CurrencyRef) ?? base;
  const flip = entityType === "RefundReceipt" || (entityType === "Purchase" && isSet(payload.Credit));
  const basis = taxBasis(id, payload, findings);
  const frame: LineFrame = {
    ...{ context, entityType, sourceId: payload.Id, currency, basis, side: kind.side, flip },
    headerClass: refValue(payload.ClassRef),
    headerDepartment: refValue(payload.DepartmentRef),
  };
  const { lines, findings: lineFindings } = mapLines(frame, payload.Line ?? []);
  findings.push(...lineFindings);
  const total = totalOf(kind, payload);
  const balance = outstandingOf(kind, payload);
  const privateNote = sentText(payload.PrivateNote);
  // Rule 6: derived here, once, from the amounts as sent.
  const status = deriveStatus({ privateNote, total: kind.settles === "journal" ? null : total, balance });
  return compact({
    id,
    type: kind.type,
    number: sentText(payload.DocNumber),
    ...partyOf(entityType, payload, findings),
    issueDate: requiredDay(payload.TxnDate, "TxnDate"),
    dueDate: sentDay(payload.DueDate, "DueDate"),
    currency,
    exchangeRate: currency === base ? undefined : sentDecimal(payload.ExchangeRate, "ExchangeRate"),
    total: money(signed(total, flip), currency),
    totalBase: totalBase(kind, payload, total, currency, base, flip),
    outstanding: money(status === "voided" ? NOTHING : balance, currency),
    tax: documentTax(payload, basis, currency, flip),
    status,
    statusIsDerived: true,
    memo: privateNote,
    lines,
    allocations: [],
    totalAccountId: kind.totalAccount === undefined ? undefined : refId("Account", payload[kind.totalAccount]),
    source: sourceRef(context, entityType, payload.Id),
  });
}

function signed(amount: DecimalString, flip: boolean): DecimalString {
  return flip ? negateDecimal(amount) : amount;
}

/** A journal entry's own total is always 0, so its size is what its debit lines add up to. */
function totalOf(kind: DocumentKind, payload: DocumentPayload): DecimalString {
  if (kind.settles === "journal") return sumDecimals(debitAmounts(payload.Line ?? []));
  return requiredDecimal(payload.TotalAmt, "TotalAmt");
}

function outstandingOf(kind: DocumentKind, payload: DocumentPayload): DecimalString {
  if (kind.settles === "cash" || kind.settles === "journal") return NOTHING;
  const unused = kind.settles === "credit" ? sentDecimal(payload.RemainingCredit, "RemainingCredit") : undefined;
  return unused ?? requiredDecimal(payload.Balance, "Balance");
}

/** Rule 2: the base amount is the ledger's own or nothing, never a product with the rate. */
function totalBase(kind: DocumentKind, payload: DocumentPayload, total: DecimalString, currency: string, base: string, flip: boolean) {
  const home = sentDecimal(payload.HomeTotalAmt, "HomeTotalAmt");
  // The home total of a journal entry is the home form of its meaningless 0.
  if (home !== undefined && !(kind.settles === "journal" && isZero(home))) return money(signed(home, flip), base);
  return currency === base ? money(signed(total, flip), base) : undefined;
}

function taxBasis(id: string, payload: DocumentPayload, findings: MappingFinding[]): TaxBreakdown["basis"] {
  const sent = sentText(payload.GlobalTaxCalculation);
  if (sent === undefined || sent === "TaxExcluded") return "exclusive";
  if (sent === "TaxInclusive") return "inclusive";
  if (sent === "NotApplicable") return "none";
  findings.push(unknownValue(id, "GlobalTaxCalculation", sent));
  return "unknown";
}

function documentTax(payload: DocumentPayload, basis: TaxBreakdown["basis"], currency: string, flip: boolean): TaxBreakdown {
  const total = sentDecimal(payload.TxnTaxDetail?.TotalTax, "TxnTaxDetail.TotalTax");
  const components = (payload.TxnTaxDetail?.TaxLine ?? []).map((line): TaxComponent => {
    const amount = sentDecimal(line.Amount, "TaxLine.Amount");
    return compact({
      code: refValue(line.TaxLineDetail?.TaxRateRef),
      rate: sentDecimal(line.TaxLineDetail?.TaxPercent, "TaxLine.TaxPercent"),
      amount: amount === undefined ? undefined : money(signed(amount, flip), currency),
    });
  });
  return compact({ basis, amount: total === undefined ? undefined : money(signed(total, flip), currency), components });
}

interface PartyOfDocument {
  readonly partyId: string | undefined;
  readonly partyName: string | undefined;
}

function partyOf(entityType: DocumentEntity, payload: DocumentPayload, findings: MappingFinding[]): PartyOfDocument {
  if (entityType === "Purchase") return payee(payload, findings);
  const role = kinds[entityType].side === "sales" ? "Customer" : "Vendor";
  const ref: ReferencePayload = role === "Customer" ? payload.CustomerRef : payload.VendorRef;
  const partyId = refId(role, ref);
  return { partyId, partyName: partyId === undefined ? undefined : sentText(ref?.name) };
}

const payees = new Set(["Vendor", "Customer", "Employee"]);

/** Money can be paid to any kind of party; the reference says which. */
function payee(payload: DocumentPayload, findings: MappingFinding[]): PartyOfDocument {
  const ref = payload.EntityRef;
  const type = sentText(ref?.type) ?? "Vendor";
  const partyName = sentText(ref?.name);
  if (payees.has(type)) return { partyId: refId(type, ref), partyName: refValue(ref) === undefined ? undefined : partyName };
  findings.push(unknownValue(`Purchase:${payload.Id}`, "EntityRef.type", type));
  return { partyId: undefined, partyName };
}
