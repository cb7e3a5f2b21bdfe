import { z } from "zod";
import { calendarDateString, decimalString, instantString } from "#shared/model/books/money.ts";
import { fluxComparison, fluxRule, fluxSection, fluxStatus } from "#shared/model/reports/flux.ts";
import { statementAccount } from "#shared/model/reports/statement.ts";
import { decided } from "../close/reviews.ts";

/** What moved a signed figure: what the document gave to the row when it was signed, and what it gives now. */
export const fluxMover = z.object({
  documentId: z.string(),
  /** It has a panel of its own, unlike a payment. */
  isDocument: z.boolean(),
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
  /** The firm's server doesn't have it yet, so it doesn't count. */
  waiting: z.boolean(),
  /** The signer had entered their PIN; left out where they hadn't. */
  withPin: z.boolean().optional(),
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
  section: fluxSection,
  current: decimalString,
  /** Null where there is nothing to compare with, such as an account without a budget. */
  comparative: decimalString.nullable(),
  change: decimalString.nullable(),
  /** One decimal; null is n/m: the base is zero or the sign turned. */
  percent: decimalString.nullable(),
  /** Of income and expenses; null on the balance sheet and where nothing changed. */
  effect: z.enum(["favourable", "adverse"]).nullable(),
  /** Trends, apart from the rule: they never ask for an explanation. */
  flags: z.array(z.enum(["new", "vanished", "drifting"])),
  /** Of a drifting account: periods in one direction up to this one, and how far it went over them. */
  driftPeriods: z.number().int(),
  drifted: decimalString.nullable(),
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

/** The result of an act on several rows: how many it was done to, and which were refused and why. Undoing takes back each decision. */
export const fluxBulkResult = z.object({
  done: z.number().int(),
  decisionNos: z.array(z.number().int()),
  refused: z.array(z.object({ accountId: z.string(), label: z.string(), message: z.string(), next: z.string().nullable() })),
});
export type FluxBulkResult = z.infer<typeof fluxBulkResult>;

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
      /** It has a panel of its own, unlike a payment. */
      isDocument: z.boolean(),
      label: z.string(),
      date: calendarDateString,
      party: z.string().nullable(),
      amount: decimalString,
      side: z.enum(["current", "comparative"]),
    }),
  ),
  /** Postings in all; `documents` are the largest of them. */
  documentCount: z.number().int(),
  parties: z.array(driver),
  partyCount: z.number().int(),
  dimensions: z.array(z.object({ dimensionId: z.string(), dimension: z.string(), values: z.array(driver), valueCount: z.number().int() })),
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
  /** Figures of up to 24 periods, oldest first, this one last; balances of balance-sheet accounts. */
  trend: z.array(span.extend({ amount: decimalString })),
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
