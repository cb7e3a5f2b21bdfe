import { z } from "zod";
import { instantString } from "#shared/model/money.ts";
import { command, query } from "./define.ts";

const passphrase = z.string().min(10, "at least 10 characters").max(400);
const sealed = z.object({ path: z.string().min(1, "name the file"), passphrase });

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
  what: z.enum(["note", "task", "decision"]),
  /** The decision's kind, "note" or "task". */
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

const exported = z.object({
  path: z.string(),
  bytes: z.number().int(),
  sha256: z.string(),
  clients: z.number().int(),
  notes: z.number().int(),
  tasks: z.number().int(),
  decisions: z.number().int(),
});
const imported = z.object({ taken: z.number().int(), conflicts: z.number().int(), unknownClients: z.array(z.string()) });

export const reviewBundleContract = {
  /** Writes notes, tasks, explanations and signatures into one encrypted file; without ids those of every client. */
  "review.export": command(sealed.extend({ clientIds: z.array(z.string()).min(1).optional() }), exported),
  /** Opens a bundle and says what it would change; changes nothing. */
  "review.preview": query(sealed, reviewPreview),
  /** Takes a bundle over. Of a conflict ours stays and theirs is kept beside it, unless `theirs` names its key. */
  "review.import": command(sealed.extend({ theirs: z.array(z.string()).default([]) }), imported, "reviewer"),
  /** Conflicts that nobody has settled yet. */
  "review.conflicts": query(z.object({ clientId: z.string().optional() }), z.array(reviewConflict)),
  "review.settle": command(
    z.object({ clientId: z.string(), conflictNo: z.number().int(), keep: z.enum(["ours", "theirs"]) }),
    z.object({ done: z.literal(true) }),
    "reviewer",
  ),
};
