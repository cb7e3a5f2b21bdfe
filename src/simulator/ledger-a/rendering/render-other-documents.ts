import type { SimLine, SimTransaction } from "../../books/types.ts";
import type { BooksView } from "../books-view.ts";
import { derivedId } from "../derived-id.ts";
import type { JsonRecord } from "../json-text.ts";
import { dateString, vendorDay, vendorMoment } from "../vendor-time.ts";
import { statusWord, typeWord } from "../words.ts";
import { currencyRate, documentFields, money, type RenderStyle, tracking, updatedFields } from "./render-common.ts";

/** `Narration` is required by the ledger. */
export function narrationOf(t: SimTransaction): string {
  return t.memo ?? t.reference ?? t.number ?? "Manual journal";
}

/** One element of `ManualJournals`: journals that people typed; lines have no id. */
export function renderManualJournal(view: BooksView, t: SimTransaction, style: RenderStyle): JsonRecord {
  return {
    Date: vendorDay(t.date),
    DateString: dateString(t.date),
    Status: statusWord(view, t),
    LineAmountTypes: "NoTax",
    ...updatedFields(view, t),
    ManualJournalID: t.id,
    Narration: narrationOf(t),
    JournalLines: style.lines ? t.lines.map((line) => journalLine(view, line)) : [],
    ShowOnCashBasisReports: true,
    HasAttachments: false,
  };
}

function journalLine(view: BooksView, line: SimLine): JsonRecord {
  return {
    Description: line.description ?? "",
    TaxType: line.taxCodeId ?? "NONE",
    TaxAmount: money(line.tax),
    LineAmount: money(line.net),
    AccountCode: view.accounts.get(line.accountId)?.code,
    AccountID: line.accountId,
    Tracking: tracking(view, line.dimensions),
    IsBlank: false,
  };
}

/** One element of `PurchaseOrders`. Orders come with their lines, paged or not, and always with four decimals of a unit price. */
export function renderPurchaseOrder(view: BooksView, t: SimTransaction): JsonRecord {
  return {
    PurchaseOrderID: t.id,
    PurchaseOrderNumber: t.number ?? "",
    Reference: t.reference ?? "",
    HasErrors: false,
    IsDiscounted: false,
    Type: typeWord(t.kind),
    CurrencyRate: currencyRate(t),
    Status: statusWord(view, t),
    ...documentFields(view, { ...t, dueDate: null }, { lines: true, unitDecimals: 4, summary: false }),
    ...(t.dueDate === null ? {} : { DeliveryDateString: dateString(t.dueDate), DeliveryDate: vendorDay(t.dueDate) }),
    HasAttachments: false,
  };
}

/** A line of a bill or spend that is billed on to a customer. */
export interface LinkedLine {
  readonly id: string;
  readonly source: SimTransaction;
  readonly line: SimLine;
  readonly contactId: string;
}

export function linkedLinesOf(view: BooksView): readonly LinkedLine[] {
  return view.ofKinds("purchase_bill", "cash_purchase").flatMap((source) =>
    source.lines.flatMap((line) => {
      if (line.billableTo === null) return [];
      return [{ id: derivedId("linked transaction", line.id), source, line, contactId: line.billableTo }];
    }),
  );
}

export function linkedStatus({ source }: LinkedLine): string {
  if (source.state === "approved") return "APPROVED";
  return source.state === "draft" || source.state === "submitted" ? "DRAFT" : "VOIDED";
}

/** One element of `LinkedTransactions`. */
export function renderLinked(view: BooksView, link: LinkedLine): JsonRecord {
  return {
    LinkedTransactionID: link.id,
    SourceTransactionID: link.source.id,
    SourceLineItemID: link.line.id,
    ContactID: link.contactId,
    Status: linkedStatus(link),
    Type: "BILLABLEEXPENSE",
    UpdatedDateUTC: vendorMoment(view.updatedMs(link.source)),
    SourceTransactionTypeCode: typeWord(link.source.kind),
  };
}
