import { type DaySpan, fluxSpans, periodBefore } from "#main/domain/flux/flux-spans.ts";
import { type FiscalYearEnd, fiscalYearStart } from "#main/domain/periods/fiscal-year.ts";
import { amountWriter, currencyDigits } from "#main/domain/postings/account-sum.ts";
import { balanceSheetRows, profitAndLossRows, type StatementColumn, statementSpans } from "#main/domain/statements/statements.ts";
import { type Provenance, type SumsSetting, sumsOfSpans } from "#main/store/accounts/account-sums.ts";
import { chartOf, fiscalCalendar, ledgerPeriods } from "#main/store/accounts/chart.ts";
import { signedFigures } from "#main/store/close/signed-figures.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { budgetOf } from "#main/store/records/budget-store.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, decimal, divideDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { periodName } from "#shared/kernel/readable.ts";
import type { FluxComparison } from "#shared/model/reports/flux.ts";
import type { StatementAccount, StatementRow } from "#shared/model/reports/statement.ts";

/** A period to compare. `books` are always accrual. */
export interface FluxQuestion {
  readonly books: SumsSetting;
  readonly yearEnd: FiscalYearEnd;
  readonly period: { readonly id: string; readonly label: string; readonly start: CalendarDate; readonly end: CalendarDate };
  readonly comparison: FluxComparison;
  readonly trailing: number;
}

export type FluxAccount = NonNullable<StatementAccount>;

/** One account's figures with the sign that a reader of its statement expects. */
export interface FluxFigure {
  readonly accountId: string;
  readonly account: FluxAccount;
  readonly label: string;
  readonly statement: "profit_and_loss" | "balance_sheet";
  readonly current: DecimalString;
  readonly comparative: DecimalString | null;
  /** The last twelve periods, or as many as were asked for, this one last. */
  readonly history: readonly DecimalString[];
}

export interface FluxFigures extends Omit<Provenance, "basis"> {
  readonly rows: readonly FluxFigure[];
  readonly current: DaySpan;
  readonly comparatives: readonly DaySpan[];
  readonly unavailable: string | null;
  /** Income of the twelve periods through this one. */
  readonly revenueOfYear: DecimalString;
}

const HISTORY = 12;
const ZERO = decimal("0");
type Kind = FluxFigure["statement"];
const ROWS = { profit_and_loss: profitAndLossRows, balance_sheet: balanceSheetRows } as const;

/**
 * The figures of every account in a period and its comparatives; every day is read once.
 * @param periodsBack successive periods of each row's history, this one included; twelve at least, as the year's revenue needs them
 */
export function fluxFigures(reader: MirrorReader, question: FluxQuestion, periodsBack = HISTORY): FluxFigures {
  const { books, yearEnd, period, comparison, trailing } = question;
  const periods = ledgerPeriods(reader);
  const own = { from: period.start, to: period.end };
  const calendar = fiscalCalendar(yearEnd, periods);
  const yearStart = (day: CalendarDate) => fiscalYearStart(day, calendar);
  const { current, comparatives } = fluxSpans(comparison, own, trailing, { periods, yearStart });
  const history = historySpans(own, periodsBack, periods);
  const columns = [current, ...comparatives, ...history];
  const kinds: readonly Kind[] = ["profit_and_loss", "balance_sheet"];
  const spans = kinds.map((kind) => columns.map(({ from, to }) => statementSpans(kind, from, to, yearStart(to))));
  const { sums, basis: _basis, ...provenance } = sumsOfSpans(reader, books, spans.flat(2));
  const chart = chartOf(reader);
  let at = 0;
  const tables = kinds.map((kind, index) => {
    const filled = (spans[index] ?? []).map((column): StatementColumn => column.map((span) => ({ ...span, sums: sums[at++] ?? [] })));
    return { kind, rows: ROWS[kind](filled, chart, books.baseCurrency) };
  });
  const width = comparatives.length;
  const stored = storedComparatives(reader, question);
  const rows = tables.flatMap(({ kind, rows: found }) => {
    const accounts = found.filter(({ kind: row, account }) => row === "account" && account !== null && account.class !== "non_posting");
    return accounts.map((row): FluxFigure => figureOf(row, kind, width, stored?.of ?? null, books.baseCurrency));
  });
  const missing = (stored?.accounts ?? []).filter((id) => !rows.some(({ accountId }) => accountId === id));
  for (const id of missing) {
    const account = chart.get(id);
    if (account !== undefined) rows.push(emptyFigure(account, stored?.of(id, kindOf(account)) ?? null));
  }
  return {
    ...provenance,
    rows,
    current,
    comparatives,
    unavailable: stored?.unavailable ?? null,
    revenueOfYear: revenue(tables[0]?.rows ?? []),
  };
}

