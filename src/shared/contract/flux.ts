import { z } from "zod";
import { fluxComparison, fluxRule, fluxStatus, fluxThreshold } from "#shared/model/flux.ts";
import { calendarDateString, decimalString, instantString } from "#shared/model/money.ts";
import { statementAccount } from "#shared/model/statement.ts";
import { command, query } from "./define.ts";
import { decided } from "./reviews.ts";

/** What moved a signed figure: what the document gave to the row when it was signed, and what it gives now. */
export const fluxMover = z.object({
  documentId: z.string(),
  label: z.string(),
  /** Null where what it gave is not known: a record of days before those that are compared. */
  before: decimalString.nullable(),
  after: decimalString.nullable(),
  difference: decimalString.nullable(),
});
export type FluxMover = z.infer<typeof fluxMover>;

/** A stamp of one person on a row. When the row's inputs have moved it stays and says so. */
export const fluxStamp = decided.extend({
  role: z.enum(["preparer", "reviewer"]),
  /** SHA-256 of the inputs of the row when it was signed. */
  hash: z.string(),
  current: decimalString,
  comparative: decimalString.nullable(),
  stale: z.boolean(),
  /** Of a stale stamp: the documents behind, largest first. */
  movedBy: z.array(fluxMover),
  movedCount: z.number().int(),
});
export type FluxStamp = z.infer<typeof fluxStamp>;

const fluxExplanation = decided.extend({
  text: z.string(),
  documentIds: z.array(z.string()),
  /** The figures that it was written about. */
  explains: z.object({ current: decimalString, comparative: decimalString.nullable() }),
});

/** One account. Amounts have the sign that a reader of its statement expects: income, liabilities and equity positive as credits. */
export const fluxRow = z.object({
  accountId: z.string(),
  account: statementAccount,
  label: z.string(),
  statement: z.enum(["profit_and_loss", "balance_sheet"]),
  current: decimalString,
  /** Null where there is nothing to compare with, such as an account without a budget. */
  comparative: decimalString.nullable(),
  change: decimalString.nullable(),
  /** One decimal; null is n/m: the base is zero or the sign turned. */
  percent: decimalString.nullable(),
  /** Of income and expenses; null on the balance sheet and where nothing changed. */
  effect: z.enum(["favourable", "adverse"]).nullable(),
  flags: z.array(z.enum(["new", "vanished", "drifting"])),
  /** Of a drifting account: periods in one direction up to this one. */
  driftPeriods: z.number().int(),
  rule: fluxRule,
  /** The change needs an explanation: a rule fired. */
  material: z.boolean(),
  status: fluxStatus,
  explanation: fluxExplanation.nullable(),
  stamps: z.array(fluxStamp),
  /** Why the reviewer gave it back. */
  returned: decided.extend({ why: z.string() }).nullable(),
});
export type FluxRow = z.infer<typeof fluxRow>;

const span = z.object({ from: calendarDateString, to: calendarDateString });

export const fluxReview = z.object({
  clientId: z.string(),
  period: z.object({ id: z.string(), label: z.string(), start: calendarDateString, end: calendarDateString }),
  comparison: fluxComparison,
  /** The spans of days that were compared; several for an average. */
  comparedWith: z.array(span),
  /** Why there is nothing to compare with; null otherwise. */
  unavailable: z.string().nullable(),
  currency: z.string(),
  source: z.string(),
  asOf: instantString.nullable(),
  gaps: z.array(z.object({ code: z.string(), message: z.string(), count: z.number().int() })),
  rows: z.array(fluxRow),
  /** Only rows that need an explanation count. */
  progress: z.object({
    material: z.number().int(),
    explained: z.number().int(),
    readyForReview: z.number().int(),
    signed: z.number().int(),
    stale: z.number().int(),
    belowThreshold: z.number().int(),
    belowThresholdSigned: z.number().int(),
  }),
});
export type FluxReview = z.infer<typeof fluxReview>;

const driver = z.object({
  id: z.string().nullable(),
  label: z.string(),
  current: decimalString,
  comparative: decimalString,
  change: decimalString,
  count: z.number().int(),
  /** Of an average: in all its periods together. */
  comparativeCount: z.number().int(),
  /** Only in one of the two spans. */
  presence: z.enum(["both", "new", "absent"]),
  /** The first documents, largest first. */
  documentIds: z.array(z.string()),
});
export type FluxDriver = z.infer<typeof driver>;

