import { z } from "zod";
import { decimalString } from "../books/money.ts";
import { statement, statementAccount, statementFacts } from "./statement.ts";

/** Statements whose accounts are arranged in groups. */
export const laidOutKind = statement.shape.kind;
export type LaidOutKind = z.infer<typeof laidOutKind>;

/** The fixed parts of a statement. A profit and loss has one; a balance sheet has the others. */
export const layoutSection = z.enum([
  "profit",
  "current_assets",
  "noncurrent_assets",
  "current_liabilities",
  "noncurrent_liabilities",
  "equity",
]);
export type LayoutSection = z.infer<typeof layoutSection>;

/**
 * One item of a layout, in the order in which it is read. A `group` holds accounts. A `subtotal` is the running result of its
 * section down to its place. `side` of a profit and loss group: what its accounts do to the result, and so the sign they are shown with.
 */
export const layoutItem = z.object({
  kind: z.enum(["group", "subtotal"]),
  id: z.string().min(1).max(60),
  section: layoutSection,
  title: z.string().trim().min(1, "enter a name").max(80),
  side: z.enum(["income", "costs"]).optional(),
});
export type LayoutItem = z.infer<typeof layoutItem>;

/** How a firm arranges one statement of a client. `accounts`: accounts that people moved, by id, with their group. */
export const statementLayout = z.object({
  statement: laidOutKind,
  items: z.array(layoutItem).min(1).max(100),
  accounts: z.record(z.string().max(200), z.string().max(60)),
});
export type StatementLayout = z.infer<typeof statementLayout>;

/**
 * A line of a statement as it is read. `section` and `group` are headings, `total` and `subtotal` are sums, `result` ends the
 * statement, `apart` is what no group can hold. `amounts` has one figure a column, with the sign a reader expects; a heading may have none.
 */
export const laidOutLine = z.object({
  kind: z.enum(["section", "group", "account", "total", "subtotal", "result", "apart"]),
  key: z.string(),
  label: z.string(),
  account: statementAccount,
  /** The group of an account or of a heading; null elsewhere. */
  group: z.string().nullable(),
  amounts: z.array(decimalString),
});
export type LaidOutLine = z.infer<typeof laidOutLine>;

/** A statement with its lines in the client's layout. `rows` stay flat, by the ledger's types: they are what is tied out. */
export const laidOutStatement = statement.extend({
  title: z.string(),
  lines: z.array(laidOutLine),
  /** The groups and subtotals of the layout, those without accounts included. */
  items: z.array(layoutItem),
  /** Whether the firm changed the layout. */
  customLayout: z.boolean(),
});
export type LaidOutStatement = z.infer<typeof laidOutStatement>;

/** What one account contributes to a line of the cash flow; null is what no known account holds. */
export const cashFlowPart = z.object({ account: statementAccount, label: z.string(), amounts: z.array(decimalString) });
export type CashFlowPart = z.infer<typeof cashFlowPart>;

/** A line of the cash-flow statement, money in positive. `parts` add up to it. */
export const cashFlowLine = z.object({
  kind: z.enum(["section", "line", "total", "result", "balance", "check"]),
  key: z.string(),
  label: z.string(),
  amounts: z.array(decimalString),
  parts: z.array(cashFlowPart),
});
export type CashFlowLine = z.infer<typeof cashFlowLine>;

/**
 * The indirect cash-flow statement. Cash is every bank account, overdrawn ones included; cards are liabilities. The check is
 * closing cash less opening cash less the change, and zero when the statement ties.
 */
export const cashFlow = statementFacts.extend({
  title: z.string(),
  columns: statement.shape.columns,
  lines: z.array(cashFlowLine),
  ties: z.boolean(),
});
export type CashFlow = z.infer<typeof cashFlow>;

/**
 * A ratio with the month before beside it. `value` is null where it means nothing: no income, no current liabilities, or cash that
 * isn't falling. A percentage and a multiple have one or two decimals; days and months are counted.
 */
export const keyRatio = z.object({
  code: z.enum(["gross_margin", "net_margin", "current_ratio", "quick_ratio", "days_receivable", "days_payable", "runway"]),
  unit: z.enum(["percent", "times", "days", "months"]),
  value: decimalString.nullable(),
  prior: decimalString.nullable(),
});
export type KeyRatio = z.infer<typeof keyRatio>;

const agingAmounts = z.object({
  currency: z.string(),
  buckets: z.array(z.object({ bucket: z.string(), amount: decimalString })),
  outstanding: decimalString,
  /** Credits and payments that settle nothing yet; not in `outstanding`. */
  unapplied: decimalString,
});

/** A client's month on one page: twelve months of trends, the oldest first, ratios, and what is open by age. */
export const summary = statementFacts.extend({
  title: z.string(),
  months: statement.shape.columns,
  trends: z.object({
    /** The statement's "Total income"; other income is apart. */
    income: z.array(decimalString),
    otherIncome: z.array(decimalString),
    expenses: z.array(decimalString),
    netProfit: z.array(decimalString),
    cash: z.array(decimalString),
  }),
  ratios: z.array(keyRatio),
  receivables: z.array(agingAmounts),
  payables: z.array(agingAmounts),
});
export type Summary = z.infer<typeof summary>;

/** What a layout is edited from: every account that could be on the statement, with its group and the sections it may be in. */
export const layoutView = z.object({
  statement: laidOutKind,
  items: z.array(layoutItem),
  accounts: z.array(
    z.object({ id: z.string(), code: z.string().nullable(), name: z.string(), group: z.string(), sections: z.array(layoutSection) }),
  ),
  /** The accounts that people moved, with their groups. */
  moved: z.record(z.string(), z.string()),
  /** Who made the layout; null for the standard one. */
  decision: z.object({ decisionNo: z.number().int(), person: z.string(), at: z.string() }).nullable(),
});
export type LayoutView = z.infer<typeof layoutView>;