/** Successive periods through this one, oldest first. */
export function historySpans(span: DaySpan, periodsBack: number, periods: ReturnType<typeof ledgerPeriods>): DaySpan[] {
  return Array.from({ length: periodsBack }, (_, at) => periodBefore(span, periodsBack - 1 - at, periods));
}

function figureOf(row: StatementRow, kind: Kind, width: number, stored: StoredComparative["of"] | null, currency: string): FluxFigure {
  const account = row.account as FluxAccount;
  const [current = ZERO, ...others] = row.amounts;
  const comparative = stored === null ? averageOf(others.slice(0, width), currency) : stored(account.id, kind);
  return { accountId: account.id, account, label: row.label, statement: kind, current, comparative, history: others.slice(width) };
}

function kindOf({ class: side }: FluxAccount): Kind {
  return side === "revenue" || side === "expense" ? "profit_and_loss" : "balance_sheet";
}

/** An account with a stored figure but no activity. */
function emptyFigure(account: FluxAccount, comparative: DecimalString | null): FluxFigure {
  return { accountId: account.id, account, label: account.name, statement: kindOf(account), current: ZERO, comparative, history: [] };
}

function averageOf(amounts: readonly DecimalString[], currency: string): DecimalString {
  const [only = ZERO] = amounts;
  if (amounts.length <= 1) return only;
  return divideDecimal(sumDecimals(amounts), decimal(String(amounts.length)), currencyDigits(currency));
}

function revenue(rows: readonly StatementRow[]): DecimalString {
  const total = rows.find(({ kind, section }) => kind === "section_total" && section === "revenue");
  return sumDecimals([ZERO, ...(total?.amounts.slice(-HISTORY) ?? [])]);
}

/** Stored figures, as opposed to those calculated from days. */
interface StoredComparative {
  readonly of: (accountId: string, kind: Kind) => DecimalString | null;
  readonly accounts: readonly string[];
  readonly unavailable: string | null;
}

function storedComparatives(reader: MirrorReader, { comparison, period, books }: FluxQuestion): StoredComparative | null {
  const write = amountWriter(books.baseCurrency);
  if (comparison === "budget") {
    const budget = budgetOf(reader.db, [period.end.slice(0, 7)]);
    const unavailable = budget.size > 0 ? null : `No budget imported for ${periodName(period.end.slice(0, 7))}.`;
    const of = (id: string) => (budget.has(id) ? write(sumDecimals(budget.get(id) ?? [])) : null);
    return { of, accounts: [...budget.keys()], unavailable };
  }
  if (comparison !== "last_signed_pack") return null;
  const signed = signedFigures(reader, period);
  const unavailable =
    signed === null
      ? "There are no reviewed figures to compare with, because no reviewer has signed off on this period or an earlier one."
      : null;
  const of = (id: string, kind: Kind) => (signed === null ? null : write(signed.amounts.get(`${kind} ${id}`) ?? ZERO));
  const accounts = signed === null ? [] : [...signed.amounts.keys()].map((key) => key.slice(key.indexOf(" ") + 1));
  return { of, accounts, unavailable };
}
