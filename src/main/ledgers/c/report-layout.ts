import { type DecimalString, decimal, isZero, negateDecimal, subtractDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import type { LedgerReport, LedgerReportKind, ReportAmount, ReportRow } from "#shared/model/reports/ledger-report.ts";
import type { ReportContext } from "../adapter.ts";
import { cellAmount, reportAmount } from "../report-parts.ts";
import { EARNED_TYPES } from "./report-queries.ts";

/** One group of a query: an account or a party (null: lines without one), its type, and sums as sent. */
export interface SumRow {
  readonly id: string | null;
  /** Set where the query asked for each subsidiary separately. */
  readonly subsidiary: string | null;
  readonly type: string;
  readonly total: string | null;
  readonly year: string | null;
}

type Layout = Pick<LedgerReport, "title" | "columns" | "rows" | "amounts">;

/** One account with its balance as a trial balance shows it. */
interface Balance {
  readonly accountId: string;
  readonly type: string;
  readonly balance: DecimalString;
  readonly earlier: DecimalString;
}

const ZERO = decimal("0");

/** Balances at a day, with earlier years' earnings in retained earnings as the ledger rolls them forward. */
export function trialBalanceReport(context: ReportContext, sums: readonly SumRow[]): Layout {
  const balances = sums.map((row) => balanceOf(row));
  const amounts = rolled(context, balances);
  const rows = amounts.map((amount) => dataRow(context, amount, 0, [...sides(amount.amount)]));
  const total = (negative: boolean) => sumDecimals([ZERO, ...amounts.map(({ amount }) => sides(amount)[negative ? 1 : 0] ?? ZERO)]);
  const summary: ReportRow = { role: "summary", depth: 0, label: "Total", cells: [total(false), total(true)] };
  return { title: "Trial balance", columns: ["Debit", "Credit"], rows: [...rows, summary], amounts };
}

/** A profit and loss (movements), or a balance sheet with the year's result as a separate line. */
export function statementReport(context: ReportContext, isProfitAndLoss: boolean, sums: readonly SumRow[]): Layout {
  const { currency, title } = {
    currency: context.discovery.organisation.baseCurrency,
    title: isProfitAndLoss ? "Profit and loss" : "Balance sheet",
  };
  const balances = sums.map((row) => balanceOf(row));
  const earned = balances.filter(({ type }) => EARNED_TYPES.includes(type));
  const result = sumDecimals([ZERO, ...earned.map(({ balance }) => balance)]);
  const accounts = isProfitAndLoss
    ? earned.map(({ accountId, balance }) => reportAmount("account", accountId, "movement", balance, currency))
    : rolled(context, balances).filter(({ subjectId }) => !earned.some(({ accountId }) => accountId === subjectId));
  const kept = accounts.filter(({ amount }) => !isZero(amount));
  const computed = isProfitAndLoss
    ? reportAmount("computed", "net_profit", "movement", result, currency)
    : reportAmount("computed", "current_earnings", "balance", result, currency);
  const rows = kept.map((amount) => dataRow(context, amount, 1, [amount.amount]));
  const line: ReportRow = {
    role: "summary",
    depth: 0,
    label: isProfitAndLoss ? "Net income" : "Current earnings",
    cells: [negateDecimal(result)],
  };
  return { title, columns: ["Amount"], rows: [...rows, line], amounts: [...kept, computed] };
}

/** What customers owe or vendors are owed, from the postings on the control accounts. */
export function agedReport(context: ReportContext, kind: LedgerReportKind, sums: readonly SumRow[]): Layout {
  const { baseCurrency } = context.discovery.organisation;
  const isPayable = kind === "aged_payable";
  const amounts = sums.flatMap((row): ReportAmount[] => {
    const total = cellAmount(row.total, row.id ?? "no contact") ?? ZERO;
    const owed = isPayable ? negateDecimal(total) : total;
    return isZero(owed) ? [] : [reportAmount("party", partyId(row, isPayable), "outstanding", owed, baseCurrency)];
  });
  const rows = amounts.map(({ subjectId, amount }): ReportRow => {
    return { role: "data", depth: 0, label: subjectId, recordId: subjectId, cells: [amount] };
  });
  return { title: isPayable ? "Payables by vendor" : "Receivables by customer", columns: ["Total"], rows, amounts };
}

/** Ids are unique across all entities of the ledger, so the type tells which table one belongs to. */
function partyId({ id, type }: SumRow, isPayable: boolean): string {
  if (id === null) return "";
  if (/^employee$/i.test(type)) return `employee:${id}`;
  if (/^vendor$/i.test(type)) return `vendor:${id}`;
  return /^(?:custjob|customer)$/i.test(type) || !isPayable ? `customer:${id}` : `vendor:${id}`;
}

function balanceOf(row: SumRow): Balance {
  const label = row.id ?? "no account";
  const total = cellAmount(row.total, label) ?? ZERO;
  const year = cellAmount(row.year, label) ?? (row.year === null ? total : ZERO);
  const isEarned = EARNED_TYPES.includes(row.type);
  return {
    accountId: `account:${row.id ?? ""}`,
    type: row.type,
    balance: isEarned ? year : total,
    earlier: isEarned ? subtractDecimals(total, year) : ZERO,
  };
}

/** Balances with earlier years' results moved to retained earnings, or to a separate line where no account has that role. */
function rolled(context: ReportContext, balances: readonly Balance[]): ReportAmount[] {
  const currency = context.discovery.organisation.baseCurrency;
  const earlier = sumDecimals([ZERO, ...balances.map((row) => row.earlier)]);
  const retained = [...context.accounts.values()].find(({ role }) => role === "retained_earnings")?.id;
  const own = balances.find(({ accountId }) => accountId === retained)?.balance ?? ZERO;
  const rolledUp: ReportAmount =
    retained === undefined
      ? reportAmount("computed", "retained_earnings", "balance", earlier, currency)
      : reportAmount("account", retained, "balance", sumDecimals([own, earlier]), currency);
  const others = balances.filter(({ accountId }) => accountId !== retained);
  return [...others.map(({ accountId, balance }) => reportAmount("account", accountId, "balance", balance, currency)), rolledUp].filter(
    ({ amount }) => !isZero(amount),
  );
}

function sides(amount: DecimalString): readonly [DecimalString | null, DecimalString | null] {
  return amount.startsWith("-") ? [null, negateDecimal(amount)] : [amount, null];
}

function dataRow(context: ReportContext, amount: ReportAmount, depth: number, cells: (string | null)[]): ReportRow {
  const { subject, subjectId } = amount;
  const label = context.accounts.get(subjectId)?.name ?? subjectId.replaceAll("_", " ");
  return { role: "data", depth, label, ...(subject === "computed" ? {} : { recordId: subjectId }), cells };
}
