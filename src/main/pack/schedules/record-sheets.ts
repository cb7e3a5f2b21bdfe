import { z } from "zod";
import type { Sheet, SheetRow } from "#main/pack/workbook/sheet.ts";
import { changesPage } from "#main/store/changes/changes.ts";
import { unsettledWrites } from "#main/store/close/gates/finish.ts";
import { removedInPeriod, removedRecords } from "#main/store/documents/removed-records.ts";
import { lockStories } from "#main/store/periods/lock-history.ts";
import { standingLocks } from "#main/store/periods/standing-locks.ts";
import { listJobs } from "#main/store/records/write-store.ts";
import { type CalendarDate, dayNumber } from "#shared/kernel/calendar-date.ts";
import { instantFromMs, instantMs } from "#shared/kernel/instant.ts";
import type { PackFacts } from "../pack-facts.ts";
import { openStatus, spoken } from "./labels.ts";

const PAGE_ROWS = 1000;

/** Schedule O: what moved in the mirror since the last pack, field by field; what lies behind a lock is marked. */
export function changeSheet({ reader, prior, order, asOf }: PackFacts): Sheet {
  // Without a pack before, changes count from the end of the period: what came while it ran is not news.
  const sinceMs = prior === null ? (dayNumber(order.period.end) + 1) * 86_400_000 : 0;
  let rows = 0;
  let behind = 0;
  for (const { inClosedPeriod } of changesOf()) {
    rows++;
    if (inClosedPeriod) behind++;
  }
  function* changesOf() {
    for (let after: number | null = prior?.lastChange ?? 0; after !== null; ) {
      const page: ReturnType<typeof changesPage> = changesPage(reader, { sinceMs, closedOnly: false, after, limit: PAGE_ROWS });
      yield* page.rows;
      after = page.next;
    }
  }
  return {
    ref: "O",
    title: "Changes",
    source: `${prior === null ? `since the period's end` : `since ${prior.name}`}, as of ${asOf ?? "no complete read yet"}`,
    notes: ["Found by comparing readings; who made a change is known only where it was written from here."],
    currency: null,
    columns: [
      { title: "Record", kind: "text", width: 36 },
      { title: "Field", kind: "text", width: 22 },
      { title: "Before", kind: "text", width: 30 },
      { title: "After", kind: "text", width: 30 },
      { title: "Date of the record", kind: "date", width: 16 },
      { title: "First seen", kind: "text", width: 24 },
      { title: "In a closed period", kind: "text", width: 16 },
      { title: "By", kind: "text", width: 30 },
      { title: "Id", kind: "text", width: 30 },
    ],
    rows: function* () {
      for (const change of changesOf())
        yield {
          cells: [
            change.label,
            change.shown.field,
            change.shown.before,
            change.shown.after,
            change.date,
            change.detectedAt,
            change.inClosedPeriod ? "yes" : "no",
            change.by === null ? "not known" : `${change.by.person}: ${change.by.title}`,
            change.recordId,
          ],
        } satisfies SheetRow;
    },
    status: rows === 0 ? "none" : `listed: ${rows}, behind a lock: ${behind}`,
    open: 0,
  };
}

/** Schedule P: documents and payments that the ledger no longer has, dated up to the period's end. */
export function removedSheet({ reader, order, asOf }: PackFacts): Sheet {
  const removed = removedRecords(reader, order.period.end);
  return {
    ref: "P",
    title: "Removed records",
    source: `dated through ${order.period.end}, as of ${asOf ?? "no complete read yet"}`,
    notes: ["Kept here as they were last seen; they are in no figure of this pack."],
    currency: null,
    currencyColumn: 4,
    columns: [
      { title: "Record", kind: "text", width: 36 },
      { title: "Party", kind: "text", width: 28 },
      { title: "Date", kind: "date" },
      { title: "In this period", kind: "text", width: 12 },
      { title: "In", kind: "text", width: 6 },
      { title: "Amount", kind: "amount", total: true },
      { title: "Last seen", kind: "text", width: 24 },
      { title: "Found gone", kind: "text", width: 24 },
      { title: "Id", kind: "text", width: 30 },
    ],
    rows: () =>
      removed.map(({ name, party, date, currency, amount, lastSeen, detectedAt, id }) => ({
        cells: [name, party, date, isWithin(date, order.period) ? "yes" : "earlier", currency, amount, lastSeen, detectedAt, id],
      })),
    ...openStatus(removedInPeriod(removed, order.period).length, "removed"),
  };
}

function isWithin(date: CalendarDate, { start, end }: { readonly start: CalendarDate; readonly end: CalendarDate }): boolean {
  return date >= start && date <= end;
}

