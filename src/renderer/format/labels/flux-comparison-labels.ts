import type { FluxReview } from "#shared/contract/reports/flux.ts";
import type { FluxComparison } from "#shared/model/reports/flux.ts";
import { isMonth } from "#shared/model/reports/month-spans.ts";
import { t } from "../../language/t.ts";

/** What a period is compared with, as the selector says it. */
interface ComparisonWord {
  readonly value: FluxComparison;
  readonly word: string;
}

const BY_MONTH: readonly ComparisonWord[] = [
  { value: "prior_month", word: t("Prior month") },
  { value: "prior_quarter", word: t("Prior quarter") },
  { value: "same_month_last_year", word: t("Same month last year") },
  { value: "year_to_date", word: t("Prior year to date") },
  { value: "trailing_average", word: t("Trailing average") },
  { value: "budget", word: t("Budget") },
  { value: "last_signed_pack", word: t("Last reviewed figures") },
];

/** The same where the ledger's own periods aren't months. */
const BY_PERIOD: Partial<Readonly<Record<FluxComparison, string>>> = {
  prior_month: t("Prior period"),
  same_month_last_year: t("Same period last year"),
};

/** Whether a period is a month of the calendar; the ledger's own may be weeks. */
export function isMonthly({ start, end }: Pick<FluxReview["period"], "start" | "end">): boolean {
  return isMonth({ from: start, to: end });
}

/** Everything that a period can be compared with; as months while the period isn't known. */
export function comparisonsOf(period: FluxReview["period"] | null): readonly ComparisonWord[] {
  if (period === null || isMonthly(period)) return BY_MONTH;
  return BY_MONTH.map(({ value, word }) => ({ value, word: BY_PERIOD[value] ?? word }));
}

/** What a review compares its period with. */
export function comparisonWord({ comparison, period }: Pick<FluxReview, "comparison" | "period">): string {
  return comparisonsOf(period).find(({ value }) => value === comparison)?.word ?? t("Comparison");
}
