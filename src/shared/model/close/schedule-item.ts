import { z } from "zod";
import { enteredDate, enteredDecimal } from "../books/money.ts";

export const scheduleKind = z.enum(["prepaid", "fixed_asset", "deferred_revenue", "accrual", "loan"]);
export type ScheduleKind = z.infer<typeof scheduleKind>;

const common = {
  title: z.string().trim().min(1, "enter a name").max(200),
  memo: z.string().max(1000).optional(),
  /** Legal entity, where the ledger has several. */
  entityId: z.string().max(200).optional(),
  /** The bill, invoice or other transaction in the ledger that the item comes from. */
  sourceId: z.string().max(200).optional(),
  /** The balance sheet account that the item is part of. */
  accountId: z.string().min(1).max(200),
  /** The income or expense account that it is charged to. */
  otherAccountId: z.string().min(1).max(200),
  from: enteredDate,
  /** Entries up to this day are in the ledger already, so Tieout doesn't make them. */
  bookedThrough: enteredDate.nullable().default(null),
};
const months = z.number().int().min(1).max(600);
const spread = {
  ...common,
  /** The whole amount, above zero. */
  amount: enteredDecimal,
  months,
  /** Equal months, or each month by its days. */
  by: z.enum(["month", "day"]).default("month"),
};

/**
 * One line of a balance sheet schedule. Amounts are above zero and in the currency of the books.
 * - `prepaid`: expensed over `months` from the month of `from`; by day, from that very day.
 * - `deferred_revenue`: earned in the same way.
 * - `fixed_asset`: cost less salvage over `months` of useful life from the month it is in service, none in the month of
 *   disposal. A declining balance changes to straight-line once that is more. A disposal writes off what is left.
 * - `accrual`: `amount` on the last day of each of `months`, reversed on the next day or kept until `settledOn`.
 * - `loan`: paid off over `months` from the month after `from`; each payment is interest on the balance, then principal.
 *   Without `paymentAccountId` payments are coded to the loan account and the entry adds the interest to it.
 */
export const scheduleItem = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("prepaid"), ...spread }),
  z.strictObject({ kind: z.literal("deferred_revenue"), ...spread }),
  z.strictObject({
    kind: z.literal("fixed_asset"),
    ...common,
    amount: enteredDecimal,
    salvage: enteredDecimal.default("0" as never),
    months,
    method: z.enum(["straight_line", "declining_balance"]).default("straight_line"),
    /** Of the straight-line rate: 2 is double declining. */
    factor: enteredDecimal.default("2" as never),
    /** Accumulated depreciation. */
    contraAccountId: z.string().min(1).max(200),
    disposal: z
      .strictObject({ date: enteredDate, accountId: z.string().min(1).max(200) })
      .nullable()
      .default(null),
  }),
  z.strictObject({
    kind: z.literal("accrual"),
    ...common,
    amount: enteredDecimal,
    months,
    reverses: z.boolean().default(true),
    settledOn: enteredDate.nullable().default(null),
  }),
  z.strictObject({
    kind: z.literal("loan"),
    ...common,
    amount: enteredDecimal,
    months,
    /** Percent a year. */
    rate: enteredDecimal,
    /** A month; null for equal payments that pay the loan off. */
    payment: enteredDecimal.nullable().default(null),
    paymentAccountId: z.string().min(1).max(200).nullable().default(null),
  }),
]);
export type ScheduleItem = z.infer<typeof scheduleItem>;
export type ScheduleItemOf<Kind extends ScheduleKind> = Extract<ScheduleItem, { readonly kind: Kind }>;
