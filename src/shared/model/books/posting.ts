import { z } from "zod";
import { lineDimension } from "./dimension.ts";
import { calendarDateString, instantString, money } from "./money.ts";
import { sourceRef } from "./source-ref.ts";

/**
 * One row of the general ledger, debit positive. `entityId` is the legal entity whose books it belongs to, where the
 * ledger has several; `amount` is in the currency of those books.
 */
export const posting = z.object({
  id: z.string(),
  accountId: z.string(),
  amount: money,
  entityId: z.string().optional(),
  partyId: z.string().optional(),
  description: z.string().optional(),
  dimensions: z.array(lineDimension),
});
export type Posting = z.infer<typeof posting>;

/**
 * A balanced group of postings from the ledger's general-ledger feed (rule 17). `documentId` is the
 * mirrored document or payment that caused it, where the feed names one.
 */
export const journal = z.object({
  id: z.string(),
  number: z.string().optional(),
  date: calendarDateString,
  createdAt: instantString.optional(),
  documentId: z.string().optional(),
  sourceType: z.string().optional(),
  postings: z.array(posting),
  source: sourceRef,
});
export type Journal = z.infer<typeof journal>;
