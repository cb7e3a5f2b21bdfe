import type { ClientRow } from "#shared/contract/clients/clients.ts";
import { SYNC_LABELS, shownState } from "../../format/labels/sync-labels.ts";
import { t } from "../../language/t.ts";

/** What a client is looked for by that no column holds as it is shown: its organisation, its currency, its state in words. */
export function clientText(row: ClientRow): string {
  return [row.ledger ?? t("No ledger"), row.organisation ?? "", row.baseCurrency ?? "", SYNC_LABELS[shownState(row)].word].join(" ");
}
