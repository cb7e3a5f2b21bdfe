import { z } from "zod";
import { calendarDateString, money } from "./money.ts";

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
