import { z } from "zod";
import type { Sheet, SheetRow } from "#main/pack/workbook/sheet.ts";
import { changesPage } from "#main/store/changes/changes.ts";
import { unsettledWrites } from "#main/store/close/gates/finish.ts";
import { removedInPeriod, removedRecords } from "#main/store/documents/removed-records.ts";
import { lockHistories } from "#main/store/periods/lock-history.ts";
import { standingLocks } from "#main/store/periods/standing-locks.ts";
import { listJobs } from "#main/store/records/write-store.ts";
import { type CalendarDate, dayNumber } from "#shared/kernel/calendar-date.ts";
import { instantFromMs, instantMs } from "#shared/kernel/instant.ts";
import { asOfName, counted, dayName, minuteName, periodName, withDays } from "#shared/kernel/readable.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";
import type { PackFacts } from "../pack-facts.ts";
import { openStatus } from "./labels.ts";

const PAGE_ROWS = 1000;

/** Schedule O: changes since the last pack, field by field, marked where the period was locked. */
export function changeSheet({ reader, prior, order, asOf }: PackFacts): Sheet {
  // For a first pack, changes count from the end of the period. Entries during the period are ordinary work.
  const sinceMs = prior === null ? (dayNumber(order.period.end) + 1) * 86_400_000 : 0;
  const { entities } = order.discovery.organisation;
  let rows = 0;
  let behind = 0;
  for (const { inClosedPeriod } of changesOf()) {
    rows++;
    if (inClosedPeriod) behind++;
  }
  function* changesOf() {
    for (let after: number | null = prior?.lastChange ?? 0; after !== null; ) {
      const page: ReturnType<typeof changesPage> = changesPage(reader, { sinceMs, closedOnly: false, after, limit: PAGE_ROWS, entities });
      yield* page.rows;
      after = page.next;
    }
  }
  return {
    ref: "O",
    title: "Changes",
    source: `Changes found since ${prior === null ? "the period ended" : `close pack ${prior.name}`}. ${asOf === null ? "The first sync isn't finished" : `Books as of ${asOfName(asOf)}`}`,
    notes: ["Tieout finds these changes by comparing syncs. It knows who made a change only if the change was made in Tieout."],
    currency: null,
    columns: [
      { title: "Record", kind: "text", width: 36 },
      { title: "Field", kind: "text", width: 22 },
      { title: "Before", kind: "text", width: 30 },
      { title: "After", kind: "text", width: 30 },
      { title: "Transaction date", kind: "date", width: 16 },
      { title: "First seen", kind: "text", width: 24 },
      { title: "In a closed or locked period", kind: "text", width: 16 },
      { title: "Changed by", kind: "text", width: 30 },
      { title: "ID", kind: "text", width: 52 },
    ],
    rows: function* () {
      for (const change of changesOf())
        yield {
          cells: [
            change.label,
            sentenceCase(change.shown.field),
            daysIn(change.shown.before),
            daysIn(change.shown.after),
            change.date,
            minuteName(change.detectedAt),
            change.inClosedPeriod ? "Yes" : "No",
            change.by === null ? "Not known" : `${change.by.person}: ${change.by.title}`,
            change.recordId,
          ],
        } satisfies SheetRow;
    },
    status: rows === 0 ? "None" : `${counted(rows, "change")}, ${behind} in closed or locked periods`,
    open: 0,
  };
}

function daysIn(value: string | null): string | null {
  return value === null ? null : withDays(value);
}

function sentenceCase(field: string): string {
  return field.slice(0, 1).toUpperCase() + field.slice(1);
}

/** Schedule P: transactions and payments that were deleted in the ledger, dated up to the period's end. */
export function removedSheet({ reader, order, asOf }: PackFacts): Sheet {
  const removed = removedRecords(reader, order.period.end);
  return {
    ref: "P",
    title: "Deleted in ledger",
    source: `Transactions and payments dated through ${dayName(order.period.end)}. Books as of ${asOfName(asOf)}`,
    notes: [
      "Each record is listed as it was last synced. The balances and agings in this pack don't include these records. The status counts only records that were in this period's books, not those that were drafts, unapproved or voided.",
    ],
    currency: null,
    currencyColumn: 4,
    columns: [
      { title: "Record", kind: "text", width: 36 },
      { title: "Contact", kind: "text", width: 28 },
      { title: "Date", kind: "date" },
      { title: "In this period", kind: "text", width: 12 },
      { title: "Currency", kind: "text", width: 9 },
      { title: "Amount", kind: "amount", total: true },
      { title: "Listed version synced", kind: "text", width: 24 },
      { title: "Found deleted", kind: "text", width: 24 },
      { title: "ID", kind: "text", width: 52 },
    ],
    rows: () =>
      removed.map(({ name, party, date, currency, amount, lastSeen, detectedAt, id }) => ({
        cells: [
          name,
          party,
          date,
          isWithin(date, order.period) ? "Yes" : "No, earlier",
          currency,
          amount,
          minuteName(lastSeen),
          minuteName(detectedAt),
          id,
        ],
      })),
    ...openStatus(
      removedInPeriod(removed, order.period).length,
      "from this period's books",
      removed.length === 0 ? "None" : "None from this period's books",
    ),
  };
}

function isWithin(date: CalendarDate, { start, end }: { readonly start: CalendarDate; readonly end: CalendarDate }): boolean {
  return date >= start && date <= end;
}

