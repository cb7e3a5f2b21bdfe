import { addDays, type CalendarDate } from "#shared/kernel/calendar-date.ts";
import { type DocumentType, isSale } from "#shared/model/books/document.ts";
import type { Period, PeriodLock } from "#shared/model/books/period.ts";

export type LockModule = "ap" | "ar" | "gl";

/** What is to be posted. `isAdjustment`: into an adjustment period, which only such a posting enters. */
export interface PostingQuestion {
  readonly date: CalendarDate;
  readonly module: LockModule;
  readonly entityId?: string | undefined;
  readonly isAdjustment?: boolean | undefined;
}

/**
 * The days a lock applies to. A date lock covers every day through its date. A lock on one ledger period covers only
 * that period: a later period may be locked while an earlier one is open.
 */
export type LockReach =
  | { readonly kind: "through_date" }
  | { readonly kind: "period"; readonly from: CalendarDate; readonly isAdjustment: boolean };

export interface PostingAnswer<Lock extends PeriodLock = PeriodLock> {
  readonly canPost: boolean;
  /** Every lock that forbids the asked date, in the order given. */
  readonly blockedBy: readonly Lock[];
  /** The first day from the asked one on that no matching lock binds. */
  readonly firstPostableDate: CalendarDate;
}

/**
 * Whether a document can be posted (rule 8): only if no lock with a matching scope covers its date. `lockedThrough`
 * itself is locked. A lock that exempts some users still blocks, because it isn't known who will post; the answer names
 * the exempt users.
 * @param periods the ledger's own periods and those closed in Tieout; a lock on a period covers its days only
 */
export function canPost<Lock extends PeriodLock>(
  question: PostingQuestion,
  locks: readonly Lock[],
  periods: readonly Period[],
): PostingAnswer<Lock> {
  const reaches = lockReaches(periods);
  const bound = locks
    .map((lock) => ({ lock, reach: reaches.get(lock.id) ?? THROUGH_DATE }))
    .filter(({ lock, reach }) => scopeMatches(lock, question) && reachMatches(reach, question));
  const blocking = (date: CalendarDate) => bound.filter(({ lock, reach }) => binds(lock, reach, date)).map(({ lock }) => lock);
  const blockedBy = blocking(question.date);
  let first = question.date;
  for (let standing: readonly Lock[] = blockedBy; standing.length > 0; standing = blocking(first)) {
    // Each of them binds every day from here through its own date.
    const last = standing.reduce((latest, { lockedThrough }) => (lockedThrough > latest ? lockedThrough : latest), first);
    first = addDays(last, 1);
  }
  return { canPost: blockedBy.length === 0, blockedBy, firstPostableDate: first };
}

const THROUGH_DATE: LockReach = { kind: "through_date" };

/** The days covered by each period lock, by lock id; any other lock is a date lock. */
export function lockReaches(periods: readonly Period[]): ReadonlyMap<string, LockReach> {
  const reaches = new Map<string, LockReach>();
  for (const { id: periodId, ownedBy, locks, start, isAdjustment } of periods) {
    for (const { id } of locks) {
      // A period of the service also lists the ledger's date locks that touch it: they are not its own.
      if (ownedBy === "source" || id === ownLockId(periodId)) reaches.set(id, { kind: "period", from: start, isAdjustment });
    }
  }
  return reaches;
}

/** The id of the lock that a closed period of the service is (rule 7). */
export function ownLockId(periodId: string): string {
  return `closed:${periodId}`;
}

/** What a type of document is locked with: cash documents with their side, journals with the general ledger. */
export function moduleOf(type: DocumentType): LockModule {
  if (type === "journal") return "gl";
  return isSale(type) ? "ar" : "ap";
}

/**
 * A lock without a module or entity applies to all of them. A document whose entity isn't known may belong to the
 * locked one, so the safe answer is that the lock applies.
 */
function scopeMatches({ scope }: PeriodLock, question: PostingQuestion): boolean {
  const module = scope.module ?? "all";
  const ofModule = module === "all" || module === question.module;
  return ofModule && (scope.entityId === undefined || question.entityId === undefined || scope.entityId === question.entityId);
}

/** Adjustment periods lie inside ordinary ones: each kind of posting is bound by its own kind. */
function reachMatches(reach: LockReach, question: PostingQuestion): boolean {
  return reach.kind === "through_date" || reach.isAdjustment === (question.isAdjustment ?? false);
}

function binds(lock: PeriodLock, reach: LockReach, date: CalendarDate): boolean {
  return date <= lock.lockedThrough && (reach.kind === "through_date" || date >= reach.from);
}
