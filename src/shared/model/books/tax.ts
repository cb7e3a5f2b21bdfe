import { z } from "zod";
import { decimalString, money } from "./money.ts";
import { sourceRef } from "./source-ref.ts";

/** One rate inside a tax breakdown. `code` is the ledger's tax code or type, `rate` a percentage. */
export const taxComponent = z.object({
  code: z.string().optional(),
  name: z.string().optional(),
  rate: decimalString.optional(),
  amount: money.optional(),
});
export type TaxComponent = z.infer<typeof taxComponent>;

/**
 * Tax on a line or a document, never a bare scalar (rule 21). `amount` is absent where the ledger
 * states no tax at this level (Ledger B and C state it per document). `basis` says how the ledger
 * wrote the line amounts; `net` of a line is always without tax.
 */
export const taxBreakdown = z.object({
  basis: z.enum(["exclusive", "inclusive", "none", "unknown"]),
  amount: money.optional(),
  components: z.array(taxComponent),
});
export type TaxBreakdown = z.infer<typeof taxBreakdown>;

/**
 * A tax rate or code that the ledger keeps. `parts` is of a code that groups rates: the ids of those it charges on each side of the
 * books. A rate that is a part of codes is not named on lines itself.
 */
export const taxRate = z.object({
  id: z.string(),
  name: z.string(),
  rate: decimalString.optional(),
  parts: z.object({ sales: z.array(z.string()), purchases: z.array(z.string()) }).optional(),
  active: z.boolean(),
  source: sourceRef,
});
export type TaxRate = z.infer<typeof taxRate>;
