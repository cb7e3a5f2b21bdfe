import { z } from "zod";
import { calendarDateString, decimalString } from "#shared/model/books/money.ts";
import { adjustingEntry, adjustingKind } from "#shared/model/close/adjusting-entry.ts";
import { scheduleKind } from "#shared/model/close/schedule-item.ts";
import { jobState } from "#shared/model/ledger/write.ts";
import { decided } from "./reviews.ts";

/**
 * The state of a period's entry. `due`: no job yet. `confirmed`: the ledger has it. `voided`: the ledger no longer has
 * it. Otherwise the state of its job.
 */
const entryState = z.enum(["due", "confirmed", "voided", ...jobState.exclude(["accepted"]).options]);

export const adjustingEntryView = z.object({
  definitionId: z.string(),
  /** Of the adjusting entry, or of the schedule that asks for it. */
  kind: z.enum([...adjustingKind.options, ...scheduleKind.options]),
  title: z.string(),
  part: z.enum(["entry", "reversal"]),
  date: calendarDateString,
  currency: z.string(),
  lines: z.array(z.object({ accountId: z.string(), account: z.string(), amount: decimalString, description: z.string().nullable() })),
  state: entryState,
  jobId: z.string().nullable(),
  /** In the mirror, once the ledger has it. */
  recordId: z.string().nullable(),
  /** The ledger's message, or the check that failed. */
  message: z.string().nullable(),
  preparer: z.string().nullable(),
});
export type AdjustingEntryView = z.infer<typeof adjustingEntryView>;

export const adjustingDefinitionView = decided.extend({ definitionId: z.string(), entry: adjustingEntry });
export type AdjustingDefinitionView = z.infer<typeof adjustingDefinitionView>;
