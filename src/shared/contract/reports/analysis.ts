import { z } from "zod";
import { calendarDateString, decimalString, instantString } from "#shared/model/books/money.ts";

const named = z.object({ id: z.string(), name: z.string() });
export const agingBucket = z.enum(["current", "1-30", "31-60", "61-90", "90+"]);
export const unappliedKind = z.enum(["credit", "overpayment", "prepayment", "deposit", "payment"]);

/** One document or payment behind a figure of an aging (rules 6 and 16). */
export const agedDocument = z.object({
  id: z.string(),
  number: z.string().nullable(),
  reference: z.string().nullable(),
  party: named.nullable(),
  currency: z.string(),
  date: calendarDateString,
  dueDate: calendarDateString.nullable(),
  bucket: agingBucket,
  /** The kind of unapplied cash; null for amounts in a bucket. */
  unapplied: unappliedKind.nullable(),
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
