import { z } from "zod";
import { sourceRef } from "./source-ref.ts";

/** A product or service; it carries the accounts that its lines post to (rules 9, 11). */
export const item = z.object({
  id: z.string(),
  code: z.string().optional(),
  name: z.string(),
  type: z.string().optional(),
  incomeAccountId: z.string().optional(),
  expenseAccountId: z.string().optional(),
  assetAccountId: z.string().optional(),
  tracked: z.boolean(),
  active: z.boolean(),
  source: sourceRef,
});
export type Item = z.infer<typeof item>;
