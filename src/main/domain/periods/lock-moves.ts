import type { FieldChange } from "#main/domain/documents/field-changes.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { addDays } from "#shared/kernel/calendar-date.ts";
import { periodName } from "#shared/kernel/readable.ts";
import type { MappedRecord } from "#shared/model/books/mapped-record.ts";
import type { PeriodLock } from "#shared/model/books/period.ts";

/** Locks that appeared or vanished between two readings of one record; one that only moved has its field change already. */
export function lockHistory(
  before: readonly MappedRecord[],
  after: readonly MappedRecord[],
): readonly { readonly lockId: string; readonly changes: readonly FieldChange[] }[] {
  const old = locksOf(before);
  const now = locksOf(after);
  const vanished = old.filter((lock) => !now.some(({ id }) => id === lock.id)).map((lock) => change(lock.id, lock.lockedThrough, null));
  const appeared = now.filter((lock) => !old.some(({ id }) => id === lock.id)).map((lock) => change(lock.id, null, lock.lockedThrough));
  return [...vanished, ...appeared];
}

function locksOf(records: readonly MappedRecord[]): PeriodLock[] {
  return records.flatMap((record) => (record.kind === "lock" ? [record.value] : []));
}

function change(lockId: string, before: string | null, after: string | null) {
  return { lockId, changes: [{ field: "lockedThrough", before, after }] };
}

/** The ledger period a lock closes, from the record both came with. */
export interface LockedPeriod {
  readonly label: string;
  readonly start: CalendarDate;
  readonly isAdjustment: boolean;
}

/** A lock's history as synced: its latest date ever, and its current state. */
export interface LockStory {
  readonly lockId: string;
  readonly recNo: number;
  /** The latest date seen in any sync. */
  readonly peak: CalendarDate;
  /** Null when the ledger no longer has it. */
  readonly standing: PeriodLock | null;
  readonly period: LockedPeriod | null;
}

/** One lock that was moved back, as people think of it: the locks of single periods are one lock. */
export interface LockStepBack {
  /** Names the finding: the lock's id, or `periods`. */
  readonly key: string;
  /** The record of the farthest of its locks. */
  readonly recNo: number;
  readonly from: CalendarDate;
  /** Null when it binds no date any more. */
  readonly to: CalendarDate | null;
  readonly message: string;
}

/**
 * Locks that were moved back or removed (rules 8 and 25). A removed lock doesn't count while another lock covers
 * everything it covered. A lock moved back together with a wider one is reported once, with the wider one.
 * @param ledgerTells the ledger keeps an audit trail, though what is read here names no actor
 */
export function lockStepsBack(stories: readonly LockStory[], ledgerTells: boolean): LockStepBack[] {
  const back = stories.filter((story) =>
    story.standing === null ? !stories.some((other) => coveredBy(story, other)) : story.standing.lockedThrough < story.peak,
  );
  const told = back.filter((story) => !back.some((other) => isWider(other, story)));
  const groups = new Map<string, LockStory[]>();
  for (const story of told) {
    const key = keyOf(story);
    groups.set(key, [...(groups.get(key) ?? []), story]);
  }
  return [...groups].map(([key, own]) => stepBack(key, own, stories, ledgerTells));
}

/** The module a lock applies to; a period lock's id names it. */
function moduleOf({ lockId, standing }: LockStory): string {
  return standing?.scope.module ?? /\/(ap|ar|gl|all)$/.exec(lockId)?.[1] ?? "all";
}

/** The locks of all periods are one lock to people, whatever module each of them binds. */
function keyOf(story: LockStory): string {
  if (story.period === null) return story.lockId;
  const entity = story.standing?.scope.entityId;
  return `periods${entity === undefined ? "" : `/${entity}`}`;
}

/** True when `other` is in force and covers at least what the removed lock covered. Its exempt users aren't known any more. */
function coveredBy(story: LockStory, other: LockStory): boolean {
  const lock = other.standing;
  if (lock === null || other === story || lock.lockedThrough < story.peak || lock.exempts !== undefined) return false;
  return reaches(other, story) && (moduleOf(other) === "all" || moduleOf(other) === moduleOf(story)) && lock.scope.entityId === undefined;
}

/** A period's lock binds that period alone; any other binds every day through its date. */
function reaches(wider: LockStory, story: LockStory): boolean {
  return wider.period === null || wider.recNo === story.recNo;
}

/** A lock for all modules, moved back on the same record and date, replaces that of a single module. */
function isWider(other: LockStory, story: LockStory): boolean {
  if (other === story || other.recNo !== story.recNo || other.peak < story.peak) return false;
  return moduleOf(other) === "all" && moduleOf(story) !== "all";
}

function stepBack(key: string, own: readonly LockStory[], all: readonly LockStory[], ledgerTells: boolean): LockStepBack {
  const farthest = own.reduce((last, story) => (story.peak > last.peak ? story : last));
  const from = farthest.peak;
  const place = { key, recNo: farthest.recNo, from };
  const actor = ledgerTells ? "Check the ledger's audit trail to see who changed it." : "The ledger doesn't report who changed it.";
  const end = `${actor} Both dates are as Tieout read them.`;
  if (farthest.period === null) {
    const to = farthest.standing?.lockedThrough ?? null;
    const name = `The ${farthest.lockId.replaceAll("_", " ")} lock date`;
    const moved = to === null ? `was removed (it was ${from})` : `was moved back from ${from} to ${to}`;
    return { ...place, to, message: `${name} ${moved}. ${end}` };
  }
  const opened = own.filter(({ period }) => period !== null).sort((a, b) => compare(a.period?.start, b.period?.start));
  const first = opened[0]?.period?.start as CalendarDate;
  const standing = all.filter((story) => story.standing !== null && story.period !== null && keyOf(story) === key && !own.includes(story));
  const earlier = standing.filter(({ standing: lock }) => (lock?.lockedThrough ?? "") < first);
  const to = earlier.length === 0 ? null : addDays(first, -1);
  const last = opened.at(-1)?.period?.start as CalendarDate;
  const later = standing.some(({ period }) => (period?.start ?? "") > last);
  const names = new Set(
    opened.map((story) => `${periodName(story.period?.label ?? "")}${moduleOf(story) === "all" ? "" : ` (${moduleOf(story)})`}`),
  );
  const rest = later ? " Later periods are still locked." : "";
  return {
    ...place,
    to,
    message: `The lock date was moved back from ${from} to ${to ?? "no date"}. Open again: ${[...names].join(", ")}.${rest} ${end}`,
  };
}

function compare(a: string | undefined, b: string | undefined): number {
  return (a ?? "") < (b ?? "") ? -1 : (a ?? "") > (b ?? "") ? 1 : 0;
}
