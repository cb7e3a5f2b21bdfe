import { z } from "zod";
import { account } from "../books/account.ts";
import { documentType, unappliedKind } from "../books/document.ts";
import { calendarDateString, decimalString, instantString } from "../books/money.ts";
import { accountingBasis } from "./ledger-report.ts";

/** How a figure was obtained: the first two and the last from the mirror, the others from the ledger. */
export const figureSource = z.enum(["gl_feed", "query", "report", "mirror", "reconstructed"]);
export type FigureSource = z.infer<typeof figureSource>;

/** What a figure leaves out or can't know, with the first hundred of the `count` records concerned. */
export const figureGap = z.object({
  code: z.enum([
    "no_base_amount",
    "account_unknown",
    "not_read",
    "currency_difference",
    "rounding_difference",
    "cost_of_sales",
    "not_offered",
    "basis_not_possible",
    "basis_derived",
    "mixed_currencies",
    "entity_not_possible",
    "entity_unknown",
  ]),
  message: z.string(),
  /** Which reason it is, and the currencies of its records: what a few words about it are made from. */
  about: z.object({ reason: z.string(), currencies: z.array(z.string()) }).optional(),
  recordIds: z.array(z.string()),
  count: z.number().int().min(0),
});
export type FigureGap = z.infer<typeof figureGap>;

/** What every statement says of itself. Amounts are in `currency`, the client's base currency. */
export const statementFacts = z.object({
  from: calendarDateString,
  to: calendarDateString,
  basis: accountingBasis,
  currency: z.string(),
  source: figureSource,
  asOf: instantString.nullable(),
  gaps: z.array(figureGap),
});
export type StatementFacts = z.infer<typeof statementFacts>;

/** The account of a row; null for amounts whose account is not known. Type is the only grouping (rule 23). */
export const statementAccount = account.pick({ id: true, code: true, name: true, type: true, class: true, role: true }).nullable();
export type StatementAccount = z.infer<typeof statementAccount>;

/**
 * One account of the trial balance, debits positive. `opening` is the balance before `from`, `debit` and `credit` the
 * postings between the dates, `balance` the balance at `to`. Income and expenses count from the start of the fiscal year
 * of `to`. Earlier years are in retained earnings, a row without account if the ledger marks none. `unknown`: the account
 * isn't in the local copy. `group` is the account's group in the client's balance sheet or profit and loss.
 */
export const trialBalanceRow = z.object({
  kind: z.enum(["account", "retained_earnings", "unknown"]),
  label: z.string(),
  account: statementAccount,
  group: z.string().nullable(),
  opening: decimalString,
  debit: decimalString,
  credit: decimalString,
  balance: decimalString,
});
export type TrialBalanceRow = z.infer<typeof trialBalanceRow>;

export const trialBalance = statementFacts.extend({
  rows: z.array(trialBalanceRow),
  totals: z.object({ debit: decimalString, credit: decimalString, balance: decimalString }),
});
export type TrialBalance = z.infer<typeof trialBalance>;

/** A span that a statement is compared with; a balance sheet compares `to`. `month`: one of several side by side. */
export const comparative = z.object({
  name: z.enum(["current", "prior_month", "prior_year", "year_to_date", "budget", "month"]),
  from: calendarDateString,
  to: calendarDateString,
});
export type Comparative = z.infer<typeof comparative>;

/** What a statement's dates can be compared with. */
export const comparison = comparative.shape.name.exclude(["current", "month"]);
export type Comparison = z.infer<typeof comparison>;

/**
 * A profit and loss or balance sheet: sections by account class, in them one row an account, flat.
 * `amounts` has one figure for each of `columns`, with the sign a reader expects: income, liabilities
 * and equity positive as credits. Totals are the sections' own sums and the computed lines.
 */
export const statementRow = z.object({
  kind: z.enum(["account", "section_total", "computed"]),
  section: z.enum(["revenue", "expense", "asset", "liability", "equity", "result", "unknown"]),
  label: z.string(),
  account: statementAccount,
  amounts: z.array(decimalString),
});
export type StatementRow = z.infer<typeof statementRow>;

export const statement = statementFacts.extend({
  kind: z.enum(["profit_and_loss", "balance_sheet"]),
  columns: z.array(comparative),
  rows: z.array(statementRow),
});
export type Statement = z.infer<typeof statement>;

/**
 * A row of an account's ledger, debits positive in `balance`, which runs. `year_end` moves the result of
 * a fiscal year between income or expense accounts and retained earnings; it is computed and posted nowhere.
 */
export const ledgerDetailRow = z.object({
  kind: z.enum(["posting", "year_end"]),
  date: calendarDateString,
  /** The mirrored document or payment that caused it, where one is known. */
  documentId: z.string().nullable(),
  /** It has a panel of its own, unlike a payment. */
  isDocument: z.boolean(),
  /** The first transaction that a payment settles, and how many others; null where it settles none that is known. */
  settles: z
    .object({ documentId: z.string(), name: z.string(), number: z.string().nullable(), others: z.number().int() })
    .nullable()
    .optional(),
  /** Of the entry in the ledger's own postings, or of the transaction where it has none. */
  number: z.string().nullable(),
  /** What caused it, where the mirror has it. */
  type: z.union([documentType, z.enum(["receipt", "payment"])]).nullable(),
  /** What it is called, where it is an overpayment, prepayment or deposit. */
  unappliedKind: unappliedKind.optional(),
  /** The number or reference of what caused it. */
  documentNumber: z.string().nullable(),
  /** Of the posting, or of the document that caused it. */
  contact: z.string().nullable(),
  description: z.string().nullable(),
  debit: decimalString,
  credit: decimalString,
  balance: decimalString,
});
export type LedgerDetailRow = z.infer<typeof ledgerDetailRow>;

/** One account between two dates: a page of its rows, by date. `opening` and `closing` are of the dates, not of the page. */
export const ledgerDetail = statementFacts.extend({
  account: statementAccount,
  opening: decimalString,
  closing: decimalString,
  rows: z.array(ledgerDetailRow),
  /** Where the next page begins; null at the end. */
  next: z.string().nullable(),
});
export type LedgerDetail = z.infer<typeof ledgerDetail>;
