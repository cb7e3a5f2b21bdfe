import type { Failure } from "#shared/model/ledger/failure.ts";
import { isInputCheck, type WriteCheck, type WriteJob } from "#shared/model/ledger/write.ts";

const NOTHING_KEPT = "Nothing was sent or saved.";

/**
 * What the ledger could take at no time and in no state of the books, as a failure that names the field; null when no check says
 * so. What a lock, an allocation or another job blocks may go later, and its job is kept.
 */
export function wrongInput(checks: readonly WriteCheck[]): Failure | null {
  const wrong = checks.find((check) => check.outcome === "blocked" && (isInputCheck(check) || check.name === "capability"));
  if (wrong === undefined) return null;
  return {
    code: wrong.name === "capability" ? "not_supported" : "invalid_input",
    message: wrong.message,
    ...(wrong.field === undefined ? {} : { field: wrong.field }),
    next: NOTHING_KEPT,
  };
}

/**
 * The same, found while the exact requests were made: an unknown dimension, a change that changes nothing, an item that a line
 * needs. Null for a job that was blocked by something else, such as a lock, or that was not blocked.
 */
export function wrongInPreparing({ state, failure }: WriteJob): Failure | null {
  if (state !== "blocked" || failure === null) return null;
  return ["invalid_input", "not_found", "not_supported"].includes(failure.code) ? { ...failure, next: failure.next ?? NOTHING_KEPT } : null;
}
