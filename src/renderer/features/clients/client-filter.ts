import { ALL_SYNCED, SYNC_LABELS, shownState } from "../../format/labels/sync-labels.ts";
import { t } from "../../language/t.ts";
import { type DashboardRow, STAGE_WORDS } from "./dashboard-rows.ts";
import { UPDATE_PROBLEM_WORDS, WORST_LABELS } from "./status-labels.ts";

/** States of several words, so that *out of balance* finds what is out of balance and not every row with these words. */
export const STATUS_PHRASES: readonly string[] = [
  ...Object.values(WORST_LABELS),
  ...Object.values(UPDATE_PROBLEM_WORDS).map(({ found }) => found),
  ...Object.values(SYNC_LABELS).map(({ word }) => word),
  ALL_SYNCED.found,
  ...Object.values(STAGE_WORDS),
].filter((phrase) => phrase.includes(" "));

/** What a client is looked for by that no column holds as it is shown: its organisation, its currency, its state in words. */
export function clientText(row: DashboardRow): string {
  const state = shownState(row, row.offline);
  return [
    row.ledger ?? t("No ledger"),
    row.organisation ?? "",
    row.baseCurrency ?? "",
    SYNC_LABELS[state].word,
    state === "up_to_date" ? ALL_SYNCED.found : "",
  ].join(" ");
}
