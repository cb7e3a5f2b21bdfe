import { z } from "zod";
import { query } from "#main/operations/operation.ts";
import { changesPage } from "#main/store/changes/changes.ts";
import { activityPage } from "#main/store/work/activity.ts";
import { activityKind, activityRow } from "#shared/contract/books/records.ts";
import { clientId } from "#shared/contract/fields.ts";
import { changeRow } from "#shared/contract/reports/analysis.ts";
import { localDayStartMs } from "#shared/kernel/instant.ts";
import { ok } from "#shared/kernel/result.ts";
import { calendarDateString } from "#shared/model/books/money.ts";
import { auditOf } from "./audit-trail.ts";

/** What moved in a client's books, and who did what here. */
export const changeOperations = [
  query("changes.list", {
    summary: "List the changes that Tieout found between syncs, oldest or newest first",
    input: z.object({
      clientId,
      since: calendarDateString.optional(),
      closedOnly: z.boolean().optional().describe("Only changes in closed or locked periods"),
      newestFirst: z.boolean().optional(),
      after: z.number().int().min(0).optional().describe("Where to continue: the value of “next” in the previous answer"),
      limit: z.number().int().min(1).max(1000),
    }),
    output: z.object({ rows: z.array(changeRow), next: z.number().int().nullable() }),
    runs: "reader",
    perform: ({ mirror, organisation: { entities } }, { since, closedOnly = false, newestFirst = false, after = 0, limit }) => {
      const sinceMs = since === undefined ? 0 : localDayStartMs(since);
      const page = changesPage(mirror, { sinceMs, closedOnly, newestFirst, after, limit, entities });
      return ok({ ...page, rows: page.rows.map((row) => ({ ...row, closedBy: [...row.closedBy] })) });
    },
  }),

  query("activity.list", {
    summary: "List a client's activity, newest first",
    input: z.object({
      clientId,
      kinds: z.array(activityKind).optional(),
      person: z.string().optional(),
      after: z
        .string()
        .regex(/^\d+:[a-z]:\d+$/, "use the value of “next” from the previous answer")
        .optional()
        .describe("Where to continue: the value of “next” in the previous answer"),
      limit: z.number().int().min(1).max(500),
    }),
    output: z.object({
      rows: z.array(activityRow),
      next: z.string().nullable(),
      people: z.array(z.string()).describe("People whose activity is recorded"),
      whose: z.string().describe("Where the changes in the list come from"),
      ledgerTrail: z.string().describe("Whether the ledger has a change history of its own"),
    }),
    runs: "reader",
    perform: ({ mirror, capabilities, organisation: { entities } }, { clientId: _client, ...question }) => {
      const { ownRecord, ledgerTrail } = auditOf(capabilities.hasAuditTrail);
      return ok({ ...activityPage(mirror, { ...question, entities }), whose: ownRecord, ledgerTrail: ledgerTrail.message });
    },
  }),
] as const;
