import { z } from "zod";
import { negateDecimal } from "#shared/kernel/decimal.ts";
import { documentType, unappliedKind } from "../books/document.ts";
import { calendarDateString, decimalString, instantString } from "../books/money.ts";
import { ledgerReportKind } from "./ledger-report.ts";
import { figureSource } from "./statement.ts";

/** What is compared with the ledger's own figures (rules 16 to 19), in display order. */
export const tieOutChecks = [
  "trial_balance",
  "profit_and_loss",
  "balance_sheet",
  "receivable_control",
  "payable_control",
  "aging_receivable",
  "aging_payable",
  "bank_balances",
  "document_counts",
] as const;
export const tieOutCheck = z.enum(tieOutChecks);
export type TieOutCheck = z.infer<typeof tieOutCheck>;

export const tieOutOutcomes = ["ties", "within_tolerance", "variance", "cannot_check", "not_run"] as const;
export const tieOutOutcome = z.enum(tieOutOutcomes);
export type TieOutOutcome = z.infer<typeof tieOutOutcome>;

/**
 * Why a document is named beside a variance.
 * - `amount_equals_difference`: what it posts to the account is the difference, or the half of it.
 * - `changed_after_report`: it was seen changed after the ledger's report was made.
 * - `removed`: the ledger no longer has it, and it is in no figure of ours.
 * - `no_base_amount`: in another currency, and the ledger gave no base amount.
 * - `reconstruction_gap`: its postings could not be put together whole; the statement's gaps say why.
 * - `history_uncertain`: its state at that date can't be known with certainty.
 */
export const tieOutDocumentReason = z.enum([
  "amount_equals_difference",
  "changed_after_report",
  "removed",
  "no_base_amount",
  "reconstruction_gap",
  "history_uncertain",
]);
export type TieOutDocumentReason = z.infer<typeof tieOutDocumentReason>;

/**
 * A document or payment that makes up a variance, or may. `amount` is what it posts, debits positive, where
 * that is known. What it is (`type`, `party`, `total`) is looked up when a run is shown.
 */
export const tieOutDocument = z.object({
  id: z.string(),
  number: z.string().nullable(),
  date: calendarDateString.nullable(),
  amount: decimalString.nullable(),
  reasons: z.array(tieOutDocumentReason),
  type: z.union([documentType, z.enum(["receipt", "payment"])]).optional(),
  /** What it is called, where it is an overpayment, prepayment or deposit. */
  unappliedKind: unappliedKind.optional(),
  party: z.string().nullable().optional(),
  /** Its own total, in its own currency. */
  total: z.object({ amount: decimalString, currency: z.string() }).optional(),
});
export type TieOutDocument = z.infer<typeof tieOutDocument>;

/** One account, party or stream that does not tie, or ties within tolerance only. */
export const tieOutLine = z.object({
  subject: z.enum(["account", "party", "stream", "computed"]),
  subjectId: z.string(),
  label: z.string(),
  ours: decimalString.nullable(),
  ledgers: decimalString.nullable(),
  /** Ours less the ledger's; null where one of them is not known. */
  difference: decimalString.nullable(),
  currency: z.string().nullable(),
  outcome: tieOutOutcome,
  reason: z.string().nullable(),
  /** The largest difference that would have counted as rounding. */
  tolerance: decimalString.optional(),
  documents: z.array(tieOutDocument),
  /** The legal entity that it is of; left out: of the whole company. */
  entity: z.object({ id: z.string(), name: z.string() }).optional(),
});
export type TieOutLine = z.infer<typeof tieOutLine>;

/** How a check came out for one legal entity, in the currency of its books. */
export const entityTieOut = z.object({
  entityId: z.string(),
  name: z.string(),
  currency: z.string(),
  ours: decimalString.nullable(),
  ledgers: decimalString.nullable(),
  difference: decimalString.nullable(),
  outcome: tieOutOutcome,
  reason: z.string().nullable(),
  compared: z.number().int(),
});

/** What our figures of a check are known to lack: the reason in words, how many records it concerns, and the first of them. */
export const tieOutGap = z.object({
  message: z.string(),
  /** The same in a few words with its count, for a line of a table; runs of before have none. */
  brief: z.string().optional(),
  count: z.number().int(),
  recordIds: z.array(z.string()),
});
export type TieOutGap = z.infer<typeof tieOutGap>;

/** A subject that agrees, and the figure of both sides. */
export const tiedSubject = tieOutLine
  .pick({ subject: true, subjectId: true, label: true, currency: true })
  .extend({ amount: decimalString });
export type TiedSubject = z.infer<typeof tiedSubject>;