/** Schedule Q: every lock that stands or stood, and how far it was moved. */
export function lockSheet({ reader, order }: PackFacts): Sheet {
  const { rows, asOf } = standingLocks(reader);
  const stories = new Map(lockStories(reader).map((story) => [story.lockId, story]));
  const standing = rows.map((lock): SheetRow => {
    const story = stories.get(lock.id);
    return {
      cells: [
        lock.id,
        lock.periodLabel,
        lock.scope.module ?? "all",
        lock.scope.entityId ?? "all",
        lock.lockedThrough,
        story !== undefined && story.peak > lock.lockedThrough ? story.peak : null,
        lock.exempts ?? null,
        lock.ownedBy === "us" ? "kept here" : "the ledger",
        lock.closedBy ?? (lock.ownedBy === "us" ? null : "the ledger gives no actor"),
        lock.readAt,
      ],
    };
  });
  const gone = [...stories.values()]
    .filter(({ standing: now }) => now === null)
    .map(
      (story): SheetRow => ({
        cells: [
          story.lockId,
          story.period?.label ?? null,
          null,
          null,
          "gone",
          story.peak,
          null,
          "the ledger",
          "the ledger gives no actor",
          null,
        ],
      }),
    );
  const covering = rows.filter(
    ({ lockedThrough, scope, from }) =>
      lockedThrough >= order.period.end &&
      (scope.module ?? "all") === "all" &&
      scope.entityId === undefined &&
      (from === null || from <= order.period.start),
  );
  const covers = covering.length > 0;
  const onlyHere = covers && covering.every(({ ownedBy }) => ownedBy === "us");
  return {
    ref: "Q",
    title: "Locks",
    source: `lock reads of the ledger and periods closed here, as of ${asOf ?? "no complete read yet"}`,
    notes: [covers ? `A lock for every module covers ${order.period.end}.` : `No single lock for every module covers ${order.period.end}.`],
    currency: null,
    columns: [
      { title: "Lock", kind: "text", width: 28 },
      { title: "Period", kind: "text", width: 16 },
      { title: "Module", kind: "text", width: 10 },
      { title: "Entity", kind: "text", width: 14 },
      { title: "Locked through", kind: "date", width: 14 },
      { title: "Moved back from", kind: "date", width: 15 },
      { title: "Lets pass", kind: "text", width: 12 },
      { title: "Kept by", kind: "text", width: 12 },
      { title: "Who", kind: "text", width: 28 },
      { title: "Read at", kind: "text", width: 24 },
    ],
    rows: () => [...standing, ...gone],
    status: onlyHere ? "covers the period by the lock kept here only" : covers ? "covers the period" : "does not cover the period",
    open: covers ? 0 : 1,
  };
}

const jobBody = z.object({
  title: z.string(),
  person: z.string(),
  items: z.array(
    z.object({
      outcome: z.string(),
      title: z.string(),
      reference: z.string().nullable(),
      ledgerId: z.string().optional(),
      message: z.string().optional(),
    }),
  ),
});
const SETTLED_BADLY = new Set(["conflict", "rejected"]);

/** Schedule R: every write sent from here, its parts and what became of each. */
export function writeSheet({ reader }: PackFacts): Sheet {
  const jobs = listJobs(reader.db).reverse();
  const unsettled = unsettledWrites(reader).length;
  const bad = jobs.filter(({ state }) => SETTLED_BADLY.has(state)).length;
  const rows = jobs.flatMap((job): SheetRow[] => {
    const body = jobBody.safeParse(JSON.parse(job.body));
    if (!body.success) return [{ cells: [job.jobId, null, spoken(job.state)] }];
    const { title, person, items } = body.data;
    const facts = [instantFromMs(job.createdMs), person, job.actionId, job.jobId];
    const parts = items.length === 0 ? [null] : items;
    return parts.map((item) => ({
      cells: [
        title,
        item?.title ?? null,
        spoken(job.state),
        spoken(item?.outcome),
        item?.reference ?? null,
        item?.ledgerId ?? null,
        item?.message ?? null,
        ...facts,
      ],
    }));
  });
  const first = jobs[0];
  return {
    ref: "R",
    title: "Write log",
    source: first === undefined ? "nothing was written from here" : `the write queue, from ${instantFromMs(first.createdMs)} on`,
    notes: ["Requests and the ledger's own answers are in 03_evidence/writes, one file a job."],
    currency: null,
    columns: [
      { title: "Action", kind: "text", width: 36 },
      { title: "Part", kind: "text", width: 30 },
      { title: "State", kind: "text", width: 12 },
      { title: "Outcome", kind: "text", width: 12 },
      { title: "Reference", kind: "text", width: 18 },
      { title: "Id in the ledger", kind: "text", width: 18 },
      { title: "Message", kind: "text", width: 50 },
      { title: "Made", kind: "text", width: 24 },
      { title: "By", kind: "text", width: 24 },
      { title: "Action id", kind: "text", width: 38 },
      { title: "Job", kind: "text", width: 38 },
    ],
    rows: () => rows,
    ...(unsettled > 0 ? openStatus(unsettled, "without a settled outcome") : openStatus(bad, "not accepted")),
  };
}

/** Milliseconds of an instant, or null. */
export function msOf(asOf: PackFacts["asOf"]): number | null {
  return asOf === null ? null : instantMs(asOf);
}
