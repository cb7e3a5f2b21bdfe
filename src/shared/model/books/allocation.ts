import { z } from "zod";
import { calendarDateString, money } from "./money.ts";
import { sourceRef } from "./source-ref.ts";

/**
 * A part of a payment or credit applied to a document. `from` is the payment, credit or unapplied
 * cash; `to` is the document it settles. Held once, with the record the money came from.
 */
export const allocation = z.object({
  fromKind: z.enum(["payment", "document"]),
  fromId: z.string(),
  toId: z.string(),
  amount: money,
  date: calendarDateString.optional(),
});
export type Allocation = z.infer<typeof allocation>;

/**
 * A transaction that only applies money received or paid in advance (a deposit, a prepayment) to documents, on
 * its own date. It is neither document nor payment; its allocations come from the money that it applies.
 */
export const application = z.object({
  id: z.string(),
  date: calendarDateString,
  allocations: z.array(allocation),
  source: sourceRef,
});
export type Application = z.infer<typeof application>;
