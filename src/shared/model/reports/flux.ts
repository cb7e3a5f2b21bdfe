import { z } from "zod";
import { calendarDateString, decimalString } from "../books/money.ts";

/** What a flux analysis compares a period with. */
export const fluxComparison = z.enum([
  "prior_month",
  "prior_quarter",
  "same_month_last_year",
  "trailing_average",
  "year_to_date",
  "budget",
  "last_signed_pack",
]);
export type FluxComparison = z.infer<typeof fluxComparison>;

/** The review status of a row. */
export const fluxStatus = z.enum(["not_needed", "needed", "draft", "ready_for_review", "returned", "signed", "stale"]);
export type FluxStatus = z.infer<typeof fluxStatus>;

/** The part of a statement that an account is in, in the order of the statements. */
export const fluxSection = z.enum([
  "income",
  "cost_of_sales",
  "operating_expenses",
  "other_income",
  "other_expenses",
  "current_assets",
  "noncurrent_assets",
  "current_liabilities",
  "noncurrent_liabilities",
  "equity",
]);
export type FluxSection = z.infer<typeof fluxSection>;

/** The risk of a balance-sheet account, from its reconciliation policy. */
export const accountRisk = z.enum(["low", "medium", "high"]);
export type AccountRisk = z.infer<typeof accountRisk>;

/** What a threshold holds for; the narrowest that fits an account counts. */
export const fluxScope = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("statement"), statement: z.enum(["profit_and_loss", "balance_sheet"]) }),
  z.strictObject({ kind: z.literal("section"), section: fluxSection }),
  z.strictObject({ kind: z.literal("risk"), risk: accountRisk }),
  z.strictObject({ kind: z.literal("account_type"), accountType: z.string().min(1) }),
  z.strictObject({ kind: z.literal("account"), accountId: z.string().min(1) }),
]);
export type FluxScope = z.infer<typeof fluxScope>;

/** From when a change counts as material. With both limits, `join` says whether both must be reached or one; an amount of zero or more. */
export const fluxThreshold = z.object({
  scope: fluxScope,
  amount: decimalString.nullable(),
  percent: decimalString.nullable(),
  join: z.enum(["and", "or"]),
  /** The comparison that it is for; null for each of them. */
  comparison: fluxComparison.nullable().default(null),
  effectiveFrom: calendarDateString,
});
export type FluxThreshold = z.infer<typeof fluxThreshold>;

/** The threshold that was applied to a row, and what it said. */
export const fluxRule = z.object({
  /** Null: the default. */
  decisionNo: z.number().int().nullable(),
  scope: z.enum(["default", "statement", "section", "account_type", "risk", "account"]),
  amount: decimalString.nullable(),
  percent: decimalString.nullable(),
  join: z.enum(["and", "or"]),
  fired: z.boolean(),
  /** For example `reaches 10% and 500.00: changed by 740.00, 61.7%`, and `doesn't reach …` where it did not fire. */
  words: z.string(),
});
export type FluxRule = z.infer<typeof fluxRule>;
