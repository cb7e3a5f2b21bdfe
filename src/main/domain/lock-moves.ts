import type { MappedRecord } from "#shared/model/mapped-record.ts";
import type { PeriodLock } from "#shared/model/period.ts";
import type { FieldChange } from "./field-changes.ts";

/** What two readings of one record say about its locks. */
export interface LockMoves {
  /** Locks that became earlier or vanished, in words for people. */
  readonly back: readonly { readonly lockId: string; readonly message: string }[];
  /** Locks as they stand now. */
  readonly standing: readonly { readonly lockId: string; readonly lockedThrough: string }[];
  /** Locks that appeared or vanished; one that only moved has its field change already. */
  readonly history: readonly { readonly lockId: string; readonly changes: readonly FieldChange[] }[];
}

/**
 * Compares the locks of one ledger record between two readings (rules 8 and 25). A lock that
 * vanished is no step back while another lock of the record binds all that it bound.
 * @param ledgerTells the ledger keeps an audit trail, though what is read here names no actor
 */
export function lockMoves(before: readonly MappedRecord[], after: readonly MappedRecord[], ledgerTells: boolean): LockMoves {
  const old = locksOf(before);
  const now = locksOf(after);
  const find = (locks: readonly PeriodLock[], id: string) => locks.find((lock) => lock.id === id);
  const back = old.flatMap((lock) => {
    const successor = find(now, lock.id);
    if (successor === undefined ? now.some((other) => binds(other, lock)) : successor.lockedThrough >= lock.lockedThrough) return [];
    return [{ lockId: lock.id, message: message(lock, successor?.lockedThrough ?? null, ledgerTells) }];
  });
  const vanished = old.filter((lock) => find(now, lock.id) === undefined).map((lock) => change(lock.id, lock.lockedThrough, null));
  const appeared = now.filter((lock) => find(old, lock.id) === undefined).map((lock) => change(lock.id, null, lock.lockedThrough));
  return {
    back,
    standing: now.map((lock) => ({ lockId: lock.id, lockedThrough: lock.lockedThrough })),
    history: [...vanished, ...appeared],
  };
}

function locksOf(records: readonly MappedRecord[]): PeriodLock[] {
  return records.flatMap((record) => (record.kind === "lock" ? [record.value] : []));
}

/** True when `wider` forbids at least what `lock` forbids. */
function binds(wider: PeriodLock, lock: PeriodLock): boolean {
  const { entityId, module = "all" } = wider.scope;
  const coversModule = module === "all" || module === lock.scope.module;
  const coversEntity = entityId === undefined || entityId === lock.scope.entityId;
  const letsPassNoMore = wider.exempts === undefined || wider.exempts === lock.exempts;
  return coversModule && coversEntity && letsPassNoMore && wider.lockedThrough >= lock.lockedThrough;
}

function change(lockId: string, before: string | null, after: string | null) {
  return { lockId, changes: [{ field: "lockedThrough", before, after }] };
}

function message(lock: PeriodLock, now: string | null, ledgerTells: boolean): string {
  const moved =
    now === null
      ? `Lock ${lock.id} stood at ${lock.lockedThrough} and is gone (now no date).`
      : `Lock ${lock.id} moved back from ${lock.lockedThrough} to ${now}.`;
  const actor = ledgerTells
    ? "No actor is recorded here; the ledger's own audit trail may name one."
    : "The ledger does not tell who moved it; no actor is recorded.";
  return `${moved} ${actor} Both dates are from our own readings.`;
}
