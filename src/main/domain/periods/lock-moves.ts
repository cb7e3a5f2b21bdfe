import type { FieldChange } from "#main/domain/documents/field-changes.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { addDays } from "#shared/kernel/calendar-date.ts";
import { dayName, periodName } from "#shared/kernel/readable.ts";
import { andList } from "#shared/language/english.ts";
import type { MappedRecord } from "#shared/model/books/mapped-record.ts";
import type { PeriodLock } from "#shared/model/books/period.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";

/** Locks that appeared or vanished between two readings of one record; one that only moved has its field change already. */
export function lockChanges(
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
export interface LockHistory {
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
  /** Null when it no longer covers any date. */
  readonly to: CalendarDate | null;
  readonly message: string;
  /** The same in a few words. */
  readonly title: string;
  /** The beginning of the message that the title says, too; empty where it says less. */
  readonly inTitle: string;
}

/**
 * Locks that were moved back or removed (rules 8 and 25). A removed lock doesn't count while another lock covers
 * everything it covered. A lock moved back together with a wider one is reported once, with the wider one.
 * @param ledgerTells the ledger keeps system notes, though what is read here names no actor
 */
export function lockStepsBack(histories: readonly LockHistory[], ledgerTells: boolean): LockStepBack[] {
  const back = histories.filter((history) =>
    history.standing === null ? !histories.some((other) => coveredBy(history, other)) : history.standing.lockedThrough < history.peak,
  );
  const told = back.filter((history) => !back.some((other) => isWider(other, history)));
  const groups = new Map<string, LockHistory[]>();
  for (const history of told) {
    const key = keyOf(history);
    groups.set(key, [...(groups.get(key) ?? []), history]);
  }
  return [...groups].map(([key, own]) => stepBack(key, own, histories, ledgerTells));
}

/** The module a lock applies to; a period lock's id names it. */
function moduleOf({ lockId, standing }: LockHistory): string {
  return standing?.scope.module ?? /\/(ap|ar|gl|all)$/.exec(lockId)?.[1] ?? "all";
}

/** The locks of all periods are one lock to people, whatever module each of them binds. */
function keyOf(history: LockHistory): string {
  if (history.period === null) return history.lockId;
  const entity = history.standing?.scope.entityId;
  return `periods${entity === undefined ? "" : `/${entity}`}`;
}

/** True when `other` is in force and covers at least what the removed lock covered. Its exempt users are no longer known. */
function coveredBy(history: LockHistory, other: LockHistory): boolean {
  const lock = other.standing;
  if (lock === null || other === history || lock.lockedThrough < history.peak || lock.exempts !== undefined) return false;
  return (
    reaches(other, history) && (moduleOf(other) === "all" || moduleOf(other) === moduleOf(history)) && lock.scope.entityId === undefined
  );
}

/** A period's lock binds that period alone; any other binds every day through its date. */
function reaches(wider: LockHistory, history: LockHistory): boolean {
  return wider.period === null || wider.recNo === history.recNo;
}

/** A lock for all modules, moved back on the same record and date, replaces that of a single module. */
function isWider(other: LockHistory, history: LockHistory): boolean {
  if (other === history || other.recNo !== history.recNo || other.peak < history.peak) return false;
  return moduleOf(other) === "all" && moduleOf(history) !== "all";
}

const LOCK_NAMES: Readonly<Record<string, string>> = { year_end: "year-end lock date", book_close: "closing date" };

function stepBack(key: string, own: readonly LockHistory[], all: readonly LockHistory[], ledgerTells: boolean): LockStepBack {
  const farthest = own.reduce((last, history) => (history.peak > last.peak ? history : last));
  const from = farthest.peak;
  const place = { key, recNo: farthest.recNo, from };
  const actor = ledgerTells
    ? "Check the ledger's system notes to see who changed the lock date."
    : "The ledger doesn't report who changed the lock date.";
  const end = `${actor} Tieout only reads the ledger's lock dates and can't move them.`;
  if (farthest.period === null) {
    const to = farthest.standing?.lockedThrough ?? null;
    const name = LOCK_NAMES[farthest.lockId] ?? `${farthest.lockId.replaceAll("_", " ")} lock date`;
    const moved = to === null ? `was removed (its latest date was ${from})` : `was moved back from ${from} to ${to}`;
    const inTitle = `The ${name} ${moved}. `;
    const title = movedTitle(`${name.charAt(0).toUpperCase()}${name.slice(1)}`, from, to);
    return { ...place, to, title, inTitle, message: `${inTitle}${end}` };
  }
  const opened = own.filter(({ period }) => period !== null).sort((a, b) => compare(a.period?.start, b.period?.start));
  const first = opened[0]?.period?.start as CalendarDate;
  const standing = all.filter(
    (history) => history.standing !== null && history.period !== null && keyOf(history) === key && !own.includes(history),
  );
  const earlier = standing.filter(({ standing: lock }) => (lock?.lockedThrough ?? "") < first);
  const to = earlier.length === 0 ? null : addDays(first, -1);
  const last = opened.at(-1)?.period?.start as CalendarDate;
  const later = standing.some(({ period }) => (period?.start ?? "") > last);
  const names = new Set(opened.map((history) => openedName(history, standing)));
  const rest = later ? " At least one later period still has a lock." : "";
  // Said only where no other lock reaches these days: otherwise the last locked day is where it was.
  const isCovered = standing.some(({ standing: lock }) => (lock?.lockedThrough ?? "") >= first);
  // The wording stays as it is, without an "and" or the modules: a changed message would raise acknowledged exceptions again.
  const lockDate = to === null ? `The lock date of ${from} was removed. ` : `The lock date was moved back from ${from} to ${to}. `;
  const open = `${names.size === 1 ? "This period is" : "These periods are"} open again in the ledger: ${[...names].join(", ")}.`;
  const message = `${isCovered ? "" : lockDate}${open}${rest} ${end}`;
  if (!isCovered) return { ...place, to, title: movedTitle("Lock date", from, to, onlyModules(own, from)), inTitle: lockDate, message };
  const [name, ...others] = names;
  if (others.length > 0) return { ...place, to, title: `${names.size} periods open again in the ledger`, inTitle: "", message };
  return { ...place, to, title: `Period open again in the ledger: ${name}`, inTitle: `${open} `, message };
}

/** @param of the modules that the date locked, in parentheses; empty where it's all that moved */
function movedTitle(name: string, from: CalendarDate, to: CalendarDate | null, of = ""): string {
  return to === null ? `${name} of ${dayName(from)}${of} removed` : `${name} moved back from ${dayName(from)}${of} to ${dayName(to)}`;
}

/**
 * The modules that were locked through the latest date, where the other locks were of all modules: the books as a whole were locked
 * through an earlier date, which is what the list of clients shows.
 */
function onlyModules(own: readonly LockHistory[], latest: CalendarDate): string {
  const isAll = (history: LockHistory) => moduleOf(history) === "all";
  const last = own.filter(({ peak }) => peak === latest);
  if (last.some(isAll) || !own.some(isAll)) return "";
  return ` (${andList([...new Set(last.map(moduleWord))].sort())})`;
}

/** The period with what of it is open again: one module, or all but those whose own lock of the period is still there. */
function openedName(history: LockHistory, standing: readonly LockHistory[]): string {
  const name = periodName(history.period?.label ?? "");
  if (moduleOf(history) !== "all") return `${name} (${moduleWord(history)})`;
  const kept = standing.filter(({ recNo }) => recNo === history.recNo).map(moduleWord);
  return kept.length === 0 ? name : `${name} (except ${andList([...new Set(kept)].sort())})`;
}

function moduleWord(history: LockHistory): string {
  return codeLabel(moduleOf(history)).toLowerCase();
}

function compare(a: string | undefined, b: string | undefined): number {
  return (a ?? "") < (b ?? "") ? -1 : (a ?? "") > (b ?? "") ? 1 : 0;
}
