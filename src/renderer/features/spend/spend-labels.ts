import { t } from "../../language/t.ts";
import type { SpendGrouping } from "../../state/views/figure-choices.ts";
import type { SeriesName } from "./spend-rows.ts";

export const SERIES_LABELS: Readonly<Record<SeriesName, string>> = {
  accrued: t("Billed"),
  booked: t("Spent without a bill"),
  committed: t("On order"),
};

export const GROUPING_LABELS: Readonly<Record<SpendGrouping, { readonly word: string; readonly means: string }>> = {
  total: { word: t("Month"), means: t("By month.") },
  account: {
    word: t("Account"),
    means: t("By month and account. A line without an account appears under its item's account."),
  },
  party: { word: t("Vendor"), means: t("By month and vendor.") },
  dimension: {
    word: t("Dimension"),
    means: t("By month and dimension value. Each dimension covers all of the spend, so don't add dimensions together."),
  },
};
