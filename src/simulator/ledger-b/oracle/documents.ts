import { compareDecimals, type DecimalString, isZero, negateDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
import type { SimTransaction, TransactionKind } from "../../books/types.ts";
import { compareIds, entityOf } from "../entities.ts";
import { sentAmount, sentOf } from "../sent-amount.ts";
import { noteOf, taxRateIdOf } from "../traits.ts";
import { openAmount, type View } from "../view.ts";
import { allocationsOf } from "./allocations.ts";
import { basisOf, documentLines, isRefund } from "./lines.ts";
import { type PartyWord, partyOf } from "./lists.ts";
import { isMove, moveRecord } from "./money-moves.ts";
import { moneyOf, NOTHING, type OracleRecord, present, sourceOf, textOf } from "./plain.ts";

const types: Partial<Record<TransactionKind, string>> = {
  sales_invoice: "sales_invoice",
  purchase_bill: "purchase_bill",
  sales_credit: "sales_credit",
  purchase_credit: "purchase_credit",
  cash_sale: "cash_sale",
  cash_sale_refund: "cash_sale",
  cash_purchase: "cash_purchase",
  cash_purchase_refund: "cash_purchase",
  journal: "journal",
};

/** Every document as a mirror should hold it, by id. */
export function documentRecords(view: View): OracleRecord[] {
  return [...view.byId.values()]
    .filter((transaction) => types[transaction.kind] !== undefined || isMove(transaction))
    .toSorted((a, b) => compareIds(a.id, b.id))
    .map((transaction) => (isMove(transaction) ? moveRecord(view, transaction) : documentRecord(view, transaction)));
}

function documentRecord(view: View, transaction: SimTransaction): OracleRecord {
  const entity = entityOf(transaction.kind) ?? "";
  const { currency } = transaction;
  const lines = documentLines(view, transaction);
  const total = totalOf(transaction, lines);
  const totalBase = totalBaseOf(view, transaction, total);
  const id = `${entity}:${transaction.id}`;
  return present({
    id,
    type: types[transaction.kind],
    number: textOf(transaction.number),
    party: documentParty(view, transaction),
    issueDate: transaction.date,
    dueDate: entity === "Invoice" || entity === "Bill" ? (transaction.dueDate ?? undefined) : undefined,
    currency,
    exchangeRate: currency === view.books.baseCurrency ? undefined : transaction.rate,
    total: moneyOf(total, currency),
    totalBase: totalBase && moneyOf(totalBase, view.books.baseCurrency),
    outstanding: moneyOf(outstandingOf(view, transaction), currency),
    tax: taxOf(view, transaction),
    status: statusOf(view, transaction),
    statusIsDerived: true,
    memo: textOf(noteOf(transaction)),
    lines,
    allocations: allocationsOf(view, transaction),
    totalAccountId: namesTotalAccount(entity) && transaction.accountId !== null ? `Account:${transaction.accountId}` : undefined,
    source: sourceOf(view.books.tenantId, entity, transaction.id),
  });
}

/** Invoices and credit memos leave the receivable account to the ledger; journals have no total. */
function namesTotalAccount(entity: string): boolean {
  return !["Invoice", "CreditMemo", "JournalEntry"].includes(entity);
}

function signed(transaction: SimTransaction, value: DecimalString): DecimalString {
  const sent = sentOf(transaction, value);
  return isRefund(transaction) ? negateDecimal(sent) : sent;
}

/** A journal entry states no total: its debits are added up. */
function totalOf(transaction: SimTransaction, lines: readonly OracleRecord[]): DecimalString {
  if (transaction.kind !== "journal") return signed(transaction, transaction.total);
  const nets = lines.map((line) => (line.net as { amount: DecimalString }).amount);
  return sumDecimals(nets.filter((net) => !net.startsWith("-")));
}

/** Journal entries send no base total, purchases only in a foreign currency. */
function totalBaseOf(view: View, transaction: SimTransaction, total: DecimalString): DecimalString | undefined {
  const isForeign = transaction.currency !== view.books.baseCurrency;
  if (transaction.kind === "journal") return isForeign ? undefined : total;
  return isForeign ? signed(transaction, transaction.totalBase) : total;
}

function isSettled(transaction: SimTransaction): boolean {
  return ["sales_invoice", "purchase_bill", "sales_credit", "purchase_credit"].includes(transaction.kind);
}

function outstandingOf(view: View, transaction: SimTransaction): DecimalString {
  if (!isSettled(transaction) || transaction.state === "voided") return NOTHING;
  return sentOf(transaction, openAmount(view, transaction));
}

/** Rule 6, in its order; cash documents and journals have no balance. */
function statusOf(view: View, transaction: SimTransaction): string {
  if (noteOf(transaction)?.startsWith("Voided")) return "voided";
  if (transaction.kind === "journal") return "paid";
  const balance = isSettled(transaction) ? openAmount(view, transaction) : NOTHING;
  if (isZero(transaction.total) && isZero(balance)) return "voided_or_zero";
  if (isZero(balance)) return "paid";
  return compareDecimals(balance, transaction.total) < 0 ? "part_paid" : "open";
}

function documentParty(view: View, transaction: SimTransaction): OracleRecord | undefined {
  if (transaction.kind === "journal") return undefined;
  return partyOf(view, transaction.partyId, partyWord(view, transaction));
}

/** Direct spend may go to anyone; everything else determines its side. */
export function partyWord(view: View, transaction: SimTransaction): PartyWord {
  const entity = entityOf(transaction.kind) ?? "";
  if (["Invoice", "CreditMemo", "SalesReceipt", "RefundReceipt", "Payment"].includes(entity)) return "Customer";
  const role = entity === "Purchase" ? view.parties.get(transaction.partyId ?? "")?.role : "vendor";
  return role === "customer" ? "Customer" : role === "employee" ? "Employee" : "Vendor";
}

function taxOf(view: View, transaction: SimTransaction): object {
  const basis = basisOf(view, transaction);
  const taxed = transaction.lines.filter(({ taxCodeId }) => taxCodeId !== null);
  const isSales =
    partyWord(view, transaction) === "Customer" && transaction.kind !== "cash_purchase" && transaction.kind !== "cash_purchase_refund";
  if (transaction.kind === "journal" || (!isSales && taxed.length === 0)) return { basis, components: [] };
  const { currency } = transaction;
  const groups = transaction.state === "voided" ? [] : [...Map.groupBy(taxed, ({ taxCodeId }) => taxCodeId ?? "")];
  const components = groups.map(([codeId, lines]) => {
    const rate = view.books.taxCodes.find((code) => code.id === codeId)?.rate;
    return present({
      code: taxRateIdOf(view.books, codeId),
      rate: rate && sentAmount(rate, transaction.id),
      amount: moneyOf(signed(transaction, sumDecimals(lines.map(({ tax }) => tax))), currency),
    });
  });
  return { basis, amount: moneyOf(signed(transaction, transaction.tax), currency), components };
}