/**
 * One check of one run. `ours` and `ledgers` are totals that a person recognises (debit balances, net
 * profit, total assets, what is open, counts); the outcome is that of the worst line, so a check can
 * have a variance while its totals agree. `documents` are those of all lines, each once.
 */
export const tieOut = z.object({
  check: tieOutCheck,
  from: calendarDateString,
  to: calendarDateString,
  ours: decimalString.nullable(),
  ledgers: decimalString.nullable(),
  difference: decimalString.nullable(),
  /** Null for counts. */
  currency: z.string().nullable(),
  outcome: tieOutOutcome,
  /** Why it could not be checked or was not; null otherwise. */
  reason: z.string().nullable(),
  /** How our figures were had. */
  source: figureSource,
  /** What they are compared with. */
  against: z.enum(["report", "query", "party_balances", "count", "none"]),
  /** Which of the ledger's reports that is; runs of before don't say. */
  report: ledgerReportKind.optional(),
  asOf: z.object({ ours: instantString.nullable(), ledgers: instantString.nullable() }),
  /** Subjects that were compared, each once, net income not counted. Those without a figure on one side weren't. */
  compared: z.number().int(),
  /** How many of them agree, in the books of the company and of each of its entities; runs of before don't say. */
  agreed: z.number().int().optional(),
  /** Among bank balances: credit cards with a balance, which are never part of cash. Left out without any, and in runs of before. */
  cards: z.number().int().optional(),
  lines: z.array(tieOutLine),
  documents: z.array(tieOutDocument),
  /** Of what differs; runs of before had it in `reason` alone. */
  gaps: z.array(tieOutGap).optional(),
  /** What was compared and agrees, the largest first: the first of them, and how many there are besides. */
  tied: z.array(tiedSubject).optional(),
  /** Where the ledger reports its legal entities on their own; what varies in one alone is among `lines`. */
  entities: z.array(entityTieOut).optional(),
});
export type TieOut = z.infer<typeof tieOut>;

/** A check of what is owed to vendors, which the core has debits positive. People read it the other way round, as in its aging. */
export function isOwed(check: TieOutCheck): boolean {
  return check === "payable_control";
}

/** A check with the signs that people read it with. Both sides change theirs, so what was compared is the same. */
export function asShown(check: TieOut): TieOut {
  if (!isOwed(check.check)) return check;
  const { lines, documents, tied, entities } = check;
  return {
    ...check,
    ...turnedFigures(check),
    lines: lines.map(turnedLine),
    documents: documents.map(turnedDocument),
    ...(tied === undefined ? {} : { tied: tied.map((one) => ({ ...one, amount: negateDecimal(one.amount) })) }),
    ...(entities === undefined ? {} : { entities: entities.map((one) => ({ ...one, ...turnedFigures(one) })) }),
  };
}

/** A line with the opposite signs, and the transactions behind it. */
export function turnedLine(line: TieOutLine): TieOutLine {
  return { ...line, ...turnedFigures(line), documents: line.documents.map(turnedDocument) };
}

export function turnedDocument(document: TieOutDocument): TieOutDocument {
  return { ...document, amount: turnedAmount(document.amount) };
}

type Figures = Pick<TieOut, "ours" | "ledgers" | "difference">;

function turnedFigures({ ours, ledgers, difference }: Figures): Figures {
  return { ours: turnedAmount(ours), ledgers: turnedAmount(ledgers), difference: turnedAmount(difference) };
}

function turnedAmount(amount: Figures["ours"]): Figures["ours"] {
  return amount === null ? null : negateDecimal(amount);
}

/** An aging of a date for which the ledger gives nothing by contact: its total is all that there is to compare. */
export function isTotalOnly({ check, report }: Pick<TieOut, "check" | "report">): boolean {
  return (check === "aging_receivable" || check === "aging_payable") && report === "trial_balance";
}

/**
 * Net income is the total of a profit and loss: it's compared, and no line beside those that it adds up. Currency differences that the
 * ledger has as one row are one of those.
 */
export function isNetIncome(check: TieOutCheck, { subject, subjectId }: Pick<TieOutLine, "subject" | "subjectId">): boolean {
  return check === "profit_and_loss" && subject === "computed" && subjectId !== "currency_differences";
}

/** How many lines agree, of all that there are: those and the listed ones, which differ or couldn't be compared. */
export function agreement({ check, agreed, compared, lines, tied = [] }: Agreeing): { readonly agreed: number; readonly of: number } {
  const differing = lines.filter((line) => !isNetIncome(check, line)).length;
  const counted = agreed ?? Math.max(tied.filter((one) => !isNetIncome(check, one)).length, compared - differing);
  return { agreed: counted, of: counted + differing };
}

