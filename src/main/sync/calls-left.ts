import type { LedgerStream } from "#main/ledgers/adapter.ts";

/** Calls that are known to be ahead, and the streams among them whose size nobody tells. */
export interface CallsLeft {
  readonly calls: number;
  readonly unsized: number;
}

/** Pages and calls that so many records of a stream cost; an unknown number counts as one page. */
export function callsOf(
  records: number | null,
  cost: LedgerStream["cost"],
  pageSize: number,
): { readonly pages: number; readonly calls: number } {
  const { recordsPerPage, callsPerPage } = cost ?? { recordsPerPage: pageSize, callsPerPage: 1 };
  const pages = Math.max(1, Math.ceil((records ?? 1) / recordsPerPage));
  return { pages, calls: pages * callsPerPage };
}

/** How many calls of these streams don't wait for one another: the calls of a page are sent side by side. */
export function callsAtOnce(streams: readonly Pick<LedgerStream, "cost">[], streamsAtOnce: number): number {
  const ofAPage = Math.max(1, ...streams.map(({ cost }) => cost?.callsPerPage ?? 1));
  return Math.min(streamsAtOnce, streams.length) * ofAPage;
}
