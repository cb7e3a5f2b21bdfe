import { Download, FileText } from "lucide-react";
import type { ReactNode } from "react";
import type { BankReconciliation, BankWork } from "#shared/contract/close/bank.ts";
import { addDays } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, isZero, negateDecimal } from "#shared/kernel/decimal.ts";
import { balanceSheetSign } from "#shared/model/books/balance-sheet-sign.ts";
import { call } from "../../api/client.ts";
import { formatDay } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import text from "../../styles/text.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { classes } from "../../ui/controls/classes.ts";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { Money } from "../../ui/figures/money.tsx";
import type { Column } from "../../ui/grid/grid-types.ts";
import { saveFile } from "../../ui/grid/save-file.ts";
import { csvText } from "../../ui/grid/table-export.ts";
import styles from "./bank.module.css";
import { type AccountProps, FEE_WORDS, isMoneyOut, lineText, postingDetail, postingText } from "./bank-lines.ts";
import { useBankCall } from "./use-bank-call.ts";

interface Item {
  readonly key: string;
  readonly section: string;
  readonly date: string;
  readonly text: string;
  readonly detail: string;
  readonly amount: DecimalString;
  readonly ageDays: number | null;
}

/** What is between the balance per books and the balance per statement. What is owed on a card grows with a charge. */
const NAMES = {
  asset: {
    ...{ payments: t("Outstanding payments"), addPayments: t("Plus outstanding payments") },
    ...{ receipts: t("Outstanding receipts"), addReceipts: t("Less outstanding receipts") },
    addFees: t("Less fees not in the books"),
  },
  liability: {
    ...{ payments: t("Outstanding charges"), addPayments: t("Less outstanding charges") },
    ...{ receipts: t("Outstanding payments and credits"), addReceipts: t("Plus outstanding payments and credits") },
    addFees: t("Plus fees not in the books"),
  },
};

/** The bank reconciliation as it is printed: from the balance per books to the balance per statement, with what is between. */
export function ReconciliationSummary({ work, ...place }: Pick<AccountProps, "clientId" | "period"> & { readonly work: BankWork }) {
  const one = asShown(work.reconciliation);
  const { currency, totals } = one;
  const names = one.account.isLiability ? NAMES.liability : NAMES.asset;
  const payments = one.outstandingPayments.map((item) => posted(item, names.payments, false));
  const receipts = one.outstandingReceipts.map((item) => posted(item, names.receipts, true));
  const lines = one.unreconciledLines.map((line) => ({
    ...{
      key: line.lineId,
      section: t("Unreconciled statement lines"),
      date: line.date,
      text: lineText(line),
      detail: line.reference ?? "",
    },
    ...{ amount: line.amount, ageDays: line.ageDays },
  }));
  const fees = one.fees.map((fee) => ({
    ...{ key: String(fee.decisionNo), section: t("Fees not in the books"), date: fee.date, text: fee.text, detail: "" },
    ...{ amount: fee.amount, ageDays: null },
  }));
  return (
    <div className={styles.summary}>
      <SummaryHead {...place} one={one} items={[payments, receipts, lines, fees].flat()} />
      <table className={styles.steps}>
        <tbody>
          <Step name={t("Balance per books")} amount={one.books} currency={currency} strong />
          <Step name={names.addPayments} amount={totals.payments} currency={currency} items={payments} />
          <Step name={names.addReceipts} amount={negateDecimal(totals.receipts)} currency={currency} items={receipts} />
          <Step name={t("Plus unreconciled statement lines")} amount={totals.lines} currency={currency} items={lines} />
          {fees.length === 0 ? null : <Step name={names.addFees} amount={negateDecimal(totals.fees)} currency={currency} items={fees} />}
          <Step name={t("Expected statement balance")} amount={one.expected} currency={currency} strong />
          <Step
            name={
              one.statementDate === null
                ? t("Balance per statement")
                : t("Balance per statement, {day}", { day: formatDay(one.statementDate) })
            }
            amount={one.statement}
            currency={currency}
            strong
          />
          <Step
            name={differenceName(one)}
            amount={one.difference}
            currency={currency}
            strong
            off={one.difference !== null && !isZero(one.difference) && one.unreconciledLines.length === 0}
          />
        </tbody>
      </table>
      {fees.length === 0 ? null : <p className={text.mutedSmall}>{FEE_WORDS}</p>}
      <Reasons one={one} />
      <LedgerDiffers one={one} />
      {one.cleared === null ? null : <p className={text.mutedSmall}>{clearedWords(one.cleared)}</p>}
    </div>
  );
}

