import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { type LedgerEntry, postingEntries } from "#main/store/postings/posting-entries.ts";
import { type CalendarDate, dayNumber } from "#shared/kernel/calendar-date.ts";
import { canonicalDecimal, type DecimalString } from "#shared/kernel/decimal.ts";

interface OpenEntry {
  readonly state: string;
  readonly jobId: string | null;
  readonly recordId: string | null;
  readonly date: CalendarDate;
  readonly lines: readonly { readonly accountId: string; readonly amount: DecimalString }[];
}

const MOST_POSTINGS = 100_000;

/**
 * Entries without a write of ours that the ledger has nevertheless: posted by hand, by a colleague on another machine who
 * has the same schedule, or for something that was removed and is set up again. A journal is recognized by its day and by
 * every line's account and amount, and counts for one entry only.
 * @param isScheduled false for an adjusting entry: of the journals, it's only looked for among those that something removed has left
 */
export function recognised<Entry extends OpenEntry>(
  reader: MirrorReader,
  entries: readonly Entry[],
  isScheduled: (entry: Entry) => boolean = () => true,
): (Entry & { readonly found?: true })[] {
  const open = entries.filter(({ state, jobId }) => state === "due" && jobId === null);
  if (open.length === 0) return [...entries];
  const { claimed, left } = postedByJobs(reader);
  const postings = postingsByDay(reader, open);
  return entries.map((entry) => {
    if (entry.state !== "due" || entry.jobId !== null) return entry;
    const recordId = journalOf(entry, postings, (id) => !claimed.has(id) && (left.has(id) || isScheduled(entry)));
    if (recordId === null) return entry;
    claimed.add(recordId);
    return { ...entry, state: "confirmed", recordId, found: true as const };
  });
}

/** A record that may be the entry's, and has every line of it and no other on its accounts. */
function journalOf({ date, lines }: OpenEntry, postings: Postings, mayBe: (recordId: string) => boolean): string | null {
  const [first, ...others] = lines;
  if (first === undefined) return null;
  const has = (recordId: string, accountId: string) =>
    postings(accountId, date)
      .filter((posting) => posting.documentId === recordId)
      .map(({ amount }) => canonicalDecimal(amount))
      .sort();
  const wanted = (accountId: string) =>
    lines
      .filter((line) => line.accountId === accountId)
      .map(({ amount }) => canonicalDecimal(amount))
      .sort();
  const found = postings(first.accountId, date).find(
    ({ documentId, amount }) =>
      documentId !== null &&
      mayBe(documentId) &&
      canonicalDecimal(amount) === canonicalDecimal(first.amount) &&
      [first, ...others].every(({ accountId }) => has(documentId, accountId).join() === wanted(accountId).join()),
  );
  return found?.documentId ?? null;
}

type Postings = (accountId: string, date: CalendarDate) => readonly LedgerEntry[];

/** The postings of an account by day; each account is read once, between the first and the last day that matters. */
function postingsByDay(reader: MirrorReader, open: readonly OpenEntry[]): Postings {
  const days = open.map(({ date }) => dayNumber(date));
  const [first, last] = [Math.min(...days), Math.max(...days)];
  const read = new Map<string, Map<CalendarDate, LedgerEntry[]>>();
  return (accountId, date) => {
    const known =
      read.get(accountId) ??
      Map.groupBy(
        postingEntries(reader, { accountId, after: [first, -1, -1], throughDay: last, limit: MOST_POSTINGS }),
        (posting) => posting.date,
      );
    read.set(accountId, known);
    return known.get(date) ?? [];
  };
}

const POSTED_FOR = /^adj-(.+)-\d{4}-\d{2}-[er]\d*$/;

/** The journals that writes of adjusting entries and schedules posted: `claimed` by those that still are set up, `left` by the others. */
function postedByJobs({ db }: MirrorReader): { readonly claimed: Set<string>; readonly left: ReadonlySet<string> } {
  const standing = new Set(
    prepared(db, "SELECT subject FROM decision WHERE kind IN ('adjusting_entry', 'schedule_item') AND undone_ms IS NULL")
      .pluck()
      .all() as string[],
  );
  const jobs = prepared(
    db,
    `SELECT action_id AS actionId, json_extract(body, '$.items[0].recordId') AS recordId
     FROM write_job WHERE action_id >= 'adj-' AND action_id < 'adj.'`,
  ).all() as { readonly actionId: string; readonly recordId: string | null }[];
  const [claimed, left] = [new Set<string>(), new Set<string>()];
  for (const { actionId, recordId } of jobs) {
    const journals = standing.has(POSTED_FOR.exec(actionId)?.[1] ?? "") ? claimed : left;
    if (recordId !== null) journals.add(recordId);
  }
  return { claimed, left };
}
