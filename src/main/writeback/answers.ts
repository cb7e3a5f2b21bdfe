import { AnswerUnreadable, type LedgerRequest, type LedgerResponse, unreadable } from "#main/ledgers/adapter.ts";
import type { ItemKey, ItemResult } from "#main/ledgers/writing.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { StoredCall } from "./job.ts";

/** Bytes of an answer that are kept with its attempt. */
const BODY_KEPT = 262_144;

export const UNREADABLE: Failure = {
  code: "ledger_unreadable",
  message: "The ledger's answer was cut off or unreadable.",
  next: "If the update still has this status in a few minutes, check it again.",
};

export const STOPPED: Failure = {
  code: "cancelled",
  message: "Tieout stopped before this update was finished.",
  next: "The update stays in the queue and continues when the Tieout app is open.",
};

/** A lock may have been set meanwhile. */
export const WAITED_LONG: Failure = {
  code: "cancelled",
  message: "The update waited too long, so Tieout checks again before it sends anything.",
};

/** What is read of an answer, or null when it is cut off or no data at all. */
export function readable<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (unreadable(error) !== null || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** @throws AnswerUnreadable when the answer is silent on an item of the call */
export function resultsOfAll(call: StoredCall, results: readonly ItemResult[]): readonly ItemResult[] {
  const isSaid = (key: ItemKey) => results.some(({ operation, part }) => operation === key.operation && part === key.part);
  if (!call.items.every(isSaid)) throw new AnswerUnreadable("The ledger's answer doesn't cover every part of the update.");
  return results;
}

/** A request as it is kept with its attempt. */
export function describe(request: LedgerRequest): string {
  const { method, path, query, body } = request;
  return JSON.stringify({ method, path, query: query ?? {}, body: body ?? "" });
}

/** An answer as it is kept with its attempt. */
export function answerOf(response: LedgerResponse): { readonly status: number; readonly answer: string } {
  return { status: response.status, answer: new TextDecoder().decode(response.body.subarray(0, BODY_KEPT)) };
}

/** The same of a failure, where the ledger answered at all. */
export function rawOf(failure: Failure): { readonly status: number | null; readonly answer: string | null } {
  return { status: failure.ledgerError?.status ?? null, answer: failure.ledgerError?.body ?? null };
}

/** A refusal of the question itself. Access (403) is a person's to put right, and the question then gets its answer. */
export function isRefusal({ code, ledgerError }: Failure): boolean {
  return code === "ledger_rejected" && ledgerError !== undefined && ledgerError.status !== 403;
}
