import { z } from "zod";
import { calendarDateString, decimalString, instantString } from "../books/money.ts";
import { figureGap, figureSource, statementAccount } from "../reports/statement.ts";
import { groupAccount, rateKind } from "./entity-tree.ts";

/** The rate that a figure was translated with, and where it is from; null where nothing was translated. */
export const usedRate = z.object({
  from: z.string(),
  to: z.string(),
  kind: rateKind,
  day: calendarDateString,
  rate: decimalString,
  source: z.string(),
});
export type UsedRate = z.infer<typeof usedRate>;

/** One account of one entity behind a row: its amount in its own currency and as translated, debits positive. */
export const consolidatedPart = z.object({
  nodeId: z.string(),
  account: statementAccount,
  amount: decimalString,
  currency: z.string(),
  rate: usedRate.nullable(),
  translated: decimalString,
});
export type ConsolidatedPart = z.infer<typeof consolidatedPart>;

export const consolidatedColumn = z.object({
  kind: z.enum(["entity", "eliminations", "consolidated"]),
  nodeId: z.string().nullable(),
  label: z.string(),
});
export type ConsolidatedColumn = z.infer<typeof consolidatedColumn>;

/**
 * A row with one amount for each of `columns`; the last is the sum of the others. A `section` heads the rows below it and has no
 * amounts; a `subtotal` is the running result, or the total of current or noncurrent items. In a trial balance debits are positive;
 * statements have the sign that a reader expects.
 */
export const consolidatedRow = z.object({
  kind: z.enum(["section", "account", "section_total", "subtotal", "computed"]),
  section: z.enum(["asset", "liability", "equity", "revenue", "expense", "result", "unknown"]),
  key: z.string(),
  label: z.string(),
  groupAccount: groupAccount.nullable(),
  amounts: z.array(decimalString),
  parts: z.array(consolidatedPart),
});
export type ConsolidatedRow = z.infer<typeof consolidatedRow>;

export const consolidatedStatementKind = z.enum(["trial-balance", "profit-and-loss", "balance-sheet"]);
export type ConsolidatedStatementKind = z.infer<typeof consolidatedStatementKind>;

/** One side of a pair, in the presentation currency, debits positive; `left` is what was not eliminated. */
export const eliminationSide = z.object({
  nodeId: z.string(),
  accountId: z.string().nullable(),
  partyId: z.string().nullable(),
  balance: decimalString.nullable(),
  eliminated: decimalString,
  left: decimalString.nullable(),
});
export type EliminationSide = z.infer<typeof eliminationSide>;

/** The result of eliminating a pair. Eliminated amounts net to zero; a mismatch remains as a difference. */
export const elimination = z.object({
  pairId: z.string(),
  name: z.string(),
  kind: z.enum(["balance", "investment"]),
  outcome: z.enum(["eliminated", "difference", "not_in_group", "cannot_eliminate"]),
  reason: z.string().nullable(),
  a: eliminationSide,
  b: eliminationSide,
  /** The sum of both sides' `left`; zero when the pair matches. */
  difference: decimalString.nullable(),
});
export type Elimination = z.infer<typeof elimination>;

/** An entity of the group at the end of the period, in the presentation currency, credits positive. */
export const consolidatedMember = z.object({
  nodeId: z.string(),
  name: z.string(),
  clientId: z.string(),
  entityId: z.string().nullable(),
  functionalCurrency: z.string(),
  /** The group's share in per cent, along every way from the parent. */
  ownership: decimalString,
  /** The first day that its income and expenses count from. */
  countsFrom: calendarDateString,
  source: figureSource,
  asOf: instantString.nullable(),
  gaps: z.array(figureGap),
  result: decimalString,
  equity: decimalString,
  translationDifference: decimalString,
  minorityResult: decimalString,
  minorityEquity: decimalString,
});
export type ConsolidatedMember = z.infer<typeof consolidatedMember>;

/** A group's figures at the end of a period; income and expenses from the start of the group's fiscal year. */
export const consolidation = z.object({
  treeId: z.string(),
  name: z.string(),
  version: z.number().int(),
  from: calendarDateString,
  to: calendarDateString,
  currency: z.string(),
  decimals: z.number().int(),
  /** The oldest among the members'; null while one was never read. */
  asOf: instantString.nullable(),
  members: z.array(consolidatedMember),
  columns: z.array(consolidatedColumn),
  trialBalance: z.array(consolidatedRow),
  profitAndLoss: z.array(consolidatedRow),
  balanceSheet: z.array(consolidatedRow),
  totals: z.object({ debit: decimalString, credit: decimalString, balance: decimalString }),
  eliminations: z.array(elimination),
  /** What the figures do not contain or take as given, in words. */
  notes: z.array(z.string()),
});
export type Consolidation = z.infer<typeof consolidation>;

/** A consolidation with one statement's rows. */
export const groupReport = consolidation
  .omit({ trialBalance: true, profitAndLoss: true, balanceSheet: true })
  .extend({ statement: consolidatedStatementKind, rows: z.array(consolidatedRow) });
export type GroupReport = z.infer<typeof groupReport>;

/** Says of figures that are combined what they include. */
export const NOTHING_ELIMINATED = "Nothing is eliminated: intercompany balances and charges are included.";

/** Whether the last column only adds the entities up, because nothing between them is eliminated. */
export function isCombined({ members, eliminations }: Pick<Consolidation, "members" | "eliminations">): boolean {
  return members.length > 1 && eliminations.every(({ outcome }) => outcome === "not_in_group" || outcome === "cannot_eliminate");
}
