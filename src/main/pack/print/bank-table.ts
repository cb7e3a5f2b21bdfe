import { differenceReason } from "#main/domain/bank-matching/difference-reason.ts";
import { stepNames } from "#main/domain/bank-matching/step-names.ts";
import type { BankReconciliation } from "#shared/contract/close/bank.ts";
import { addDays } from "#shared/kernel/calendar-date.ts";
import { absoluteDecimal, type DecimalString, isZero, negateDecimal } from "#shared/kernel/decimal.ts";
import { dayName } from "#shared/kernel/readable.ts";
import { t } from "#shared/language/t.ts";
import { balanceSheetSign } from "#shared/model/books/balance-sheet-sign.ts";
import type { PrintedRow, PrintedTable } from "./pdf.ts";
import { printAmount, printText } from "./print-text.ts";

/** A bank account as people name it: its code and its name. */
export function bankName({ account }: BankReconciliation): string {
  return `${account.code === null ? "" : `${account.code} `}${account.name}`;
}

/** A bank reconciliation for print: from the balance per books to the balance per statement, item by item. */
export function bankTable(reconciliation: BankReconciliation): PrintedTable {
  return {
    heads: ["Date", "Description", "Reference", "Age (days)", reconciliation.currency],
    rows: rowsOf(reconciliation),
    widths: [62, "*", 110, 48, 80],
    rightFrom: 3,
  };
}

/** What the reconciliation comes to, in a sentence. */
export function bankVerdict({ state, asOf, difference, currency, unreconciledLines }: BankReconciliation): string {
  if (state === "no_statement") return `No statement covers ${dayName(asOf)}.`;
  if (difference === null) return "The balance per statement isn't known.";
  if (!isZero(difference)) return `Out of balance by ${printAmount(absoluteDecimal(difference), currency).trim()} ${currency}.`;
  if (state === "statement_ends_early") return `In balance, but the statements end before ${dayName(asOf)}.`;
  if (state === "reconciled") return "Reconciled.";
  return unreconciledLines.length === 0
    ? "In balance, with fees that aren't in the books."
    : "In balance, with unreconciled statement lines.";
}

function rowsOf(one: BankReconciliation): PrintedRow[] {
  const { currency, totals, account } = one;
  const names = stepNames(one);
  const printed = (amount: DecimalString) => printAmount(balanceSheetSign(amount, account), currency);
  const sum = (text: string, amount: DecimalString | null, look: "strong" | "total" = "strong"): PrintedRow => ({
    cells: ["", text, "", "", amount === null ? "Not known" : printed(amount)],
    look,
  });
  const item = (date: string, text: string | null, reference: string | null, age: number | null, amount: DecimalString): PrintedRow => ({
    cells: [dayName(date), printText(text ?? "Transaction"), printText(reference ?? ""), age === null ? "" : String(age), printed(amount)],
  });
  const posted = (some: BankReconciliation["outstandingPayments"]) =>
    some.map(({ date, contact, description, number, reference, ageDays, amount }) =>
      item(date, contact ?? description, number ?? reference, ageDays, amount),
    );
  return [
    sum("Balance per books", one.books),
    sum(names.payments, totals.payments),
    ...posted(one.outstandingPayments),
    sum(names.receipts, negateDecimal(totals.receipts)),
    ...posted(one.outstandingReceipts),
    sum(names.lines, totals.lines),
    ...one.unreconciledLines.map((line) => item(line.date, line.payee ?? line.description, line.reference, line.ageDays, line.amount)),
    ...(one.fees.length === 0 ? [] : [sum(names.fees, negateDecimal(totals.fees))]),
    ...one.fees.map(({ date, text, amount }) => item(date, text, null, null, amount)),
    sum("Expected statement balance", one.expected),
    sum(`Balance per statement${one.statementDate === null ? "" : `, ${dayName(one.statementDate)}`}`, one.statement),
    sum("Difference", one.difference, "total"),
  ];
}

/** What explains a difference, and what the figures leave out. */
export function bankNotes(one: BankReconciliation): string[] {
  const { reasons, cleared, account } = one;
  // These items have the opposite sign of the total above them, which says what is added to the books or taken off.
  const hasOpposite = one.outstandingPayments.length + one.outstandingReceipts.length + one.fees.length > 0;
  return [
    ...reasons.map((reason) => reasonText(reason, one)),
    ...(account.isLiability ? [LIABILITY_SIGNS] : hasOpposite ? [ASSET_SIGNS] : []),
    ...(cleared === null ? [] : [clearedText(cleared)]),
  ];
}

const ASSET_SIGNS =
  "Outstanding receipts and fees not in the books are listed as positive amounts, outstanding payments as negative amounts.";
const LIABILITY_SIGNS =
  "What is owed is positive, and so are charges. Payments, credits and fees not in the books are listed as negative amounts.";

function clearedText({ through, by }: NonNullable<BankReconciliation["cleared"]>): string {
  return by === "statement"
    ? t(
        "The first imported statement begins on {day}. Earlier transactions count as cleared, unless they're matched with a statement line dated after the period end.",
        { day: dayName(addDays(through, 1)) },
      )
    : t(
        "The closing balance is dated {day}. Transactions through that day count as cleared, unless they're matched with a later statement line.",
        { day: dayName(through) },
      );
}

function reasonText(reason: BankReconciliation["reasons"][number], { currency, account }: BankReconciliation): string {
  const amount = printAmount(balanceSheetSign(reason.amount, account), currency).trim();
  return `Difference of ${amount} ${currency}: ${differenceReason(reason)}`;
}
