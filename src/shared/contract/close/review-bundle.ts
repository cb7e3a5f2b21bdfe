import { z } from "zod";
import { instantString } from "#shared/model/books/money.ts";

/** One side of a difference, in words. */
const side = z.object({ text: z.string(), person: z.string(), at: instantString });

/**
 * Something that the bundle says otherwise than this machine.
 * - `new`: it is not here yet. `changed`: theirs is later, and they knew ours. `taken_back`: they took it back.
 * - `conflict`: both sides changed it without knowing of each other. Ours stays until a person chooses.
 */
export const reviewDifference = z.object({
  key: z.string(),
  clientId: z.string(),
  client: z.string(),
  what: z.enum(["note", "task", "decision", "statement"]),
  /** The decision's kind, "note", "task" or "bank_statement". */
  kind: z.string(),
  subject: z.string(),
  state: z.enum(["new", "changed", "taken_back", "conflict"]),
  ours: side.nullable(),
  theirs: side,
});
export type ReviewDifference = z.infer<typeof reviewDifference>;

export const reviewPreview = z.object({
  madeBy: z.string(),
  madeAt: instantString,
  differences: z.array(reviewDifference),
  /** What both sides have alike. */
  same: z.number().int(),
  /** Clients in the bundle whose ledger is not connected here: nothing of them is taken. */
  unknownClients: z.array(z.string()),
});
export type ReviewPreview = z.infer<typeof reviewPreview>;

export const reviewConflict = z.object({
  conflictNo: z.number().int(),
  clientId: z.string(),
  client: z.string(),
  kind: z.string(),
  subject: z.string(),
  ours: side.nullable(),
  theirs: side,
  importedAt: instantString,
  importedBy: z.string(),
});
export type ReviewConflict = z.infer<typeof reviewConflict>;
