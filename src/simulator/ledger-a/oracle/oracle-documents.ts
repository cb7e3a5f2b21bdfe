import { compareDecimals, type DecimalString } from "#shared/kernel/decimal.ts";
import type { SimLine, SimTransaction, TransactionKind } from "../../books/types.ts";
import type { BooksView } from "../books-view.ts";
import { narrationOf } from "../rendering/render-other-documents.ts";
import { padDecimal } from "../round-decimal.ts";
import { remainingCredit, settlementOf, ZERO } from "../settlement.ts";
import { BANK_KINDS, CREDIT_KINDS, INVOICE_KINDS, OVERPAYMENT_KINDS, PREPAYMENT_KINDS, statusWord } from "../words.ts";
import {
  allocationsAround,
  basisOf,
  entityTypeOf,
  expectedDimensions,
  expectedLine,
  filled,
  type Plain,
  partyOf,
  plain,
  recordId,
  sent,
  sourceOf,
} from "./oracle-parts.ts";

const DOCUMENT_TYPES: Partial<Record<TransactionKind, string>> = {
  sales_invoice: "sales_invoice",
  purchase_bill: "purchase_bill",
  sales_credit: "sales_credit",
  purchase_credit: "purchase_credit",
  cash_sale: "cash_sale",
  cash_purchase: "cash_purchase",
  cash_sale_refund: "cash_purchase",
  cash_purchase_refund: "cash_sale",
  receipt_overpayment: "sales_credit",
  receipt_prepayment: "sales_credit",
  spend_overpayment: "purchase_credit",
  spend_prepayment: "purchase_credit",
};

const LIST_KINDS: readonly TransactionKind[] = [...INVOICE_KINDS, ...CREDIT_KINDS];
const CASH_KINDS: readonly TransactionKind[] = [...BANK_KINDS];
const ADVANCE_KINDS: readonly TransactionKind[] = [...OVERPAYMENT_KINDS, ...PREPAYMENT_KINDS];

/** What the mirror must hold for every document that the ledger tells of. */
export function expectedDocuments(view: BooksView): Plain[] {
  return view.books.transactions.flatMap((t) => {
    if (t.kind === "journal") return [expectedManualJournal(view, t)];
    const isTold = LIST_KINDS.includes(t.kind) || ((CASH_KINDS.includes(t.kind) || ADVANCE_KINDS.includes(t.kind)) && !isDraft(t));
    return isTold ? [expectedDocument(view, t)] : [];
  });
}

/** The ledger keeps no drafts of money moved. */
function isDraft(t: SimTransaction): boolean {
  return t.state === "draft" || t.state === "submitted";
}

function expectedDocument(view: BooksView, t: SimTransaction): Plain {
  const isBase = t.currency === view.books.baseCurrency;
  const isAdvance = ADVANCE_KINDS.includes(t.kind);
  const sourceStatus = statusWord(view, t);
  const outstanding = outstandingOf(view, t);
  return plain({
    id: recordId(t),
    type: DOCUMENT_TYPES[t.kind],
    number: LIST_KINDS.includes(t.kind) ? filled(t.number) : undefined,
    reference: filled(t.reference),
    party: partyOf(view, t.partyId),
    issueDate: t.date,
    dueDate: t.dueDate ?? undefined,
    currency: t.currency,
    exchangeRate: isBase ? undefined : padDecimal(t.rate, 6),
    total: sent(t.total, t.currency),
    totalBase: isBase ? sent(t.total, t.currency) : undefined,
    outstanding: sent(outstanding, t.currency),
    tax: { basis: basisOf(t), amount: sent(t.tax, t.currency), components: [] },
    status: CASH_KINDS.includes(t.kind) && sourceStatus === "AUTHORISED" ? "paid" : statusOf(sourceStatus, outstanding, t.total),
    statusIsDerived: false,
    sourceStatus,
    unappliedKind: isAdvance ? (OVERPAYMENT_KINDS.some((kind) => kind === t.kind) ? "overpayment" : "prepayment") : undefined,
    lines: isAdvance ? [] : t.lines.map((line) => documentLine(view, t, line)),
    allocations: allocationsAround(view, t),
    // Only money moved names the account of its total; control accounts are the ledger's own.
    totalAccountId: CASH_KINDS.includes(t.kind) && t.accountId !== null ? `Account:${t.accountId}` : undefined,
    bankReconciled: CASH_KINDS.includes(t.kind) ? view.books.bankReconciled.has(t.id) : undefined,
    source: sourceOf(view.books, entityTypeOf(t), t.id),
  });
}

function outstandingOf(view: BooksView, t: SimTransaction): DecimalString {
  if (CASH_KINDS.includes(t.kind)) return ZERO;
  return t.kind === "sales_invoice" || t.kind === "purchase_bill" ? settlementOf(view, t).due : remainingCredit(view, t);
}

function statusOf(sourceStatus: string, outstanding: DecimalString, total: DecimalString): string {
  switch (sourceStatus) {
    case "DRAFT":
      return "draft";
    case "SUBMITTED":
      return "awaiting_approval";
    case "PAID":
      return "paid";
    case "VOIDED":
      return "voided";
    case "DELETED":
      return "deleted";
    default:
      return compareDecimals(outstanding, ZERO) > 0 && compareDecimals(outstanding, total) < 0 ? "part_paid" : "open";
  }
}

function documentLine(view: BooksView, t: SimTransaction, line: SimLine): Plain {
  return plain({
    ...expectedLine(view, t, line),
    tax: { basis: basisOf(t), amount: sent(line.tax, t.currency), components: [{ code: line.taxCodeId ?? "NONE" }] },
    source: sourceOf(view.books, entityTypeOf(t), line.id),
  });
}

function expectedManualJournal(view: BooksView, t: SimTransaction): Plain {
  const base = view.books.baseCurrency;
  const sourceStatus = statusWord(view, t);
  const status = { DRAFT: "draft", POSTED: "paid", VOIDED: "voided", DELETED: "deleted" }[sourceStatus];
  return plain({
    id: recordId(t),
    type: "journal",
    issueDate: t.date,
    currency: base,
    total: sent(t.total, base),
    totalBase: sent(t.total, base),
    outstanding: sent(ZERO, base),
    tax: { basis: "none", components: [] },
    status,
    statusIsDerived: false,
    sourceStatus,
    memo: narrationOf(t),
    lines: t.lines.map((line, at) => manualJournalLine(view, t, line, `#${at + 1}`)),
    allocations: [],
    source: sourceOf(view.books, "ManualJournal", t.id),
  });
}

/** Lines of manual journals have no id and no quantity. */
function manualJournalLine(view: BooksView, t: SimTransaction, line: SimLine, place: string): Plain {
  const base = view.books.baseCurrency;
  return plain({
    id: `${recordId(t)}/${place}`,
    kind: "account",
    description: filled(line.description),
    accountId: `Account:${line.accountId}`,
    net: sent(line.net, base),
    tax: { basis: "none", amount: sent(line.tax, base), components: [{ code: line.taxCodeId ?? "NONE" }] },
    dimensions: expectedDimensions(view, line.dimensions),
    source: sourceOf(view.books, "ManualJournal", place),
  });
}
