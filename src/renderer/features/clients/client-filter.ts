import { SYNC_LABELS, shownState } from "../../format/labels/sync-labels.ts";
import { t } from "../../language/t.ts";
import { type DashboardRow, STAGE_WORDS } from "./dashboard-rows.ts";
import { WORST_LABELS } from "./status-labels.ts";

/** States of several words, so that *out of balance* finds what is out of balance and not every row with these words. */
export const STATUS_PHRASES: readonly string[] = [
  ...Object.values(WORST_LABELS),
  ...Object.values(SYNC_LABELS).map(({ word }) => word),
  ...Object.values(STAGE_WORDS),
].filter((phrase) => phrase.includes(" "));

/** What a client is looked for by that no column holds as it is shown: its organisation, its currency, its state in words. */
export function clientText(row: DashboardRow): string {
  return [
    row.ledger ?? t("No ledger"),
    row.organisation ?? "",
    row.baseCurrency ?? "",
    SYNC_LABELS[shownState(row, row.offline)].word,
  ].join(" ");
}
