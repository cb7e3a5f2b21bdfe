import { z } from "zod";

/** What a form of the window may name. */
export const choiceKind = z.enum(["party", "account", "item", "tax_rate"]);
export type ChoiceKind = z.infer<typeof choiceKind>;

/** Whether a party buys or sells. */
export const partyRole = z.enum(["customer", "vendor"]);
export type PartyRole = z.infer<typeof partyRole>;

/** One of them: enough to tell it from the others. */
export const choice = z.object({
  id: z.string(),
  name: z.string(),
  code: z.string().nullable(),
  /** The ledger's own type, a tax's rate, or whether a party buys or sells. */
  detail: z.string().nullable(),
  /** Of an account: `bank`, `receivable` and so on. */
  role: z.string().nullable(),
  /** Of an account: asset, liability, equity, revenue or expense. */
  class: z.string().nullable(),
  currency: z.string().nullable(),
});
export type Choice = z.infer<typeof choice>;

/** What a picker holds: enough to show it. */
export type Named = Pick<Choice, "id" | "name"> & Partial<Choice>;