/** What a change is made of. Every part names its documents. */
export const fluxDrivers = z.object({
  accountId: z.string(),
  currency: z.string(),
  documents: z.array(
    z.object({
      documentId: z.string().nullable(),
      label: z.string(),
      date: calendarDateString,
      party: z.string().nullable(),
      amount: decimalString,
      side: z.enum(["current", "comparative"]),
    }),
  ),
  parties: z.array(driver),
  dimensions: z.array(z.object({ dimensionId: z.string(), dimension: z.string(), values: z.array(driver) })),
  /** The change split: more or fewer documents at the old average, and another average at the new count. */
  countAndPrice: z.object({
    count: z.number().int(),
    comparativeCount: z.number().int(),
    average: decimalString.nullable(),
    comparativeAverage: decimalString.nullable(),
    byCount: decimalString,
    byAverage: decimalString,
  }),
  /** Explanations of the same account in earlier periods, newest first. */
  earlier: z.array(z.object({ period: z.string(), text: z.string(), person: z.string(), at: instantString })),
});
export type FluxDrivers = z.infer<typeof fluxDrivers>;

export const budgetView = z.object({
  budgetNo: z.number().int(),
  name: z.string(),
  fileName: z.string(),
  sha256: z.string(),
  person: z.string(),
  at: instantString,
  from: z.string().nullable(),
  to: z.string().nullable(),
  accounts: z.number().int(),
  amounts: z.number().int(),
});
export type BudgetView = z.infer<typeof budgetView>;

const ofClient = z.object({ clientId: z.string() });
const ofReview = ofClient.extend({
  period: z.string(),
  comparison: fluxComparison.default("prior_month"),
  /** Periods of a trailing average. */
  trailing: z.number().int().min(2).max(24).default(6),
});
const ofRow = ofReview.extend({ accountId: z.string() });
const done = z.object({ decisionNo: z.number().int() });
const why = z.string().trim().min(1, "say why").max(2000);

export const fluxContract = {
  "flux.list": query(ofReview, fluxReview),
  "flux.drivers": query(ofRow.extend({ limit: z.number().int().min(1).max(200).default(20) }), fluxDrivers),
  "flux.explain": command(
    ofRow.extend({
      text: z.string().trim().min(1, "write an explanation").max(5000),
      documentIds: z.array(z.string()).max(100).default([]),
    }),
    done,
  ),
  /** The preparer's stamp: the row is ready for review. The reviewer's: it is signed. They are never one person. */
  "flux.sign": command(ofRow.extend({ role: z.enum(["preparer", "reviewer"]) }), done.extend({ hash: z.string() })),
  /** Signs every row below its threshold at once, as preparer or as reviewer; material rows are left alone. */
  "flux.signBelow": command(
    ofReview.extend({ role: z.enum(["preparer", "reviewer"]) }),
    z.object({ signed: z.number().int(), left: z.number().int() }),
  ),
  /** The reviewer gives a row back. */
  "flux.return": command(ofRow.extend({ why }), done),
  /** Thresholds that stand, and the default as it comes out for a period. */
  "flux.thresholds": query(
    ofClient.extend({ period: z.string().optional() }),
    z.object({
      rows: z.array(decided.extend(fluxThreshold.shape)),
      standard: fluxThreshold.omit({ scope: true, effectiveFrom: true }).nullable(),
    }),
  ),
  "flux.setThreshold": command(ofClient.extend(fluxThreshold.shape), done),
  "flux.removeThreshold": command(ofClient.extend({ decisionNo: z.number().int() }), done),
  /**
   * A budget from the bytes of a CSV file or workbook. Its first row names an account column (code, name or id)
   * and a column a month, or month and amount columns; amounts as people write a budget.
   */
  "budgets.import": command(
    ofClient.extend({
      name: z.string().trim().min(1, "name the budget").max(120),
      fileName: z.string().max(255),
      /** Base64. */
      content: z.string().min(1, "an empty file").max(28_000_000, "at most 20 MB"),
    }),
    budgetView,
  ),
  "budgets.list": query(ofClient, z.array(budgetView)),
  "budgets.remove": command(ofClient.extend({ budgetNo: z.number().int() }), z.object({ removed: z.boolean() })),
};
