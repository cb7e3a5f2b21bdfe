import { useQueries } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import type { DocumentFilter, DocumentListPage, DocumentListRow, DocumentTotals } from "#shared/contract/books/documents.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { CallFailure } from "../../api/call-failure.ts";
import { call } from "../../api/client.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { queryClient } from "../../state/core/query-client.ts";

const PAGE = 200;
const WAITING_ROWS = 36;
/** Rows of a page that is read for a sum, a copy or a file. */
const WHOLE_PAGE = 1_000;

export interface DocumentList {
  /** Documents that match now; null until the core has answered. */
  readonly total: number | null;
  readonly totals: DocumentTotals | null;
  readonly rowCount: number;
  readonly rowAt: (index: number) => DocumentListRow | undefined;
  /** Every row between two places, for sums, copies and files. */
  readonly readRows: (first: number, last: number) => Promise<readonly DocumentListRow[]>;
  readonly onRange: (first: number, last: number) => void;
  /** How many came (or, below zero, went) since the list was read: rows never move under a reader. */
  readonly moved: number;
  /** The same ones match, but their totals are others: rows that are shown have changed since the list was read. */
  readonly changed: boolean;
  readonly refresh: () => void;
  readonly failure: Failure | null;
}

interface Reading {
  readonly key: string;
  readonly count: number | null;
  /** What the documents came to then. */
  readonly sums: string | null;
  readonly generation: number;
}

/** The list as pages that are asked for when they come into sight; a page follows the one before it by key. */
export function useDocumentList(clientId: string, filter: DocumentFilter): DocumentList {
  const totals = useCoreQuery("documents.totals", { clientId, filter }, { keepPrevious: true });
  const [range, setRange] = useState<readonly [number, number]>([0, 40]);
  const [reading, setReading] = useState<Reading>(() => {
    forgetOldPages(clientId);
    return { key: "", count: null, sums: null, generation: 0 };
  });
  // A count from before the news is no count to begin with.
  const isOld = totals.isPlaceholderData || (reading.count === null && totals.isFetching);
  const fresh = isOld ? undefined : totals.data;

  const key = JSON.stringify([clientId, filter]);
  const begins = reading.key !== key;
  // An empty list takes in what arrives at once: there is nothing in it that could move.
  if (begins || (fresh !== undefined && (reading.count ?? 0) === 0 && fresh.count > 0) || (reading.count === null && fresh !== undefined)) {
    // The first page is asked for beside the count, and stays as it is when the count comes.
    const isFirstCount = !begins && reading.count === null;
    setReading({ key, ...read(fresh), generation: reading.generation + (isFirstCount ? 0 : 1) });
    if (begins) setRange([0, 40]);
  }

  const pages = usePages(clientId, filter, reading.generation, pagesInSight(range, reading.count));
  const onRange = useCallback((first: number, last: number) => {
    setRange((before) => (pageOf(before[0]) === pageOf(first) && pageOf(before[1]) === pageOf(last) ? before : [first, last]));
  }, []);
  // The end of the list is where it ends now: documents may have come since it was counted, or it isn't counted yet.
  const end = (reading.count ?? 0) - 1;
  const readRows = useCallback(
    (first: number, last: number) => readRange(clientId, filter, first, first > 0 || last < end ? last : Number.MAX_SAFE_INTEGER),
    [clientId, filter, end],
  );
  return {
    total: fresh?.count ?? null,
    totals: totals.data ?? null,
    rowCount: reading.count ?? WAITING_ROWS,
    rowAt: (index) => pages.rows.get(pageOf(index))?.[index % PAGE],
    readRows,
    onRange,
    moved: fresh === undefined || reading.count === null ? 0 : fresh.count - reading.count,
    changed: fresh !== undefined && reading.count === fresh.count && reading.sums !== read(fresh).sums,
    refresh: () => setReading({ key, ...read(fresh), generation: reading.generation + 1 }),
    failure: (totals.data === undefined ? totals.error?.failure : undefined) ?? pages.failure,
  };
}

function read(totals: DocumentTotals | undefined): Pick<Reading, "count" | "sums"> {
  return totals === undefined ? { count: null, sums: null } : { count: totals.count, sums: JSON.stringify(totals.rows) };
}

function usePages(clientId: string, filter: DocumentFilter, generation: number, wanted: readonly number[]) {
  return useQueries({
    queries: wanted.map((page) => ({
      queryKey: pageKey(clientId, filter, generation, page),
      queryFn: () => readPage(clientId, filter, generation, page),
      gcTime: 60_000,
      // Rows never move under a reader: what news made old is read again when the list is opened again.
      refetchOnMount: false,
    })),
    combine: (results) => {
      const rows = new Map<number, readonly DocumentListRow[]>();
      let failure: Failure | null = null;
      for (const [index, result] of results.entries()) {
        if (result.data !== undefined) rows.set(wanted[index] as number, result.data.rows);
        if (result.error !== null) failure = (result.error as CallFailure).failure;
      }
      return { rows, failure };
    },
  });
}

async function readRange(clientId: string, filter: DocumentFilter, first: number, last: number): Promise<readonly DocumentListRow[]> {
  const rows: DocumentListRow[] = [];
  let place: { readonly offset: number } | { readonly after: string } = { offset: first };
  while (rows.length <= last - first) {
    const limit = Math.min(WHOLE_PAGE, last - first + 1 - rows.length);
    const page: DocumentListPage = await call("documents.list", { clientId, filter, limit, ...place });
    rows.push(...page.rows);
    if (page.next === null) break;
    place = { after: page.next };
  }
  return rows;
}

/** Reads a page by the key where the page before it ended; after a jump, by its offset. */
function readPage(clientId: string, filter: DocumentFilter, generation: number, page: number): Promise<DocumentListPage> {
  const before = page === 0 ? undefined : queryClient.getQueryData<DocumentListPage>(pageKey(clientId, filter, generation, page - 1));
  const place = page === 0 ? {} : typeof before?.next === "string" ? { after: before.next } : { offset: page * PAGE };
  return call("documents.list", { clientId, filter, limit: PAGE, ...place });
}

/** Pages that news has made old since a list was open; what is kept of the others is shown at once. */
function forgetOldPages(clientId: string): void {
  queryClient.removeQueries({
    queryKey: ["documents.page"],
    type: "inactive",
    predicate: ({ queryKey: [, input], state }) => state.isInvalidated && (input as { readonly clientId: string }).clientId === clientId,
  });
}

function pageKey(clientId: string, filter: DocumentFilter, generation: number, page: number) {
  return ["documents.page", { clientId, filter, generation, page }] as const;
}

function pagesInSight([first, last]: readonly [number, number], count: number | null): readonly number[] {
  const end = count === null ? 0 : pageOf(Math.max(0, Math.min(last + PAGE / 2, count - 1)));
  const pages: number[] = [];
  for (let page = pageOf(Math.max(0, Math.min(first, (count ?? 1) - 1))); page <= end; page++) pages.push(page);
  return pages;
}

function pageOf(index: number): number {
  return Math.floor(index / PAGE);
}