type Agreeing = Pick<TieOut, "check" | "agreed" | "compared" | "lines" | "tied">;

/** The checks of one run, as stored. */
export const tieOutRun = z.object({ runNo: z.number().int(), ranAt: instantString, asOfDate: calendarDateString, checks: z.array(tieOut) });
export type TieOutRun = z.infer<typeof tieOutRun>;

/** A run as it is shown. `recheck`: figures through its date have changed since, so its outcomes may no longer hold. */
export const shownTieOutRun = tieOutRun.extend({
  recheck: z.boolean(),
  /** The sync that is under way runs these checks again, so nobody has to act; only where `recheck` is true. */
  rechecking: z.boolean().optional(),
  /** Checks whose result somebody accepted as it is. */
  accepted: z.array(tieOutCheck),
});
export type ShownTieOutRun = z.infer<typeof shownTieOutRun>;

/** Whether a sync has overtaken the outcomes of a run: `running` while the sync that is under way runs its checks again. */
export type Recheck = boolean | "running";

/** What is shown of a run that a sync may have overtaken: the screens of a client and of a group take it from here. */
export function recheckOf({ recheck, rechecking = false }: Pick<ShownTieOutRun, "recheck" | "rechecking">): Recheck {
  return recheck && rechecking ? "running" : recheck;
}

/** What the row of a check says. */
export type ShownOutcome = TieOutOutcome | "recheck_needed" | "rechecking";

/** A sync that changed figures since has overtaken a check's outcome, whatever it was: window, command line and pack say so. */
export function shownOutcome(outcome: TieOutOutcome, recheck: Recheck): ShownOutcome {
  if (recheck === false || outcome === "not_run") return outcome;
  return recheck === "running" ? "rechecking" : "recheck_needed";
}

/** Outcomes of a run, for the dashboard. */
export const tieOutCounts = z.object({
  ties: z.number().int(),
  variance: z.number().int(),
  cannotCheck: z.number().int(),
  /** Not run, because something it needs hasn't been read; absent from runs of earlier releases. */
  notRun: z.number().int().optional(),
  /** The checks behind `notRun`; absent where there are none, and from counts of earlier releases. */
  notChecked: z.array(tieOutCheck).optional(),
  /** Accepted as they are, so they're neither out of balance nor unchecked; absent from counts of earlier releases. */
  accepted: z.number().int().optional(),
  /** The checks behind `cannotCheck`; absent where there are none, and from counts of earlier releases. */
  unchecked: z.array(tieOutCheck).optional(),
  /** Why they can't be checked, each reason once; absent from counts of earlier releases. */
  why: z.array(z.string()).optional(),
  /** Of those that tie, how many were compared by their total only; absent where none was, and from counts of earlier releases. */
  totalOnly: z.number().int().optional(),
  /** How many others differ by no more than rounding; absent where none does, and from counts of earlier releases. */
  withinTolerance: z.number().int().optional(),
});
export type TieOutCounts = z.infer<typeof tieOutCounts>;

/** Outcomes at the end of the period on the board. */
export const tieOutStanding = tieOutCounts.extend({ recheck: z.boolean() });
export type TieOutStanding = z.infer<typeof tieOutStanding>;

/** How a run came out: rounding counts as a tie, and what was accepted counts apart. */
export function tieOutCountsOf(
  checks: readonly (Pick<TieOut, "outcome" | "check" | "report"> & Partial<Pick<TieOut, "reason">>)[],
  accepted: readonly TieOutCheck[] = [],
): TieOutCounts {
  const open = checks.filter(({ check }) => !accepted.includes(check));
  const of = (...outcomes: TieOutOutcome[]) => open.filter(({ outcome }) => outcomes.includes(outcome));
  const ties = of("ties", "within_tolerance");
  const totalOnly = ties.filter((one) => isTotalOnly(one)).length;
  const withinTolerance = of("within_tolerance").filter((one) => !isTotalOnly(one)).length;
  const cannot = of("cannot_check");
  const unchecked = cannot.map(({ check }) => check);
  const notChecked = of("not_run").map(({ check }) => check);
  const why = [...new Set(cannot.flatMap(({ reason }) => reason ?? []))];
  const counts = {
    ties: ties.length,
    variance: of("variance").length,
    cannotCheck: unchecked.length,
    notRun: notChecked.length,
  };
  return {
    ...counts,
    accepted: checks.length - open.length,
    ...(unchecked.length === 0 ? {} : { unchecked }),
    ...(why.length === 0 ? {} : { why }),
    ...(notChecked.length === 0 ? {} : { notChecked }),
    ...(totalOnly === 0 ? {} : { totalOnly }),
    ...(withinTolerance === 0 ? {} : { withinTolerance }),
  };
}
