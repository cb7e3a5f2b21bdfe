import type { DecimalString } from "#shared/kernel/decimal.ts";
import type { Comparative, Statement, StatementRow } from "#shared/model/reports/statement.ts";
import { formatDay, formatPeriod } from "../../format/dates/date.ts";
import { monthOfSpan } from "../../format/dates/date-range.ts";
import { t } from "../../language/t.ts";
import type { BarSeries } from "../../ui/charts/series-bars.tsx";
import { columnWords } from "./statement-rows.ts";

/** What a chart of a statement draws, month after month. */
export interface StatementSeries {
  readonly title: string;
  readonly groups: readonly { readonly key: string; readonly short: string; readonly long: string }[];
  readonly series: readonly BarSeries[];
}

/** Income, expenses and net profit by month, or assets, liabilities and equity at the end of each. */
export function statementSeries({ kind, currency, columns, rows }: Statement): StatementSeries {
  const of = (name: string, row: StatementRow | undefined): BarSeries => ({
    name,
    amounts: columns.map((_, at) => row?.amounts[at] ?? ("0" as DecimalString)),
  });
  const total = (section: StatementRow["section"]) => rows.find((row) => row.kind === "section_total" && row.section === section);
  const isProfit = kind === "profit_and_loss";
  return {
    title: isProfit
      ? t("Income, expenses and net profit by month, {currency}", { currency })
      : t("Assets, liabilities and equity at the end of each month, {currency}", { currency }),
    groups: columns.map((column, at) => ({ key: String(at), short: shortWords(column), long: columnWords(column, kind) })),
    series: isProfit
      ? [
          of(t("Income"), total("revenue")),
          of(t("Expenses"), total("expense")),
          of(
            t("Net profit"),
            rows.find((row) => row.kind === "computed" && row.section === "result"),
          ),
        ]
      : [of(t("Assets"), total("asset")), of(t("Liabilities"), total("liability")), of(t("Equity"), total("equity"))],
  };
}

/** A month by its first letters; a period that is none, or is cut short, by its last day. */
function shortWords({ from, to }: Comparative): string {
  const month = monthOfSpan({ from, to });
  if (month === null) return formatDay(to).replace(/ \d{4}$/, "");
  const words = formatPeriod(month);
  return month.endsWith("-01") ? words : words.slice(0, 3);
}
