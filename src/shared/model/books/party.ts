import { z } from "zod";
import { money } from "./money.ts";
import { sourceRef } from "./source-ref.ts";

/**
 * A counterparty with role flags and every ledger record that stands for it (rule 22). A fresh
 * party has one source; a merge adds more. `receivable` and `payable` are the ledger's own
 * balances: they move with every posting, so they stay out of the change hash.
 */
export const party = z.object({
  id: z.string(),
  name: z.string(),
  isCustomer: z.boolean(),
  isVendor: z.boolean(),
  isEmployee: z.boolean(),
  active: z.boolean(),
  email: z.string().optional(),
  taxIdentifier: z.string().optional(),
  currency: z.string().optional(),
  receivable: money.optional(),
  payable: money.optional(),
  sources: z.array(sourceRef),
});
export type Party = z.infer<typeof party>;
