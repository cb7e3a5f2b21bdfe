import { addDays, type CalendarDate, monthEnd, monthStart } from "#shared/kernel/calendar-date.ts";
import { accountByCode } from "../chart.ts";
import { addDocument, type Making } from "../making.ts";
import { fromUnits, productUnits } from "../money.ts";
import { documentNumber } from "../numbers.ts";
import type { SimTransaction, TransactionKind } from "../types.ts";

/** Who charged tax: the firm, or its vendors. */
const TAXED: Partial<Record<TransactionKind, 1 | -1>> = {
  sales_invoice: 1,
  cash_sale: 1,
  purchase_credit: 1,
  cash_purchase_refund: 1,
  purchase_bill: -1,
  cash_purchase: -1,
  expense_report: -1,
  sales_credit: -1,
  cash_sale_refund: -1,
};

const CHARGED: Partial<Record<TransactionKind, 1 | -1>> = { cash_purchase: 1, vendor_payment: 1, cash_purchase_refund: -1 };

/** What an everyday firm pays from its bank account month by month: the company card in full, and every three months the tax. */
export function generateSettlements(making: Making): void {
  const { options, books } = making;
  if (options.everyday === undefined) return;
  for (let month = 0; month < options.months; month++) {
    const start = monthStart(options.today, month + 1 - options.months);
    // Ledger B knows card payments as such: they are made with its other money moves.
    if (options.style !== "b") pay(making, addDays(start, 19), "Company card paid", "2050", cardCharges(making, monthStart(start, -1)));
    if (Number(start.slice(5, 7)) % 3 === 1)
      pay(
        making,
        addDays(start, 27),
        // Not every country has quarterly returns.
        `${taxName(books.country)} return`,
        "2100",
        taxOwed(making, monthStart(start, -3), monthEnd(start, -1)),
      );
  }
}

/** What was put on the company card in a month, in cents. */
export function cardCharges({ books }: Pick<Making, "books">, start: CalendarDate): bigint {
  const card = accountByCode(books.accounts, "2050").id;
  const end = monthEnd(start);
  return sum(books.transactions, (transaction) => {
    const sign = CHARGED[transaction.kind];
    if (sign === undefined || transaction.accountId !== card || transaction.date < start || transaction.date > end) return 0n;
    return BigInt(sign) * cents(transaction.totalBase);
  });
}

function taxOwed({ books }: Making, from: CalendarDate, to: CalendarDate): bigint {
  return sum(books.transactions, ({ kind, date, tax, rate }) => {
    const sign = TAXED[kind];
    return sign === undefined || date < from || date > to ? 0n : BigInt(sign) * productUnits(tax, rate, 2);
  });
}

function pay(making: Making, date: CalendarDate, memo: string, account: string, amount: bigint): void {
  const { books, options } = making;
  if (date > options.today || amount <= 0n) return;
  const { id } = addDocument(making, {
    kind: "journal",
    number: documentNumber(making, "journal"),
    partyId: null,
    date,
    memo,
    entityId: books.style === "c" ? (books.entities[0]?.id ?? null) : null,
    lines: [
      { accountId: accountByCode(books.accounts, account).id, amount: fromUnits(amount, 2), description: memo },
      { accountId: accountByCode(books.accounts, "1000").id, amount: fromUnits(-amount, 2), description: memo },
    ],
  });
  making.kept.add(id);
}

function sum(transactions: readonly SimTransaction[], unitsOf: (transaction: SimTransaction) => bigint): bigint {
  return transactions.reduce((total, transaction) => (transaction.state === "approved" ? total + unitsOf(transaction) : total), 0n);
}

const cents = (amount: string): bigint => BigInt(amount.replace(".", ""));

const taxName = (country: string): string => (country === "US" ? "Sales tax" : ["GB", "IE"].includes(country) ? "VAT" : "GST");
