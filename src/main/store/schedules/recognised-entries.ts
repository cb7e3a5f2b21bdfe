import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { recordNumber } from "#main/store/documents/record-number.ts";
import { type LedgerEntry, postingEntries } from "#main/store/postings/posting-entries.ts";
import { type CalendarDate, dayNumber } from "#shared/kernel/calendar-date.ts";
import { canonicalDecimal, type DecimalString } from "#shared/kernel/decimal.ts";
import type { WriteOperation } from "#shared/model/ledger/write.ts";

interface OpenEntry {
  readonly state: string;
  readonly jobId: string | null;
  readonly recordId: string | null;
  readonly date: CalendarDate;
  readonly lines: readonly { readonly accountId: string; readonly amount: DecimalString }[];
  /** The write that would post it. */
  readonly operation: WriteOperation;
}

const MOST_POSTINGS = 100_000;

/**
 * Entries without a write of ours that the ledger has nevertheless: posted by hand, by a colleague on another machine who
 * has the same schedule, or for something that was removed and is set up again. A journal is recognized by its day and by
 * every line's account and amount, and counts for one entry only. So does the draft that something removed has left: the entry is
 * that draft, and isn't made a second time.
 * @param isScheduled false for an adjusting entry: of the journals, it's only looked for among those that something removed has left
 */
export function recognised<Entry extends OpenEntry>(
  reader: MirrorReader,
  entries: readonly Entry[],
  isScheduled: (entry: Entry) => boolean = () => true,
): (Entry & { readonly found?: true })[] {
  const open = entries.filter(({ state, jobId }) => state === "due" && jobId === null);
  if (open.length === 0) return [...entries];
  const { claimed, left, unposted } = writesOfEntries(reader);
  const postings = postingsByDay(reader, open);
  return entries.map((entry) => {
    if (entry.state !== "due" || entry.jobId !== null) return entry;
    const recordId = journalOf(entry, postings, (id) => !claimed.has(id) && (left.has(id) || isScheduled(entry)));
    if (recordId !== null) {
      claimed.add(recordId);
      return { ...entry, state: "confirmed", recordId, found: true as const };
    }
    const wanted = keyOf(entry.operation);
    const at = unposted.findIndex(({ key }) => key === wanted);
    const [write] = at < 0 ? [] : unposted.splice(at, 1);
    return write === undefined ? entry : { ...entry, state: write.state, jobId: write.jobId, recordId: write.recordId };
  });
}

/** The day, the legal entity and the lines, in whatever order and spelling; null of what is no journal. */
function keyOf(operation: WriteOperation | undefined): string | null {
  if (operation?.kind !== "create_document") return null;
  const { issueDate, entityId, lines } = operation.document;
  const accounts = lines.map(({ accountId, net }) => `${accountId ?? ""} ${canonicalDecimal(net.amount)}`).sort();
  return [issueDate, entityId ?? "", ...accounts].join("\n");
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

/** A write that something removed has left, and that may still post its entry, or whose journal wasn't read yet. */
interface UnpostedWrite {
  readonly jobId: string;
  readonly state: string;
  readonly recordId: string | null;
  readonly key: string;
}

interface EntryWrites {
  /** Journals of adjusting entries and schedule items that still are set up. */
  readonly claimed: Set<string>;
  /** Journals of others. */
  readonly left: ReadonlySet<string>;
  /** Writes of others, oldest first. */
  readonly unposted: UnpostedWrite[];
}

/** What the writes of adjusting entries and schedules posted or may still post. */
function writesOfEntries(reader: MirrorReader): EntryWrites {
  const { db } = reader;
  const standing = new Set(
    prepared(db, "SELECT subject FROM decision WHERE kind IN ('adjusting_entry', 'schedule_item') AND undone_ms IS NULL")
      .pluck()
      .all() as string[],
  );
  const jobs = prepared(
    db,
    `SELECT job_id AS jobId, action_id AS actionId, state, json_extract(body, '$.items[0].recordId') AS recordId,
       CASE WHEN state IN ('draft', 'blocked', 'ready', 'queued', 'sent', 'unknown', 'accepted')
         THEN json_extract(body, '$.operations') END AS operations
     FROM write_job WHERE action_id >= 'adj-' AND action_id < 'adj.' ORDER BY created_ms, action_id`,
  ).all() as readonly EntryJob[];
  const [claimed, left] = [new Set<string>(), new Set<string>()];
  const unposted: UnpostedWrite[] = [];
  for (const job of jobs) {
    const isLeft = !standing.has(POSTED_FOR.exec(job.actionId)?.[1] ?? "");
    if (job.recordId !== null) (isLeft ? left : claimed).add(job.recordId);
    // Until the journal is read, nothing in the books shows that it was posted.
    if (isLeft && (job.recordId === null || recordNumber(reader, job.recordId, "document") === null)) unposted.push(...unpostedWrite(job));
  }
  return { claimed, left, unposted };
}

interface EntryJob {
  readonly jobId: string;
  readonly actionId: string;
  readonly state: string;
  readonly recordId: string | null;
  /** Null of a job that ended without posting. */
  readonly operations: string | null;
}

function unpostedWrite({ jobId, state, recordId, operations }: EntryJob): UnpostedWrite[] {
  const [operation] = operations === null ? [] : (JSON.parse(operations) as WriteOperation[]);
  const key = keyOf(operation);
  return key === null ? [] : [{ jobId, state: state === "accepted" ? "confirmed" : state, recordId, key }];
}