/** A finding only once every line has its match, as above the lines. */
function differenceName({ unreconciledLines }: Pick<BankReconciliation, "unreconciledLines">): string {
  return unreconciledLines.length > 0 ? t("Difference so far") : t("Difference");
}

/** With the signs that people read: those of the balance sheet, where what is owed is positive. */
function asShown(one: BankReconciliation): BankReconciliation {
  const { account, totals, ledgerDiffers } = one;
  if (!account.isLiability) return one;
  const shown = (amount: DecimalString) => balanceSheetSign(amount, account);
  const all = <Item extends { readonly amount: DecimalString }>(items: readonly Item[]) =>
    items.map((item) => ({ ...item, amount: shown(item.amount) }));
  return {
    ...one,
    ...{ books: shown(one.books), expected: shown(one.expected) },
    statement: one.statement === null ? null : shown(one.statement),
    difference: one.difference === null ? null : shown(one.difference),
    totals: { payments: shown(totals.payments), receipts: shown(totals.receipts), lines: shown(totals.lines), fees: shown(totals.fees) },
    ...{ outstandingPayments: all(one.outstandingPayments), outstandingReceipts: all(one.outstandingReceipts) },
    ...{ unreconciledLines: all(one.unreconciledLines), fees: all(one.fees), reasons: all(one.reasons) },
    ledgerDiffers: { clearedHere: all(ledgerDiffers.clearedHere), clearedThere: all(ledgerDiffers.clearedThere) },
  };
}

/** Which transactions count as cleared although no line clears them. */
function clearedWords({ through, by }: NonNullable<BankReconciliation["cleared"]>): string {
  return by === "statement"
    ? t(
        "The first imported statement begins on {day}. Earlier transactions count as cleared, unless they're matched with a statement line dated after the period end.",
        { day: formatDay(addDays(through, 1)) },
      )
    : t(
        "The closing balance is dated {day}. Transactions through that day count as cleared, unless they're matched with a later statement line.",
        { day: formatDay(through) },
      );
}

type HeadProps = Pick<AccountProps, "clientId" | "period"> & { readonly one: BankReconciliation; readonly items: readonly Item[] };

/** What is reconciled, at which day, and the ways to paper and spreadsheet. */
function SummaryHead({ clientId, period, one, items }: HeadProps) {
  const { busy, failure, run } = useBankCall();
  const print = async () => {
    const printed = await run(() => call("bank.print", { clientId, period, accountId: one.account.accountId }));
    if (printed !== null) void saveFile(printed.name, Uint8Array.fromBase64(printed.content), "application/pdf");
  };
  return (
    <div className={styles.summaryHead}>
      <div>
        <h2>{t("Bank reconciliation: {account}", { account: one.account.name })}</h2>
        <p className={text.muted}>{t("As of {day}, in {currency}", { day: formatDay(one.asOf), currency: one.currency })}</p>
        {failure === null ? null : <FailureNote failure={failure} />}
      </div>
      <span className={styles.choices} data-screen-only="">
        <Button kind="primary" icon={<FileText size={14} aria-hidden />} disabled={busy} onClick={() => void print()}>
          {busy ? t("Preparing…") : t("Save as PDF…")}
        </Button>
        <Button
          data-key="export"
          icon={<Download size={14} aria-hidden />}
          onClick={() => void saveFile(`bank-reconciliation-${one.asOf}.csv`, csvText(exported(one, items), COLUMNS), "text/csv")}
        >
          {t("Save as CSV…")}
        </Button>
      </span>
    </div>
  );
}

function posted(item: BankReconciliation["outstandingPayments"][number], section: string, isIn: boolean): Item {
  return {
    ...{ key: item.recordId, section, date: item.date, text: postingText(item), detail: postingDetail(item, isIn) },
    ...{ amount: item.amount, ageDays: item.ageDays },
  };
}

interface StepProps {
  readonly name: string;
  readonly amount: DecimalString | null;
  readonly currency: string;
  readonly items?: readonly Item[];
  readonly strong?: boolean;
  readonly off?: boolean;
}

/** A line of the reconciliation, with what is behind it. */
function Step({ name, amount, currency, items = [], strong = false, off = false }: StepProps): ReactNode {
  return (
    <>
      <tr className={classes(strong && styles.sum, off && styles.off)}>
        <th scope="row" colSpan={3}>
          {name}
        </th>
        <td>{amount === null ? <span className={text.muted}>{t("Not known")}</span> : <Money amount={amount} currency={currency} />}</td>
      </tr>
      {items.map((item) => (
        <tr key={item.key} className={styles.item}>
          <td className={styles.day}>{formatDay(item.date)}</td>
          <td>
            {item.text} <span className={text.mutedSmall}>{item.detail}</span>
          </td>
          <td className={text.mutedSmall}>
            {item.ageDays === null ? "" : t("{days, plural, one {# day} other {# days}} old", { days: item.ageDays })}
          </td>
          <td>
            <Money amount={item.amount} currency={currency} />
          </td>
        </tr>
      ))}
    </>
  );
}

