import { z } from "zod";

/** Which other programs may read the firm's data, and whose. */
export const programAccess = z.object({
  enabled: z.boolean(),
  /** The clients that may be read. */
  clientIds: z.array(z.string()),
  /** Whether drafts may be added to the write queue; nothing is ever sent. */
  drafts: z.boolean(),
});

/** The setting with who changed it; `before` is what undoing goes back to. */
export const programSetting = programAccess.extend({
  changedBy: z.string().nullable(),
  changedMs: z.number().int().nullable(),
  before: programAccess.nullable(),
});
export type ProgramSetting = z.infer<typeof programSetting>;

/** Something that another program may ask for: an operation, as its declaration describes it. */
export const programTool = z.object({
  name: z.string(),
  operation: z.string(),
  about: z.string(),
  /** A JSON schema. */
  input: z.record(z.string(), z.unknown()),
  writes: z.boolean(),
});
export type ProgramTool = z.infer<typeof programTool>;

/** An answer with where it comes from. */
export const programAnswer = z.object({
  answer: z.unknown(),
  source: z.object({
    /** Null for the list of clients. */
    client: z.object({ clientId: z.string(), name: z.string() }).nullable(),
    /** The ledger and the organization in it. */
    ledger: z.string().nullable(),
    organisation: z.string().nullable(),
    /** Of amounts that name no other currency. */
    baseCurrency: z.string().nullable(),
    /** The oldest reading that the answer rests on: when the client's data sets were last read whole. */
    asOf: z.string().nullable(),
    /** What was asked, in the words of its declaration. */
    report: z.string(),
    /** The ledger's records that the answer names, as far as they are few. */
    recordIds: z.array(z.string()),
    moreRecordIds: z.boolean(),
  }),
});
export type ProgramAnswer = z.infer<typeof programAnswer>;
