import { z } from "zod";
import { decimalString, momentMs } from "../books/money.ts";
import {
  carriedDecision,
  carriedEvent,
  carriedFile,
  carriedInput,
  carriedNote,
  carriedStatement,
  carriedTask,
} from "../close/review-bundle.ts";

/**
 * What people recorded, as it goes through the firm's log on the server: one item a fact. The log of a client has notes, tasks,
 * signed inputs, files, statements, budgets and every shared kind of decision; the firm's own log (client id "") has rows. A body
 * has the item's own members at its top, where the server's rules find who made it and what it is about.
 */

/** A decision, and the keys of those on the same subject that the person knew: replacing what one knows is no conflict. */
export const decisionFact = carriedDecision.extend({ kind: z.string().max(60), knows: z.array(z.string().max(2_000)).max(10_000) });
const events = z.array(carriedEvent).max(10_000);
export const noteFact = carriedNote.extend({ events });
export const taskFact = carriedTask.extend({ events });
export const inputFact = carriedInput;
export const fileFact = carriedFile;
export const statementFact = carriedStatement;
export const budgetFact = z.strictObject({
  name: z.string().max(400),
  fileName: z.string().max(400),
  sha256: z.string().max(64),
  person: z.string().max(400),
  madeMs: momentMs,
  undoneMs: momentMs.nullable(),
  undoneBy: z.string().max(400).nullable(),
  amounts: z
    .array(z.tuple([z.string().max(400), z.string().regex(/^\d{4}-\d{2}$/), decimalString.refine((amount) => amount.length <= 60)]))
    .max(500_000),
});
export type BudgetFact = z.infer<typeof budgetFact>;

/** A row of the firm's file: what a table has under a key, or null where it was deleted. */
export const rowFact = z.strictObject({
  table: z.string().max(60),
  key: z.array(z.union([z.string().max(2_000), z.number()])).max(4),
  row: z.record(z.string(), z.union([z.string(), z.number(), z.null()])).nullable(),
});
export type RowFact = z.infer<typeof rowFact>;

/** A fact on its way to the log. Its id comes from its content and place, so that sending it twice adds it once. */
export interface Fact {
  readonly factId: string;
  readonly kind: string;
  /** `moved_in`: recorded before its machine joined the firm, and brought along under the names and times of then. */
  readonly source: FactSource;
  /** JSON in the shape of its kind. */
  readonly body: string;
}

/**
 * A fact as the log has it. The server adds who and when, and `hash`, which covers the previous fact's hash and everything else;
 * so a fact that was changed, left out or moved is found by everyone who reads on.
 */
export interface LoggedFact extends Fact {
  /** "" for the firm's own records. */
  readonly clientId: string;
  /** Counts from 1 in each client's log, without gaps. */
  readonly factNo: number;
  /** The member whose machine sent it. */
  readonly person: string;
  readonly machineId: string;
  /** The server's clock, ISO 8601 in UTC with microseconds, as the hash has it. */
  readonly at: string;
  /** Hexadecimal; 64 zeros before the first. */
  readonly previous: string;
  readonly hash: string;
}
export type FactSource = "own" | "moved_in";

export const NO_FACT_BEFORE = "0".repeat(64);

/** What a fact's hash covers beside the one before it, in this order. */
export function hashedParts(fact: Omit<LoggedFact, "previous" | "hash">): string[] {
  const { clientId, factNo, factId, kind, source, body, person, machineId, at } = fact;
  return [clientId, String(factNo), factId, kind, source, body, person, machineId, at];
}

/** Where a copy of a log has come to. */
export interface LogPosition {
  /** The number of the last fact that was applied; 0 before the first. */
  readonly applied: number;
  readonly head: string;
}

/** A fact that doesn't follow from the one before it, or says what its sender may not say. */
export interface BrokenFact {
  readonly clientId: string;
  readonly factNo: number;
  readonly what: "gap" | "changed" | "unreadable" | "forged";
  readonly person: string;
}
