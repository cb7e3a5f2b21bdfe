import type { ClientRow } from "#shared/contract/clients.ts";
import { SYNC_WORDS, shownState } from "../../format/sync-words.ts";
import { t } from "../../language/t.ts";

/** True when every word of the filter is in the row's name, ledger, organisation or state. */
export function matchesFilter(row: ClientRow, filter: string): boolean {
  const words = filter
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) return true;
  const text = [row.name, row.ledger ?? t("no ledger"), row.organisation ?? "", row.baseCurrency ?? "", SYNC_WORDS[shownState(row)].word]
    .join(" ")
    .toLocaleLowerCase();
  return words.every((word) => text.includes(word));
}
