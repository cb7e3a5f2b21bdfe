import { z } from "zod";
import { adjustingEntry, adjustingKind } from "#shared/model/adjusting-entry.ts";
import { calendarDateString, decimalString } from "#shared/model/money.ts";
import { jobState } from "#shared/model/write.ts";
import { command, query } from "./define.ts";
import { decided } from "./reviews.ts";

/**
 * How an entry of a period stands. `due`: no job yet. `confirmed`: the ledger has it. `voided`: the ledger
 * had it and has it no more. Else the state of its job.
 */
const entryState = z.enum(["due", "confirmed", "voided", ...jobState.exclude(["accepted"]).options]);

export const adjustingEntryView = z.object({
  definitionId: z.string(),
  kind: adjustingKind,
  title: z.string(),
  part: z.enum(["entry", "reversal"]),
  date: calendarDateString,
  currency: z.string(),
  lines: z.array(z.object({ accountId: z.string(), account: z.string(), amount: decimalString, description: z.string().nullable() })),
  state: entryState,
  jobId: z.string().nullable(),
  /** In the mirror, once the ledger has it. */
  recordId: z.string().nullable(),
  /** The ledger's words or the check that stands in the way. */
  message: z.string().nullable(),
  preparer: z.string().nullable(),
});
export type AdjustingEntryView = z.infer<typeof adjustingEntryView>;

export const adjustingDefinitionView = decided.extend({ definitionId: z.string(), entry: adjustingEntry });
export type AdjustingDefinitionView = z.infer<typeof adjustingDefinitionView>;

const ofClient = z.object({ clientId: z.string() });
const ofPeriod = ofClient.extend({ period: z.string(), definitionId: z.string().optional() });
const jobs = z.object({ jobIds: z.array(z.string()) });

export const adjustmentsContract = {
  "adjustments.definitions": query(ofClient, z.array(adjustingDefinitionView)),
  /** Adds a definition, or replaces one; entries that have a job stay as they are. */
  "adjustments.save": command(
    ofClient.extend({ definitionId: z.string().optional(), entry: adjustingEntry }),
    z.object({ definitionId: z.string(), decisionNo: z.number().int() }),
  ),
  "adjustments.remove": command(ofClient.extend({ definitionId: z.string() }), z.object({ decisionNo: z.number().int() })),
  /** What is due in a period, and what became of it. */
  "adjustments.list": query(ofPeriod, z.array(adjustingEntryView)),
  /** Puts what is due and has no job into the write queue as drafts; nothing is sent. */
  "adjustments.draft": command(ofPeriod, jobs),
  /** Sends the drafts of a period. */
  "adjustments.post": command(ofPeriod, jobs),
};