/** Schedule Q: every lock, past or present, and how far it was moved back. */
export function lockSheet({ reader, order }: PackFacts): Sheet {
  const { rows, asOf } = standingLocks(reader);
  const histories = new Map(lockHistories(reader).map((history) => [history.lockId, history]));
  const entityNames = new Map(order.discovery.organisation.entities.map(({ id, name }) => [id, name]));
  const standing = rows.map((lock): SheetRow => {
    const history = histories.get(lock.id);
    return {
      cells: [
        lock.periodLabel === null ? "Lock date" : periodName(lock.periodLabel),
        codeLabel(lock.scope.module ?? "all"),
        lock.scope.entityId === undefined ? "All" : (entityNames.get(lock.scope.entityId) ?? lock.scope.entityId),
        lock.lockedThrough,
        history !== undefined && history.peak > lock.lockedThrough ? history.peak : null,
        codeLabel(lock.exempts),
        lock.ownedBy === "us" ? "Tieout" : "Ledger",
        lock.closedBy ?? (lock.ownedBy === "us" ? null : "Not given by the ledger"),
        lock.readAt === null ? null : minuteName(lock.readAt),
        lock.id,
      ],
    };
  });
  const gone = [...histories.values()]
    .filter(({ standing: now }) => now === null)
    .map(
      (history): SheetRow => ({
        cells: [
          history.period === null ? "Lock date" : periodName(history.period.label),
          null,
          null,
          "Removed",
          history.peak,
          null,
          "Ledger",
          "Not given by the ledger",
          null,
          history.lockId,
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
  const partly = rows.some(({ lockedThrough, from }) => lockedThrough >= order.period.end && (from === null || from <= order.period.end));
  return {
    ref: "Q",
    title: "Locks",
    source: `Locks in the ledger, and periods closed in Tieout, as of ${asOfName(asOf)}`,
    notes: [lockedWords(onlyHere ? "here" : covers ? "ledger" : null, partly, dayName(order.period.end))],
    currency: null,
    columns: LOCK_COLUMNS,
    rows: () => [...standing, ...gone],
    status: onlyHere
      ? "Period locked in Tieout only"
      : covers
        ? "Period locked"
        : partly
          ? "No single lock covers the period"
          : "Period not locked",
    open: covers ? 0 : 1,
  };
}

/**
 * @param where who has a lock that covers the period: only Tieout, or the ledger
 * @param partly a lock of some modules, entities or days reaches the last day
 */
function lockedWords(where: "here" | "ledger" | null, partly: boolean, day: string): string {
  if (where === "here") return `The lock in Tieout covers every module through ${day}. No single lock in the ledger does.`;
  if (where === "ledger") return `A lock in the ledger covers every module through ${day}.`;
  return partly
    ? `At least one lock runs through ${day}, but no single lock covers every module and entity for the whole period.`
    : `The period isn't locked through ${day}.`;
}

const LOCK_COLUMNS: Sheet["columns"] = [
  { title: "Period", kind: "text", width: 16 },
  { title: "Module", kind: "text", width: 10 },
  { title: "Entity", kind: "text", width: 14 },
  { title: "Locked through", kind: "date", width: 14 },
  { title: "Moved back from", kind: "date", width: 15 },
  { title: "Exempt", kind: "text", width: 12 },
  { title: "Locked in", kind: "text", width: 12 },
  { title: "Locked by", kind: "text", width: 28 },
  { title: "As of", kind: "text", width: 24 },
  { title: "Record ID", kind: "text", width: 28 },
];

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

/** Schedule R: everything Tieout sent to the ledger, with the result of each part. */
export function writeSheet({ reader }: PackFacts): Sheet {
  const jobs = listJobs(reader.db).reverse();
  const unsettled = unsettledWrites(reader).length;
  const bad = jobs.filter(({ state }) => SETTLED_BADLY.has(state)).length;
  const rows = jobs.flatMap((job): SheetRow[] => {
    const body = jobBody.safeParse(JSON.parse(job.body));
    if (!body.success) return [{ cells: [job.jobId, null, codeLabel(job.state)] }];
    const { title, person, items } = body.data;
    const facts = [minuteName(instantFromMs(job.createdMs)), person, job.actionId, job.jobId];
    const parts = items.length === 0 ? [null] : items;
    return parts.map((item) => ({
      cells: [
        title,
        item?.title ?? null,
        codeLabel(job.state),
        codeLabel(item?.outcome),
        item?.reference ?? null,
        item?.ledgerId ?? null,
        item?.message ?? null,
        ...facts,
      ],
    }));
  });
  const first = jobs[0];
  const posted = jobs.every(({ state }) => state === "accepted") ? "All posted" : "Not all posted";
  return {
    ref: "R",
    title: "Ledger updates",
    source:
      first === undefined
        ? "No ledger updates were created in Tieout"
        : `Ledger updates created in Tieout since ${minuteName(instantFromMs(first.createdMs))}`,
    notes: first === undefined ? [] : ["The exact requests and the ledger's answers are in 03_evidence/writes, one file per update."],
    currency: null,
    columns: [
      { title: "Update", kind: "text", width: 36 },
      { title: "Item", kind: "text", width: 30 },
      { title: "Status", kind: "text", width: 15 },
      { title: "Result", kind: "text", width: 15 },
      { title: "Reference", kind: "text", width: 18 },
      { title: "ID in the ledger", kind: "text", width: 18 },
      { title: "Message", kind: "text", width: 50 },
      { title: "Created", kind: "text", width: 24 },
      { title: "By", kind: "text", width: 24 },
      { title: "Action ID", kind: "text", width: 38 },
      { title: "Job ID", kind: "text", width: 38 },
    ],
    rows: () => rows,
    ...(unsettled > 0
      ? openStatus(unsettled, "without a final result")
      : openStatus(bad, "not posted", first === undefined ? "None" : posted)),
  };
}

/** Milliseconds of an instant, or null. */
export function msOf(asOf: PackFacts["asOf"]): number | null {
  return asOf === null ? null : instantMs(asOf);
}