function Reasons({ one }: { readonly one: BankReconciliation }) {
  if (one.reasons.length === 0) return null;
  return (
    <ul className={styles.reasons}>
      {one.reasons.map((reason) => (
        <li key={`${reason.code} ${reason.code === "opening" ? reason.date : reason.from}`}>
          <Money amount={reason.amount} currency={one.currency} showCurrency />{" "}
          {reason.code === "opening"
            ? t(
                "is the difference between the books and the first statement's opening balance on {day}. Look for statement lines that clear transactions dated before {day}, and match them.",
                { day: formatDay(reason.date) },
              )
            : gapWords(reason)}
        </li>
      ))}
    </ul>
  );
}

/** Between two statements whose balances don't follow on: days that none covers, or none at all where the next begins at once. */
function gapWords({ from, to }: Extract<BankReconciliation["reasons"][number], { readonly code: "gap" }>): string {
  if (from === to) return t("comes from a gap between two statements. Import a statement for {day}.", { day: formatDay(from) });
  return from < to
    ? t("comes from a gap between two statements. Import a statement for {from} to {to}.", { from: formatDay(from), to: formatDay(to) })
    : t(
        "is the difference between the previous closing balance and the opening balance of the statement that begins on {day}. Check both balances.",
        { day: formatDay(addDays(to, 1)) },
      );
}

/** What the ledger's own reconciled flag says otherwise, where the ledger tells it. */
function LedgerDiffers({ one: { account, ledgerDiffers, currency } }: { readonly one: BankReconciliation }) {
  const { clearedHere, clearedThere } = ledgerDiffers;
  // What came in on a card is shown as less owed.
  const isIn = (item: (typeof clearedHere)[number]) => isMoneyOut(item) === account.isLiability;
  const parts = [
    {
      title: t(
        "{count, plural, one {1 matched transaction isn't} other {# matched transactions aren't}} marked as reconciled in the ledger yet",
        { count: clearedHere.length },
      ),
      items: clearedHere,
    },
    {
      title: t(
        "{count, plural, one {1 outstanding transaction is} other {# outstanding transactions are}} marked as reconciled in the ledger",
        { count: clearedThere.length },
      ),
      items: clearedThere,
    },
  ].filter(({ items }) => items.length > 0);
  return parts.map(({ title, items }) => (
    <details key={title}>
      <summary>{title}</summary>
      <table className={styles.steps}>
        <tbody>
          {items.map((item) => (
            <tr key={item.recordId} className={styles.item}>
              <td className={styles.day}>{formatDay(item.date)}</td>
              <td>
                {postingText(item)} <span className={text.mutedSmall}>{postingDetail(item, isIn(item))}</span>
              </td>
              <td>
                <Money amount={item.amount} currency={currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  ));
}

type ExportRow = Omit<Item, "amount"> & { readonly amount: DecimalString | null; readonly currency: string };

function exported(one: BankReconciliation, items: readonly Item[]): ExportRow[] {
  const row = (section: string, amount: DecimalString | null): ExportRow => ({
    ...{ key: section, section, date: one.asOf, text: "", detail: "", amount, ageDays: null, currency: one.currency },
  });
  return [
    row(t("Balance per books"), one.books),
    ...items.map((item) => ({ ...item, currency: one.currency })),
    row(t("Expected statement balance"), one.expected),
    row(t("Balance per statement"), one.statement),
    row(differenceName(one), one.difference),
  ];
}

const cell = () => null;

/** What a spreadsheet gets; nothing shows these columns. */
const COLUMNS: readonly Column<ExportRow>[] = [
  { id: "section", header: t("Section"), width: "auto", cell, value: ({ section }) => section },
  { id: "date", header: t("Date"), width: "auto", cell, value: ({ date }) => date },
  { id: "text", header: t("Description"), width: "auto", cell, value: (row) => row.text },
  { id: "detail", header: t("Reference"), width: "auto", cell, value: ({ detail }) => detail },
  {
    ...{ id: "amount", header: t("Amount"), width: "auto", cell },
    value: ({ amount, currency }) => (amount === null ? null : { amount, currency }),
  },
];
