import type { ClientSync } from "#shared/contract/sync/sync.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { formatBytes } from "../../format/amounts/bytes.ts";
import { t } from "../../language/t.ts";

/**
 * What the last sync sent and read, or the one under way so far. It counts from its own start: the limits below count every request to
 * the ledger, such as those for connecting and for ledger updates as well.
 */
export function requestWords({ state, requests }: Pick<ClientSync, "state" | "requests">): string | null {
  if (requests.sent === 0) return null;
  const values = { sent: requests.sent, retried: formatCount(requests.retried), bytes: formatBytes(requests.bytes) };
  return state === "syncing" || state === "queued"
    ? t(". This sync so far: {sent, plural, one {1 request} other {# requests}}, {retried} retried, {bytes} read", values)
    : t(". Latest sync: {sent, plural, one {1 request} other {# requests}}, {retried} retried, {bytes} read", values);
}
