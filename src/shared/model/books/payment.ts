import { z } from "zod";
import { allocation } from "./allocation.ts";
import { calendarDateString, decimalString, money } from "./money.ts";
import { party } from "./party.ts";
import { sourceRef } from "./source-ref.ts";

/**
 * Money received from a customer or paid to a vendor, with what it was applied to. `unapplied` is
 * the remainder that settles nothing yet. Ledger A has one payment per invoice (`batchId` groups
 * them); Ledger B and C have one payment with several allocations.
 */
export const payment = z.object({
  id: z.string(),
  direction: z.enum(["received", "made"]),
  party: party.optional(),
  date: calendarDateString,
  currency: z.string(),
  exchangeRate: decimalString.optional(),
  amount: money,
  unapplied: money,
  accountId: z.string().optional(),
  reference: z.string().optional(),
  batchId: z.string().optional(),
  /** Whether the ledger has it reconciled with the bank; absent where it doesn't say. */
  bankReconciled: z.boolean().optional(),
  status: z.enum(["posted", "voided", "deleted"]),
  sourceStatus: z.string().optional(),
  entityId: z.string().optional(),
  allocations: z.array(allocation),
  source: sourceRef,
});
export type Payment = z.infer<typeof payment>;

/** A batch that settles several documents in one bank line; its payments carry the amounts. */
export const batchPayment = z.object({
  id: z.string(),
  date: calendarDateString,
  accountId: z.string().optional(),
  reference: z.string().optional(),
  total: money,
  status: z.enum(["posted", "voided", "deleted"]),
  paymentIds: z.array(z.string()),
  source: sourceRef,
});
export type BatchPayment = z.infer<typeof batchPayment>;
