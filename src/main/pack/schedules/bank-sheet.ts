import { postingName } from "#main/domain/bank-matching/reconcile-bank.ts";
import { stepNames } from "#main/domain/bank-matching/step-names.ts";
import type { Sheet, SheetRow } from "#main/pack/workbook/sheet.ts";
import { statedReconciliations } from "#main/store/bank/bank-work.ts";
import type { BankReconciliation } from "#shared/contract/close/bank.ts";
import { type DecimalString, negateDecimal } from "#shared/kernel/decimal.ts";
import { dayName } from "#shared/kernel/readable.ts";
import { balanceSheetSign } from "#shared/model/books/balance-sheet-sign.ts";
import type { PackFacts } from "../pack-facts.ts";
import { openStatus } from "./labels.ts";

/** Schedule H2: the bank reconciliation of every account with statements; none where no statement was imported. */
export function bankSheets({ reader, closing, currency }: PackFacts): readonly Sheet[] {
  const results = statedReconciliations(reader, currency, closing.period.end);
  if (results.length === 0) return [];
  return [
    {
      ref: "H2",
      title: "Bank reconciliations",
      source: "From the bank statements and closing balances in Tieout, the general ledger, and the matches between them",
      notes: [
        "Expected statement balance = balance per books + outstanding payments - outstanding receipts + unreconciled statement lines - fees not in the books. Difference = expected statement balance - balance per statement.",
        "Outstanding receipts and fees not in the books are listed as positive amounts, outstanding payments as negative amounts.",
        ...(results.some(({ account }) => account.isLiability)
          ? [
              "For credit cards and other liabilities, what is owed is positive, and so are charges: expected statement balance = balance per books - outstanding charges + outstanding payments and credits + unreconciled statement lines + fees not in the books. Payments, credits and fees not in the books are listed as negative amounts.",
            ]
          : []),
        "Transactions dated before the start of an account's first imported statement count as cleared. However, those matched with a statement line dated after the period end count as outstanding. If, by the period end, an account has closing balances but no imported statement has started, only transactions dated through the day of the last of those balances count as cleared.",
      ],
      currency: null,
      currencyColumn: 4,
      columns: [
        { title: "Account", kind: "text", width: 32 },
        { title: "Line or item", kind: "text", width: 52 },
        { title: "Date", kind: "date", width: 12 },
        { title: "Age (days)", kind: "count", width: 11 },
        { title: "Currency", kind: "text", width: 9 },
        { title: "Amount", kind: "amount", width: 18 },
      ],
      rows: () => results.flatMap(accountRows),
      ...openStatus(results.filter(({ state }) => state !== "reconciled").length, "open", "Reconciled"),
    },
  ];
}

function accountRows(result: BankReconciliation): SheetRow[] {
  const { account, currency, totals } = result;
  const names = stepNames(result);
  const shown = (amount: DecimalString) => balanceSheetSign(amount, account);
  const name = `${account.code === null ? "" : `${account.code} `}${account.name}`;
  const line = (text: string, amount: DecimalString | null): SheetRow => ({
    look: "strong",
    currency,
    cells: [name, text, null, null, currency, amount === null ? null : shown(amount)],
  });
  const item = (text: string, date: string, age: number | null, amount: DecimalString): SheetRow => ({
    currency,
    cells: [null, text === "" ? "Transaction" : text, date, age === null ? null : String(age), currency, shown(amount)],
  });
  const posted = (one: BankReconciliation["outstandingPayments"][number]) => item(postingName(one), one.date, one.ageDays, one.amount);
  return [
    line("Balance per books", result.books),
    line(names.payments, totals.payments),
    ...result.outstandingPayments.map(posted),
    line(names.receipts, negateDecimal(totals.receipts)),
    ...result.outstandingReceipts.map(posted),
    line(names.lines, totals.lines),
    ...result.unreconciledLines.map((one) => item(one.payee ?? one.description ?? one.reference ?? "", one.date, one.ageDays, one.amount)),
    line(names.fees, negateDecimal(totals.fees)),
    ...result.fees.map((one) => item(one.text, one.date, null, one.amount)),
    line("Expected statement balance", result.expected),
    line(`Balance per statement${result.statementDate === null ? "" : `, ${dayName(result.statementDate)}`}`, result.statement),
    line("Difference", result.difference),
  ];
}
