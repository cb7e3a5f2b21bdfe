import { z } from "zod";
import { dimension } from "#shared/model/dimension.ts";
import { calendarDateString, decimalString, instantString } from "#shared/model/money.ts";
import { command, query } from "./define.ts";

const named = z.object({ id: z.string(), name: z.string() });
const bucket = z.enum(["current", "1-30", "31-60", "61-90", "90+"]);

/** One document or payment behind a figure of an aging (rules 6 and 16). */
export const agedDocument = z.object({
  id: z.string(),
  number: z.string().nullable(),
  reference: z.string().nullable(),
  party: named.nullable(),
  currency: z.string(),
  date: calendarDateString,
  dueDate: calendarDateString.nullable(),
  bucket,
  /** What kind of unapplied cash it is; null for what stands in a bucket. */
  unapplied: z.enum(["credit", "overpayment", "prepayment", "deposit", "payment"]).nullable(),
  total: decimalString,
  /** What was open of it at the date. */
  open: decimalString,
  /** In base, only where the ledger gave it. */
  base: decimalString.nullable(),
  /** Why its history is not certain. */
  gaps: z.array(
    z.enum(["allocation_without_date", "allocation_in_another_currency", "outstanding_not_explained_by_allocations", "entity_unknown"]),
  ),
});
export type AgedDocument = z.infer<typeof agedDocument>;

/** One watched field that moved: the service's own record (rule 25). */
export const changeRow = z.object({
  changeNo: z.number().int(),
  recordId: z.string(),
  /** What people call it: number, party, amount, date; null for what is no document or payment. */
  recordName: z.string().nullable(),
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  detectedAt: instantString,
  date: calendarDateString.nullable(),
  inClosedPeriod: z.boolean(),
  closedBy: z.array(z.string()),
  /** What the record is, and its name with names in the place of ids. */
  recordKind: z.enum(["document", "payment", "journal", "lock", "period", "party", "account", "record"]),
  label: z.string(),
  shown: z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  /** The write of ours that made it; null for what was changed elsewhere, where no actor is known. */
  by: z.object({ person: z.string(), jobId: z.string(), title: z.string() }).nullable(),
});
export type ChangeView = z.infer<typeof changeRow>;

/** What an own value is assigned to: one line, or every line of an account or a party. */
export const ownTarget = z.object({ kind: z.enum(["line", "account", "party"]), id: z.string().min(1) });
const decided = z.object({ decisionNo: z.number().int(), person: z.string(), at: instantString });
const ofClient = z.object({ clientId: z.string() });
const done = z.object({ decisionNo: z.number().int() });

export const insightContract = {
  /** The documents behind a figure of an aging, oldest due first. What is left out does not narrow. */
  "reports.agingDocuments": query(
    ofClient.extend({
      side: z.enum(["receivable", "payable"]),
      asOf: calendarDateString,
      /** Null: those without a party. */
      party: z.string().nullable().optional(),
      currency: z.string().optional(),
      bucket: bucket.optional(),
      kind: z.enum(["charges", "unapplied"]).optional(),
      /** The `next` of the page before. */
      after: z.string().optional(),
      limit: z.number().int().min(1).max(1000),
    }),
    z.object({ asOf: instantString.nullable(), rows: z.array(agedDocument), next: z.string().nullable() }),
  ),
  /** What moved in the mirror, oldest first, or from the last change backwards. */
  "changes.list": query(
    ofClient.extend({
      since: calendarDateString.optional(),
      /** Only what a lock that stands now binds. */
      closedOnly: z.boolean().optional(),
      newestFirst: z.boolean().optional(),
      /** The `next` of the page before. */
      after: z.number().int().min(0).optional(),
      limit: z.number().int().min(1).max(1000),
    }),
    z.object({ rows: z.array(changeRow), next: z.number().int().nullable() }),
  ),
  /** The ledger's dimensions (`ownedBy` source) and those kept here (`us`), with what is assigned to the latter. */
  "dimensions.list": query(
    ofClient,
    z.object({
      dimensions: z.array(dimension),
      assignments: z.array(decided.extend({ dimensionId: z.string(), valueId: z.string(), target: ownTarget, targetName: z.string() })),
    }),
  ),
  /** Makes a dimension of the service, or changes one. No ledger is ever sent it. */
  "dimensions.save": command(
    ofClient.extend({ dimensionId: z.string().optional(), name: z.string(), values: z.array(z.string()).max(1000) }),
    done.extend({ dimension }),
  ),
  /** Assigns a value (id or name) of a dimension of the service. */
  "dimensions.assign": command(ofClient.extend({ dimensionId: z.string(), value: z.string(), target: ownTarget }), done),
  /** Takes an assignment back, or the dimension itself when no target is given. */
  "dimensions.remove": command(ofClient.extend({ dimensionId: z.string(), target: ownTarget.optional() }), done),
};
