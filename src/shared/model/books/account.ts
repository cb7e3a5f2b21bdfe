import { z } from "zod";
import { money } from "./money.ts";
import { sourceRef } from "./source-ref.ts";

/**
 * An account of the flat chart (rule 23). `type` is the ledger's own type, verbatim, and the only
 * grouping a view may use; `class` is its normal statement side. `role` marks control and system
 * accounts. `balance` is volatile and stays out of the change hash.
 */
export const account = z.object({
  id: z.string(),
  code: z.string().optional(),
  name: z.string(),
  type: z.string(),
  class: z.enum(["asset", "liability", "equity", "revenue", "expense", "non_posting"]),
  role: z.enum(["bank", "receivable", "payable", "tax", "retained_earnings", "exchange_difference", "rounding"]).optional(),
  currency: z.string().optional(),
  active: z.boolean(),
  balance: money.optional(),
  source: sourceRef,
});
export type Account = z.infer<typeof account>;
