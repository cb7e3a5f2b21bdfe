import { z } from "zod";
import { calendarDateString, decimalString, momentMs as ms } from "../books/money.ts";
import { ledgerSystem } from "../books/source-ref.ts";
import { CARRIED_KINDS } from "./decision-kinds.ts";

const count = z.number().int().nonnegative();
const text = z.string().max(20_000);
const name = z.string().max(400);

const subject = {
  subjectKind: z.enum(["client", "document", "line", "party", "account", "figure"]),
  subjectId: name,
  subjectLabel: name.nullable(),
  seen: name.nullable(),
};
const life = { person: name, madeMs: ms, changedMs: ms, removedMs: ms.nullable(), removedBy: name.nullable() };

export const carriedNote = z.strictObject({
  id: name,
  ...subject,
  replyTo: name.nullable(),
  text,
  mentions: z.array(name).max(100),
  ...life,
});
export const carriedTask = z.strictObject({
  id: name,
  ...subject,
  title: text,
  assignee: name.nullable(),
  due: name.nullable(),
  ...life,
  doneMs: ms.nullable(),
  doneBy: name.nullable(),
});
/** A step in the life of a note or task: what both sides know of it decides whose state is the later one. */
export const carriedEvent = z.strictObject({
  itemId: name,
  what: name,
  before: text.nullable(),
  after: text.nullable(),
  person: name,
  atMs: ms,
});

function isJson(body: string): boolean {
  try {
    JSON.parse(body);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

export const carriedDecision = z.strictObject({
  kind: z.enum(CARRIED_KINDS),
  subject: name,
  /** JSON of the kind's own shape; signatures name the hash of what they were given on. */
  body: z.string().max(200_000).refine(isJson, "isn't JSON"),
  person: name,
  madeMs: ms,
  undoneMs: ms.nullable(),
  undoneBy: name.nullable(),
});

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** A bank statement as it was imported, with its lines; its file is carried beside it. */
export const carriedStatement = z.strictObject({
  accountId: name,
  format: name,
  sha256,
  part: count,
  bankAccount: name.nullable(),
  currency: name,
  from: calendarDateString,
  to: calendarDateString,
  opening: decimalString.nullable(),
  closing: decimalString.nullable(),
  person: name,
  madeMs: ms,
  undoneMs: ms.nullable(),
  undoneBy: name.nullable(),
  lines: z
    .array(
      z.strictObject({
        lineNo: count,
        date: calendarDateString,
        amount: decimalString,
        payee: text.nullable(),
        reference: text.nullable(),
        description: text.nullable(),
        bankId: text.nullable(),
      }),
    )
    .max(100_000),
});

/** A file behind a statement, a typed balance or a reconciliation, named by its SHA-256; its content in base64. */
export const carriedFile = z.strictObject({ sha256, fileName: name, content: z.string().max(28_000_000) });

/** What a signature was given on, named by its SHA-256. */
export const carriedInput = z.strictObject({ hash: z.string().regex(/^[0-9a-f]{64}$/), text: z.string().max(20_000_000) });

/** A client's review, as it is carried from one machine to another. */
export const clientReview = z.strictObject({
  notes: z.array(carriedNote).max(200_000),
  tasks: z.array(carriedTask).max(200_000),
  events: z.array(carriedEvent).max(1_000_000),
  decisions: z.array(carriedDecision).max(500_000),
  inputs: z.array(carriedInput).max(100_000),
  // Bundles of earlier releases have none.
  statements: z.array(carriedStatement).max(10_000).default([]),
  files: z.array(carriedFile).max(10_000).default([]),
});
export type ClientReview = z.infer<typeof clientReview>;
export type CarriedNote = z.infer<typeof carriedNote>;
export type CarriedTask = z.infer<typeof carriedTask>;
export type CarriedEvent = z.infer<typeof carriedEvent>;
export type CarriedDecision = z.infer<typeof carriedDecision>;
export type CarriedStatement = z.infer<typeof carriedStatement>;
export type CarriedFile = z.infer<typeof carriedFile>;

/** What is inside a review bundle, once it was opened. A client is named by its ledger's own tenant. */
export const reviewBundle = z.strictObject({
  format: z.literal("tieout-review"),
  version: z.literal(1),
  madeAt: z.string(),
  madeBy: name,
  clients: z.array(z.strictObject({ system: ledgerSystem, tenantId: name, name, review: clientReview })).max(10_000),
});
export type ReviewBundle = z.infer<typeof reviewBundle>;
