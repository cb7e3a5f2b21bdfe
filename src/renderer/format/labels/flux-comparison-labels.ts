import type { FluxComparison } from "#shared/model/reports/flux.ts";
import { t } from "../../language/t.ts";

export const COMPARISONS: readonly { readonly value: FluxComparison; readonly word: string }[] = [
  { value: "prior_month", word: t("Prior month") },
  { value: "prior_quarter", word: t("Prior quarter") },
  { value: "same_month_last_year", word: t("Same month last year") },
  { value: "year_to_date", word: t("Prior year to date") },
  { value: "trailing_average", word: t("Trailing average") },
  { value: "budget", word: t("Budget") },
  { value: "last_signed_pack", word: t("Last reviewed figures") },
];

/** What a period is compared with, as the selector says it. */
export function comparisonWord(comparison: FluxComparison): string {
  return COMPARISONS.find(({ value }) => value === comparison)?.word ?? t("Comparison");
}
