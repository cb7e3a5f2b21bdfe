import { compareDecimals, type DecimalString, isZero, sumDecimals } from "#shared/kernel/decimal.ts";
import type { Books, SimLine, SimTransaction } from "../../books/types.ts";
import { ledgerLineId } from "../ledger-line.ts";
import { plainNumeral } from "../plain-numeral.ts";
import { postingPeriodOf, subsidiaryOf } from "../references.ts";
import { approvalStatusOf, statusLetterOf } from "../status-letter.ts";
import { type LedgerType, ledgerTypeOf, TYPE_WORDS } from "../vocabulary.ts";
import {
  allocationsOf,
  directed,
  documentParty,
  lineDimensions,
  money,
  type OracleRecord,
  openAmount,
  recordId,
  sourceOf,
} from "./oracle-shared.ts";

type DocumentType = "sales_invoice" | "purchase_bill" | "sales_credit" | "purchase_credit" | "cash_sale" | "cash_purchase" | "journal";

const DOCUMENT_TYPES: Partial<Record<LedgerType, DocumentType>> = {
  CustInvc: "sales_invoice",
  VendBill: "purchase_bill",
  CustCred: "sales_credit",
  VendCred: "purchase_credit",
  CustDep: "sales_credit",
  VPrep: "purchase_credit",
  CashSale: "cash_sale",
  CashRfnd: "cash_sale",
  Check: "cash_purchase",
  CardChrg: "cash_purchase",
  CardRfnd: "cash_purchase",
  ExpRept: "cash_purchase",
  Journal: "journal",
};

const HAS_OPEN_AMOUNT = new Set<LedgerType>(["CustInvc", "VendBill", "CustCred", "VendCred", "CustDep", "VPrep"]);

/** True for transactions that the mirror stores as documents (payments and orders are separate kinds). */
export function isDocument(transaction: SimTransaction): boolean {
  return DOCUMENT_TYPES[ledgerTypeOf(transaction)] !== undefined;
}

/** The expected mirror record of a document in the books. */
export function oracleDocument(books: Books, transaction: SimTransaction): OracleRecord {
  const type = ledgerTypeOf(transaction);
  const { currency } = transaction;
  const open = openAmount(books, transaction);
  const isBase = currency === books.baseCurrency;
  const totalBase = totalBaseOf(books, transaction);
  const approval = approvalStatusOf(transaction, TYPE_WORDS[type].hasApproval);
  const period = postingPeriodOf(books, transaction);
  return {
    id: recordId(transaction),
    type: DOCUMENT_TYPES[type],
    ...(transaction.number ? { number: transaction.number } : {}),
    ...(transaction.reference ? { reference: transaction.reference } : {}),
    ...documentParty(books, transaction),
    issueDate: transaction.date,
    ...(transaction.dueDate ? { dueDate: transaction.dueDate } : {}),
    currency,
    ...(isBase ? {} : { exchangeRate: plainNumeral(transaction.rate) }),
    total: totalOf(transaction),
    ...(totalBase === null ? {} : { totalBase }),
    // Journals have no main line, so their total has no account.
    ...(transaction.kind === "journal" || transaction.accountId === null ? {} : { totalAccountId: `account:${transaction.accountId}` }),
    outstanding: outstandingOf(transaction, open),
    tax: { basis: "exclusive", ...taxOf(books, transaction), components: [] },
    status: statusOf(transaction, open),
    statusIsDerived: false,
    sourceStatus: statusLetterOf(transaction, open),
    ...(approval === null ? {} : { approvalStatus: approval }),
    ...unappliedKind(type),
    entityId: `subsidiary:${subsidiaryOf(books, transaction)}`,
    ...(transaction.memo ? { memo: transaction.memo } : {}),
    lines: type === "CustDep" || type === "VPrep" ? [] : transaction.lines.map((line, at) => oracleLine(books, transaction, line, at)),
    allocations: allocationsOf(books, transaction),
    ...(period ? { periodId: `accountingperiod:${period.id}` } : {}),
    source: sourceOf(books, type, transaction.id),
  };
}

function oracleLine(books: Books, transaction: SimTransaction, line: SimLine, at: number): object {
  const type = ledgerTypeOf(transaction);
  const lineId = ledgerLineId(type, line, at);
  const { currency } = transaction;
  return {
    id: `${recordId(transaction)}/${lineId}`,
    kind: line.itemId === null ? "account" : "item",
    ...(line.description ? { description: line.description } : {}),
    ...(line.quantity === null ? {} : { quantity: plainNumeral(directed(transaction, line.quantity)) }),
    ...(line.unitPrice === null ? {} : { unitAmount: money(line.unitPrice, currency) }),
    accountId: `account:${line.accountId}`,
    ...(line.itemId === null ? {} : { itemId: `item:${line.itemId}` }),
    net: money(directed(transaction, line.net), currency),
    tax: { basis: "exclusive", components: [] },
    dimensions: lineDimensions(books, transaction, line.dimensions),
    ...(line.billableTo === null ? {} : { billable: { customerId: `customer:${line.billableTo}`, status: "billable" } }),
    source: sourceOf(books, type, lineId),
  };
}

function totalOf(transaction: SimTransaction): object {
  if (transaction.kind !== "journal") return money(directed(transaction, transaction.total), transaction.currency);
  const debits = transaction.lines.map((line) => plainNumeral(line.net)).filter((net) => compareDecimals(net, "0" as DecimalString) > 0);
  return { amount: sumDecimals(debits), currency: transaction.currency };
}

/** Journals have no main line: their total is known only in base currency. */
function totalBaseOf(books: Books, transaction: SimTransaction): object | null {
  if (transaction.kind !== "journal") return money(directed(transaction, transaction.totalBase), books.baseCurrency);
  return transaction.currency === books.baseCurrency ? totalOf(transaction) : null;
}

function outstandingOf(transaction: SimTransaction, open: DecimalString): object {
  const type = ledgerTypeOf(transaction);
  if (!HAS_OPEN_AMOUNT.has(type) || transaction.state === "voided") return { amount: "0.00", currency: transaction.currency };
  return money(open, transaction.currency);
}

/** The sum of the ledger's tax lines, one per tax account that has an amount. */
function taxOf(books: Books, transaction: SimTransaction): { amount?: object } {
  const sums = new Map<string, DecimalString>();
  for (const line of transaction.lines) {
    const account = books.taxCodes.find((code) => code.id === line.taxCodeId)?.accountId;
    if (account) sums.set(account, sumDecimals([sums.get(account) ?? ("0" as DecimalString), line.tax]));
  }
  const amounts = [...sums.values()].filter((amount) => !isZero(amount));
  if (amounts.length === 0 || transaction.kind === "journal") return {};
  return { amount: money(directed(transaction, sumDecimals(amounts)), transaction.currency) };
}

function statusOf(transaction: SimTransaction, open: DecimalString): string {
  const type = ledgerTypeOf(transaction);
  if (transaction.state === "voided") return "voided";
  if (transaction.state !== "approved") return type === "CustCred" || type === "VendCred" ? "open" : "awaiting_approval";
  if (!HAS_OPEN_AMOUNT.has(type) || isZero(open)) return "paid";
  return compareDecimals(open, transaction.total) < 0 ? "part_paid" : "open";
}

function unappliedKind(type: LedgerType): { unappliedKind?: string } {
  if (type === "CustDep") return { unappliedKind: "deposit" };
  return type === "VPrep" ? { unappliedKind: "prepayment" } : {};
}
