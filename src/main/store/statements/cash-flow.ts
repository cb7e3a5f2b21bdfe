import { standardGroup } from "#main/domain/statements/account-groups.ts";
import { type CashFlowColumn, cashFlowLines, cashFlowTies } from "#main/domain/statements/cash-flow.ts";
import { sumsOfSpans } from "#main/store/accounts/account-sums.ts";
import { chartOf } from "#main/store/accounts/chart.ts";
import { mirroredAccounts } from "#main/store/accounts/mirrored-accounts.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { addDays, type CalendarDate } from "#shared/kernel/calendar-date.ts";
import { statementTitle } from "#shared/model/labels/statement-title.ts";
import type { CashFlow } from "#shared/model/reports/statement-layout.ts";
import { layoutOf } from "./layouts.ts";
import { columnsOf, type StatementInput } from "./statements.ts";
import { wholeEntries } from "./whole-entries.ts";

/** Groups whose accounts may be on the other side of an entry that moves no cash, or only its value. */
const SEED_GROUPS: readonly (string | null)[] = ["fixed_assets", "other_noncurrent_assets", "other_income", "other_expenses"];

/** The indirect cash-flow statement with its comparatives, on the accrual basis. A budget has no cash flow. */
export function cashFlowReport(reader: MirrorReader, input: Omit<StatementInput, "kind" | "basis">): CashFlow {
  const { from, to, yearEnd: _yearEnd, compare, months: _months, ...setting } = input;
  const columns = columnsOf(reader, { ...input, compare: compare.filter((name) => name !== "budget") });
  const spans = columns.flatMap((column) => [
    { from: column.from, to: column.to },
    { from: null, to: addDays(column.from, -1) },
  ]);
  const { sums, source, basis, asOf, gaps } = sumsOfSpans(reader, { ...setting, basis: "accrual" }, spans);
  const chart = chartOf(reader);
  const layout = layoutOf(reader, "balance_sheet");
  const seeds = [...chart.values()].filter(
    (account) => SEED_GROUPS.includes(standardGroup(account)) || Object.hasOwn(layout?.accounts ?? {}, account.id),
  );
  const days = {
    from: least(
      columns.map((column) => column.from),
      from,
    ),
    to,
  };
  const entries = wholeEntries(
    reader,
    seeds.map(({ id }) => id),
    { ...days, ...(setting.entityId === undefined ? {} : { entityId: setting.entityId }) },
  );
  const figures = columns.map(
    (column, at): CashFlowColumn => ({
      moved: sums[at * 2] ?? [],
      opening: sums[at * 2 + 1] ?? [],
      entries: entries.filter(({ date }) => date >= column.from && date <= column.to),
    }),
  );
  const inBase = mirroredAccounts(reader).filter(({ currency }) => currency === setting.baseCurrency);
  const lines = cashFlowLines(figures, chart, setting.baseCurrency, layout, new Set(inBase.map(({ id }) => id)));
  return {
    from,
    to,
    basis,
    currency: setting.baseCurrency,
    source,
    asOf,
    gaps: [...gaps],
    title: statementTitle("cash_flow", columns[0]?.name === "month" ? columns[0].from : from, to),
    columns,
    lines,
    ties: cashFlowTies(lines),
  };
}

function least(days: readonly CalendarDate[], first: CalendarDate): CalendarDate {
  return days.reduce((earliest, day) => (day < earliest ? day : earliest), first);
}
