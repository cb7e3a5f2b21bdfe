import type { SpendGrouping } from "../../state/figure-choices.ts";
import type { SeriesName } from "./spend-lines.ts";

export const SERIES_WORDS: Readonly<Record<SeriesName, string>> = { accrued: "Accrued", booked: "Booked", committed: "Committed" };

export const GROUPING_WORDS: Readonly<Record<SpendGrouping, { readonly word: string; readonly means: string }>> = {
  total: { word: "Month", means: "By month alone." },
  account: { word: "Account", means: "By month and account. A line with an item counts to the account that the item posts to." },
  party: { word: "Party", means: "By month and vendor." },
  dimension: {
    word: "Dimension",
    means:
      "By month and the value of each dimension that the ledger has. Every dimension holds all of the spend, so they are never added up.",
  },
};
