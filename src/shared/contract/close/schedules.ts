import { z } from "zod";
import { calendarDateString, decimalString } from "#shared/model/books/money.ts";
import { scheduleItem, scheduleKind } from "#shared/model/close/schedule-item.ts";
import { statementAccount } from "#shared/model/reports/statement.ts";
import { adjustingEntryView } from "./adjustments.ts";
import { decided } from "./reviews.ts";

/** The state of a month's entry. `booked`: it was in the ledger before Tieout kept the schedule. */
const monthState = z.enum([...adjustingEntryView.shape.state.options, "booked", "none"]);

/** One month of an item. `opening` + `added` − `reduced` is `closing`; all without sign. */
export const scheduleMonth = z.object({
  /** `YYYY-MM` */
  month: z.string(),
  date: calendarDateString,
  opening: decimalString,
  added: decimalString,
  reduced: decimalString,
  closing: decimalString,
  /** Part of a loan's payment. */
  interest: decimalString.nullable(),
  disposed: z.boolean(),
  state: monthState,
  jobId: z.string().nullable(),
  /** The journal in the ledger. */
  recordId: z.string().nullable(),
  message: z.string().nullable(),
});
export type ScheduleMonthView = z.infer<typeof scheduleMonth>;

/** An item in a period. */
export const scheduleItemRow = decided.extend({
  itemId: z.string(),
  item: scheduleItem,
  account: z.string(),
  otherAccount: z.string(),
  /** The transaction that it comes from, by name. */
  source: z.string().nullable(),
  opening: decimalString,
  added: decimalString,
  reduced: decimalString,
  closing: decimalString,
  /** Months after the period that have an entry, or reduce it without one. */
  monthsLeft: z.number().int(),
  state: monthState,
  jobId: z.string().nullable(),
  recordId: z.string().nullable(),
  /** What each month of the fiscal year posts; null where it posts nothing. */
  cells: z.array(z.object({ month: z.string(), amount: decimalString.nullable(), state: monthState })),
});
export type ScheduleItemRow = z.infer<typeof scheduleItemRow>;

/** One figure between schedule and books, with what is behind it. */
const differencePart = z.object({
  kind: z.enum(["brought_forward", "earlier_not_posted", "not_posted", "posted_differently", "without_item", "without_transaction"]),
  amount: decimalString,
  count: z.number().int(),
  lines: z.array(z.object({ text: z.string(), date: calendarDateString, amount: decimalString, recordId: z.string().nullable() })),
});
export type DifferencePart = z.infer<typeof differencePart>;

/** A balance sheet account with items: its schedule compared with the books. Amounts have the sign of a balance sheet. */
export const scheduleAccount = z.object({
  accountId: z.string(),
  account: statementAccount,
  label: z.string(),
  currency: z.string(),
  kinds: z.array(scheduleKind),
  items: z.number().int(),
  perSchedule: decimalString,
  perBooks: decimalString,
  difference: decimalString,
  /** They add up to the difference. */
  parts: z.array(differencePart),
});
export type ScheduleAccount = z.infer<typeof scheduleAccount>;

/** What a bill or expense of the period put on a prepaid or fixed asset account without a schedule item. */
export const scheduleSuggestion = z.object({
  kind: scheduleKind.extract(["prepaid", "fixed_asset"]),
  accountId: z.string(),
  account: z.string(),
  recordId: z.string(),
  name: z.string(),
  title: z.string(),
  date: calendarDateString,
  amount: decimalString,
  /** As the last item on the account has them. */
  months: z.number().int().nullable(),
  otherAccountId: z.string().nullable(),
  contraAccountId: z.string().nullable(),
  /** How it spreads the amount; each null where the last item's kind has none of it. */
  by: z.enum(["month", "day"]).nullable(),
  method: z.enum(["straight_line", "declining_balance"]).nullable(),
  factor: decimalString.nullable(),
  salvage: decimalString.nullable(),
});
export type ScheduleSuggestion = z.infer<typeof scheduleSuggestion>;

/** The entries that the schedules ask for in a period. */
export const scheduleEntries = z.object({
  /** Neither drafted nor posted, or to be drafted again. */
  due: z.number().int(),
  drafted: z.number().int(),
  posted: z.number().int(),
  /** Of the due ones, by account; debits positive. */
  totals: z.array(z.object({ accountId: z.string(), account: z.string(), debit: decimalString, credit: decimalString })),
  debits: decimalString,
});
export type ScheduleEntries = z.infer<typeof scheduleEntries>;

export const schedulesView = z.object({
  currency: z.string(),
  /** Of the period's last day, `YYYY-MM`. */
  month: z.string(),
  /** Months of the fiscal year that holds the period. */
  months: z.array(z.string()),
  items: z.array(scheduleItemRow),
  accounts: z.array(scheduleAccount),
  entries: scheduleEntries,
  suggestions: z.array(scheduleSuggestion),
});
export type SchedulesView = z.infer<typeof schedulesView>;

/** Opening + additions − reductions = closing, with the transactions behind each; with the sign of a balance sheet. */
export const rollForward = z.object({
  accountId: z.string(),
  account: statementAccount,
  label: z.string(),
  currency: z.string(),
  from: calendarDateString,
  to: calendarDateString,
  opening: decimalString,
  additions: decimalString,
  reductions: decimalString,
  closing: decimalString,
  rows: z.array(
    z.object({
      date: calendarDateString,
      recordId: z.string().nullable(),
      number: z.string().nullable(),
      description: z.string().nullable(),
      addition: decimalString.nullable(),
      reduction: decimalString.nullable(),
      /** The schedule item that it belongs to. */
      item: z.string().nullable(),
    }),
  ),
  /** More transactions than are listed; the figures hold all of them. */
  more: z.boolean(),
});
export type RollForward = z.infer<typeof rollForward>;
