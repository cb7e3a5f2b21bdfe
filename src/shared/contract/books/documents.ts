import { z } from "zod";
import { type DecimalString, toTenThousandths } from "#shared/kernel/decimal.ts";
import { documentStatus, documentType, ledgerDocument, unappliedKind } from "#shared/model/books/document.ts";
import { calendarDateString, decimalString, instantString } from "#shared/model/books/money.ts";
import { statusRule } from "#shared/model/books/status-rule.ts";
import { approvalView } from "../close/reviews.ts";

// Sums and comparisons in SQL are made of ten-thousandths.
const storedAmount = decimalString.refine((value) => toTenThousandths(value as DecimalString) !== null, "use at most four decimals");

export const documentSortKey = z.enum(["issueDate", "dueDate", "total", "outstanding"]);
export type DocumentSortKey = z.infer<typeof documentSortKey>;

/** Filters of the document list; all are applied in SQL. */
export const documentFilter = z.object({
  types: z.array(documentType).optional(),
  statuses: z.array(documentStatus).optional(),
  from: calendarDateString.optional(),
  to: calendarDateString.optional(),
  partyId: z.string().optional(),
  /** With `partyId`: also documents of the contacts that were merged into it. */
  withMerged: z.boolean().optional(),
  currency: z.string().optional(),
  /** Part of the number, reference, note or party name. */
  text: z.string().optional(),
  /** Part of the party's name, on the document or as the party is called now. */
  party: z.string().optional(),
  /** The least and the greatest total, both inside; in whatever currency. */
  totalFrom: storedAmount.optional(),
  totalTo: storedAmount.optional(),
  onlyOpen: z.boolean().optional(),
  /** Documents with a line that has this value of a dimension, the ledger's or one kept here (rules 10, 20). */
  dimension: z.object({ dimensionId: z.string(), valueId: z.string() }).optional(),
  /** Only records that were deleted in the ledger: it says so, or no longer has them. `false`: only the others. */
  removed: z.boolean().optional(),
  sort: documentSortKey.optional(),
  descending: z.boolean().optional(),
  /** What orders documents that are alike in `sort`, in turn. */
  thenBy: z
    .array(z.object({ sort: documentSortKey, descending: z.boolean() }))
    .max(3)
    .optional(),
});
export type DocumentFilter = z.infer<typeof documentFilter>;

export const documentListRow = z.object({
  recNo: z.number().int(),
  id: z.string(),
  type: documentType,
  status: documentStatus,
  statusIsDerived: z.boolean(),
  number: z.string().nullable(),
  reference: z.string().nullable(),
  partyName: z.string().nullable(),
  /** What tells apart what has neither a number nor a contact, such as journals. */
  memo: z.string().nullable(),
  issueDate: calendarDateString,
  dueDate: calendarDateString.nullable(),
  currency: z.string(),
  total: decimalString,
  outstanding: decimalString,
  /** What an overpayment, prepayment or deposit is, however much of it is applied by now; null for every other document. */
  unappliedKind: unappliedKind.nullable(),
  removed: z.boolean(),
});
export type DocumentListRow = z.infer<typeof documentListRow>;

export const documentListPage = z.object({ rows: z.array(documentListRow), next: z.string().nullable() });
export type DocumentListPage = z.infer<typeof documentListPage>;

/** The side of the books a document is on. Totals never mix sides or currencies. */
export const documentSide = z.enum(["sales", "purchases", "journals"]);
export type DocumentSide = z.infer<typeof documentSide>;

export const documentTotals = z.object({
  /** Everything that matches, what the sums leave out included. */
  count: z.number().int(),
  /** How many of them were voided or deleted, and so are in no sum. */
  excluded: z.object({ voided: z.number().int(), deleted: z.number().int() }),
  /** One row per side and currency that occurs: sales first, then purchases, then journals. */
  rows: z.array(
    z.object({
      side: documentSide,
      currency: z.string(),
      count: z.number().int(),
      /** Invoices or bills and cash documents, less credits. */
      total: decimalString,
      /** Like `total`; null for journals, which are never owed. */
      outstanding: decimalString.nullable(),
    }),
  ),
});
export type DocumentTotals = z.infer<typeof documentTotals>;

export const mirrorFacts = z.object({
  removedDetectedAt: instantString.nullable(),
  changeHash: z.string(),
  asOf: instantString.nullable(),
});

export const fieldChangeRow = z.object({
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  detectedAt: instantString,
});
export type FieldChangeRow = z.infer<typeof fieldChangeRow>;

/** The key of a tax code's name among a document's names. Ledgers name codes on lines and rates on the whole, by numbers that overlap. */
export function taxNameKey(level: "line" | "document", code: string): string {
  return `tax-of-${level}:${code}`;
}

/** A document with the names its ids stand for, and our own record of what moved. */
export const documentView = z.object({
  document: ledgerDocument.extend(mirrorFacts.shape),
  names: z.record(z.string(), z.string()),
  history: z.array(fieldChangeRow),
  findings: z.array(z.string()),
  /** Rule 6: which rule gave the status; null where the ledger itself states one. */
  statusRule: statusRule.nullable().optional(),
  /** Values that are kept here and not in the ledger, per line. */
  ownDimensions: z.array(
    z.object({ lineId: z.string(), dimensionId: z.string(), valueId: z.string(), by: z.enum(["line", "account", "party"]) }),
  ),
  /** Rule 25: whose record the history is, and what is known of the ledger's own trail. */
  audit: z
    .object({
      ownRecord: z.string(),
      ledgerTrail: z.object({ kept: z.boolean(), read: z.boolean(), message: z.string() }),
    })
    .optional(),
  /** Rule 12; absent where it was not asked for. */
  approval: approvalView.optional(),
});
export type DocumentView = z.infer<typeof documentView>;
