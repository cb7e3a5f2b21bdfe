import { t } from "../../language/t.ts";
import type { SpendGrouping } from "../../state/figure-choices.ts";
import type { SeriesName } from "./spend-lines.ts";

export const SERIES_WORDS: Readonly<Record<SeriesName, string>> = { accrued: t("Accrued"), booked: t("Booked"), committed: t("Committed") };

export const GROUPING_WORDS: Readonly<Record<SpendGrouping, { readonly word: string; readonly means: string }>> = {
  total: { word: t("Month"), means: t("By month alone.") },
  account: { word: t("Account"), means: t("By month and account. A line with an item counts to the account that the item posts to.") },
  party: { word: t("Party"), means: t("By month and vendor.") },
  dimension: {
    word: t("Dimension"),
    means: t(
      "By month and the value of each dimension that the ledger has. Every dimension holds all of the spend, so they are never added up.",
    ),
  },
};
