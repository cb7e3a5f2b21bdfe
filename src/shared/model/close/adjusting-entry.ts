import { z } from "zod";
import { enteredDate, enteredDecimal } from "../books/money.ts";

export const adjustingKind = z.enum(["accrual", "prepayment", "depreciation", "recurring"]);

const line = z.strictObject({
  accountId: z.string().min(1),
  /** Debits positive. */
  amount: enteredDecimal,
  description: z.string().max(500).optional(),
});

const common = {
  title: z.string().trim().min(1, "enter a name").max(200),
  memo: z.string().max(1000).optional(),
  /** Legal entity, where the ledger has several. */
  entityId: z.string().optional(),
};
const byLines = {
  ...common,
  lines: z.array(line).min(2, "add at least two lines").max(100),
};
const byPeriods = {
  ...common,
  /** The whole amount, positive: what was paid ahead, or what is to be written off. */
  total: enteredDecimal,
  /** Periods that it is spread over, the one that holds `from` first. */
  periods: z.number().int().min(1).max(600),
  debitAccountId: z.string().min(1),
  creditAccountId: z.string().min(1),
};

/**
 * What makes adjusting entries, period by period.
 * - `accrual`: posted on the last day of the period that holds `from`, and of each through `until`; with
 *   `reverses` turned round on the first day of the next.
 * - `recurring`: the same entry on the last day of every period from `from` through `until`.
 * - `prepayment`, `depreciation`: the total spread evenly, what rounding leaves in the last period.
 */
export const adjustingEntry = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("accrual"),
    ...byLines,
    from: enteredDate,
    until: enteredDate.nullable().default(null),
    reverses: z.boolean().default(true),
  }),
  z.strictObject({
    kind: z.literal("recurring"),
    ...byLines,
    from: enteredDate,
    until: enteredDate.nullable().default(null),
  }),
  z.strictObject({ kind: z.literal("prepayment"), ...byPeriods, from: enteredDate }),
  z.strictObject({ kind: z.literal("depreciation"), ...byPeriods, from: enteredDate }),
]);
export type AdjustingEntry = z.infer<typeof adjustingEntry>;
