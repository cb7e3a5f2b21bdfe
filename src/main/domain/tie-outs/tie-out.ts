import { amountWriter } from "#main/domain/postings/account-sum.ts";
import {
  absoluteDecimal,
  addDecimals,
  compareDecimals,
  type DecimalString,
  decimal,
  isZero,
  multiplyDecimals,
  negateDecimal,
  subtractDecimals,
  sumDecimals,
} from "#shared/kernel/decimal.ts";
import { instantMs } from "#shared/kernel/instant.ts";
import {
  agreement,
  isNetIncome,
  type TiedSubject,
  type TieOut,
  type TieOutDocument,
  type TieOutDocumentReason,
  type TieOutGap,
  type TieOutLine,
  type TieOutOutcome,
} from "#shared/model/reports/tie-out.ts";

/** One subject's amount, debits positive; null with the reason where ours isn't known. */
export interface Figure {
  readonly subject: TieOutLine["subject"];
  readonly subjectId: string;
  readonly label: string;
  readonly amount: DecimalString | null;
  readonly currency: string | null;
  readonly reason?: string;
  /** An account on which the roundings of many documents gather. */
  readonly gathers?: boolean;
}

/** Both sides of a check and its context. `headline` picks the totals to show. */
export interface TieOutQuestion extends Pick<TieOut, "check" | "from" | "to" | "currency" | "source" | "against" | "report" | "asOf"> {
  readonly ours: readonly Figure[];
  readonly ledgers: readonly Figure[];
  readonly headline: (figures: readonly Figure[]) => DecimalString | null;
  /** Documents whose amounts were rounded on the way into our figures. */
  readonly roundings?: number;
  /** What our figures are known to lack. */
  readonly lacks?: readonly TieOutGap[];
  /** Whether amounts of ours are on no account: only then can a record without an account be behind a difference. */
  readonly hasUnplaced?: boolean;
  /** The documents behind a line that varies; asked for those lines only. */
  readonly explain?: (line: TieOutLine) => readonly TieOutDocument[];
}

const ZERO = decimal("0");
const HUNDREDTH = decimal("0.01");

/**
 * Differences up to this many of a currency's smallest units are put down to rounding: a total that was
 * converted or taxed line by line may be off by half a unit a line, and five units still hide no document.
 */
const TOLERANCE_UNITS = decimal("5");

/** Lines whose documents are looked for: what varies on more accounts than this has one cause, not many. */
const EXPLAINED = 12;
/** The same where our figures are known to lack something, since then the documents decide the outcome. */
const EXPLAINED_WITH_GAPS = 60;

/** How many agreeing subjects are kept with their figures, to show what was compared. */
const TIED = 250;

/** The largest difference that counts as rounding. Counts, which have no currency, tolerate none. */
export function tolerance(currency: string | null, roundings = 0): DecimalString {
  if (currency === null) return ZERO;
  return multiplyDecimals(smallestUnit(currency), addDecimals(TOLERANCE_UNITS, decimal(String(roundings))));
}

function smallestUnit(currency: string): DecimalString {
  // Zero written with the currency's decimals shows its smallest unit.
  const written = amountWriter(currency)(ZERO);
  return written === "0.00" ? HUNDREDTH : (written.replace(/0$/, "1") as DecimalString);
}

/** The outcome of a difference. `roundings`: documents with rounded amounts, worth one unit each. */
export function outcomeOf(difference: DecimalString, currency: string | null, roundings = 0): TieOutOutcome {
  if (isZero(difference)) return "ties";
  return compareDecimals(absoluteDecimal(difference), tolerance(currency, roundings)) <= 0 ? "within_tolerance" : "variance";
}

/**
 * Compares our figures with the ledger's, subject by subject. A subject missing on one side counts as zero there. The
 * worst line decides the outcome; lines that agree are only counted.
 */
export function compareFigures(question: TieOutQuestion): TieOut {
  const { check, from, to, currency, source, against, report, asOf, headline } = question;
  const ours = withCurrencyGroup(question.ours, question.ledgers);
  const compared = linesOf(ours, question.ledgers, question.roundings ?? 0);
  const explained = (question.lacks ?? []).length > 0 ? EXPLAINED_WITH_GAPS : EXPLAINED;
  const differing = compared
    .filter(({ outcome }) => outcome !== "ties")
    .sort(byWeight)
    .map((line, at) =>
      line.outcome === "variance" && at < explained ? { ...line, documents: [...(question.explain?.(line) ?? [])] } : line,
    );
  const lines = withoutVerdict(differing, question).sort(byWeight);
  const totals = { ours: headline(ours), ledgers: headline(question.ledgers) };
  const outcome = worst(lines.map((line) => line.outcome));
  return {
    check,
    from,
    to,
    ...totals,
    difference: totals.ours === null || totals.ledgers === null ? null : subtractDecimals(totals.ours, totals.ledgers),
    currency,
    outcome,
    reason: reasonOf(outcome, lines, question),
    source,
    against,
    ...(report === undefined ? {} : { report }),
    asOf,
    compared: compared.filter((line) => line.difference !== null && !isNetIncome(check, line)).length,
    agreed: compared.filter((line) => line.outcome === "ties" && !isNetIncome(check, line)).length,
    lines,
    documents: distinct(lines.flatMap(({ documents }) => documents)),
    ...(hasGaps(outcome, lines) && question.lacks !== undefined && question.lacks.length > 0 ? { gaps: [...question.lacks] } : {}),
    tied: tiedSubjects(compared),
  };
}

/**
 * A difference on an account that a known gap can have an amount on is no verdict: without the amount, nobody can say whether the figures
 * agree. It stays a variance where a record that isn't of a gap explains it.
 */
function withoutVerdict(lines: readonly TieOutLine[], { lacks = [], hasUnplaced = false, ours }: TieOutQuestion): TieOutLine[] {
  if (lacks.length === 0) return [...lines];
  const reason = lacks.map(shortly).join(" ");
  const gathering = new Set(
    ours.filter(({ gathers, subject }) => gathers === true || subject === "computed").map(({ subjectId }) => subjectId),
  );
  const isOpen = (line: TieOutLine) =>
    line.outcome === "variance" &&
    !isExplained(line) &&
    line.documents.some(({ reasons }) => reasons.includes("no_base_amount") || (hasUnplaced && reasons.includes("reconstruction_gap")));
  const open = new Set(lines.filter(isOpen));
  // Results carried forward and rounding move with what is missing on the accounts that they are made from.
  const follows = (line: TieOutLine) => open.size > 0 && line.outcome === "variance" && !isExplained(line) && gathering.has(line.subjectId);
  return lines.map((line) => (open.has(line) || follows(line) ? { ...line, outcome: "cannot_check" as const, reason } : line));
}

function isExplained({ documents }: TieOutLine): boolean {
  return documents.some(({ reasons }) => reasons.some((reason) => EXPLAINING.has(reason)) && !reasons.some(isGapReason));
}

const EXPLAINING: ReadonlySet<TieOutDocumentReason> = new Set(["amount_equals_difference", "changed_after_report", "removed"]);

function isGapReason(reason: TieOutDocumentReason): boolean {
  return reason === "no_base_amount" || reason === "reconstruction_gap";
}

function hasGaps(outcome: TieOutOutcome, lines: readonly TieOutLine[]): boolean {
  return outcome === "variance" || lines.some((line) => line.outcome === "cannot_check" && line.difference !== null);
}

/** Few words come first where there are any: a table shows the beginning only. */
function shortly({ brief, message }: TieOutGap): string {
  return brief === undefined ? message : `${brief}.`;
}

function tiedSubjects(compared: readonly TieOutLine[]): TiedSubject[] {
  const size = ({ amount }: TiedSubject) => absoluteDecimal(amount);
  return compared
    .flatMap(({ outcome, subject, subjectId, label, currency, ours }): TiedSubject[] =>
      outcome === "ties" && ours !== null ? [{ subject, subjectId, label, currency, amount: ours }] : [],
    )
    .sort((a, b) => compareDecimals(size(b), size(a)) || (a.subjectId < b.subjectId ? -1 : 1))
    .slice(0, TIED);
}

/**
 * A check of the whole company together with those of its legal entities. The totals stay the company's; what varies in
 * an entity's books alone is a line of the check, and the worst of all outcomes is the check's.
 */
export function withEntities(
  whole: TieOut,
  parts: readonly { readonly entity: { readonly id: string; readonly name: string; readonly currency: string }; readonly check: TieOut }[],
): TieOut {
  if (parts.length === 0) return whole;
  // A difference of the whole company is reported once; an entity's line shows what the total hides.
  const told = new Set(whole.lines.map(({ subject, subjectId }) => `${subject} ${subjectId}`));
  const lines = parts.flatMap(({ entity: { id, name }, check }) =>
    check.lines
      .filter(({ subject, subjectId }) => !told.has(`${subject} ${subjectId}`))
      .map((line) => ({ ...line, label: `${line.label} (${name})`, entity: { id, name } })),
  );
  // A report that has not been read of an entity yet says nothing against what was.
  const outcome = whole.outcome === "not_run" ? whole.outcome : worst([whole.outcome, ...parts.map(({ check }) => check.outcome)]);
  const reason = parts.find(({ check }) => check.outcome === outcome && check.reason !== null);
  return {
    ...whole,
    outcome,
    reason: whole.reason ?? (whole.outcome === outcome || reason === undefined ? null : `${reason.entity.name}: ${reason.check.reason}`),
    compared: parts.reduce((sum, { check }) => sum + check.compared, whole.compared),
    agreed: parts.reduce((sum, { check }) => sum + agreement(check).agreed, agreement(whole).agreed),
    lines: [...whole.lines, ...lines].sort(byWeight),
    documents: distinct([...whole.documents, ...parts.flatMap(({ check }) => check.documents)]),
    entities: parts.map(({ entity, check }) => ({
      entityId: entity.id,
      name: entity.name,
      currency: entity.currency,
      ours: check.ours,
      ledgers: check.ledgers,
      difference: check.difference,
      outcome: check.outcome,
      reason: check.reason,
      compared: check.compared,
    })),
  };
}

/** A check that has nothing to compare with, and why. */
export function unchecked(
  outcome: "cannot_check" | "not_run",
  reason: string,
  facts: Pick<TieOut, "check" | "from" | "to" | "currency" | "source" | "asOf">,
): TieOut {
  return { ...facts, ours: null, ledgers: null, difference: null, outcome, reason, against: "none", compared: 0, lines: [], documents: [] };
}

/** The net profit among the figures of a statement. A statement without one has nothing posted, and its profit is zero. */
export function profitIn(figures: readonly Figure[]): DecimalString | null {
  const profit = figures.find(({ subjectId }) => subjectId === "net_profit");
  if (profit === undefined) return ZERO;
  return profit.amount === null ? null : negateDecimal(profit.amount);
}

/** The worst outcome: a variance, then one that can't be checked, then rounding. */
export function worst(outcomes: readonly TieOutOutcome[]): TieOutOutcome {
  for (const outcome of ["variance", "cannot_check", "within_tolerance"] as const) if (outcomes.includes(outcome)) return outcome;
  return "ties";
}

const keyOf = (figure: Pick<Figure, "subject" | "subjectId" | "currency">) =>
  `${figure.subject} ${figure.subjectId} ${figure.currency ?? ""}`;

function linesOf(ours: readonly Figure[], ledgers: readonly Figure[], roundings: number): TieOutLine[] {
  const theirs = new Map(ledgers.map((figure) => [keyOf(figure), figure]));
  const own = new Map(ours.map((figure) => [keyOf(figure), figure]));
  return [...new Set([...own.keys(), ...theirs.keys()])].map((key) => lineOf(own.get(key), theirs.get(key), roundings));
}

/**
 * Where rounding differences collect: computed lines, amounts without an account, rounding accounts, and accounts we
 * have no figure for because the ledger marks none as its rounding account.
 */
const gathers = (own: Figure | undefined, their: Figure | undefined) =>
  (own ?? their)?.subject === "computed" || own === undefined || own.gathers === true || (own.amount !== null && isZero(own.amount));

function lineOf(own: Figure | undefined, their: Figure | undefined, roundings: number): TieOutLine {
  const { subject, subjectId, label, currency } = (own ?? their) as Figure;
  const ours = own === undefined ? ZERO : own.amount;
  const ledgers = their === undefined ? ZERO : their.amount;
  const difference = ours !== null && ledgers !== null ? subtractDecimals(ours, ledgers) : null;
  const gathered = gathers(own, their) ? roundings : 0;
  const outcome = difference === null ? "cannot_check" : outcomeOf(difference, currency, gathered);
  const reason = difference === null ? (own?.reason ?? their?.reason ?? "One of the two amounts isn't known.") : null;
  return {
    subject,
    subjectId,
    label,
    ours,
    ledgers,
    difference,
    currency,
    outcome,
    reason,
    tolerance: tolerance(currency, gathered),
    documents: [],
  };
}

/**
 * A ledger may report its currency gain and loss accounts as one row. Our accounts that the report doesn't list are then
 * compared with that row as one.
 */
function withCurrencyGroup(ours: readonly Figure[], ledgers: readonly Figure[]): readonly Figure[] {
  const group = ledgers.find(({ subject, subjectId }) => subject === "computed" && subjectId === "currency_differences");
  if (group === undefined) return ours;
  const named = new Set(ledgers.map(keyOf));
  const apart = ours.filter((figure) => figure.subject === "account" && !named.has(keyOf(figure)));
  if (apart.some(({ amount }) => amount === null)) return ours;
  const amount = sumDecimals([ZERO, ...apart.map((figure) => figure.amount as DecimalString)]);
  return [...ours.filter((figure) => !apart.includes(figure)), { ...group, amount }];
}

// Reports are read right after the mirror, so a longer gap is worth mentioning.
const APART_MS = 600_000;

function reasonOf(outcome: TieOutOutcome, lines: readonly TieOutLine[], { asOf, lacks }: TieOutQuestion): string | null {
  if (outcome === "cannot_check") return lines.find((line) => line.outcome === "cannot_check")?.reason ?? null;
  if (outcome !== "variance") return null;
  const apart = asOf.ours === null || asOf.ledgers === null ? 0 : instantMs(asOf.ledgers) - instantMs(asOf.ours);
  const reasons = [
    ...(lacks ?? []).map(shortly),
    ...(apart > APART_MS ? ["The ledger's figures are newer than the local copy, so changes in between show as a difference."] : []),
    ...(apart < -APART_MS ? ["The local copy is newer than the ledger's figures, so changes in between show as a difference."] : []),
  ];
  return reasons.length === 0 ? null : reasons.join(" ");
}

/** What varies comes first, the largest difference before others. */
function byWeight(a: TieOutLine, b: TieOutLine): number {
  const rank = (line: TieOutLine) => ["variance", "cannot_check", "within_tolerance"].indexOf(line.outcome);
  return (
    rank(a) - rank(b) ||
    compareDecimals(absoluteDecimal(b.difference ?? ZERO), absoluteDecimal(a.difference ?? ZERO)) ||
    (a.subjectId < b.subjectId ? -1 : 1)
  );
}

function distinct(documents: readonly TieOutDocument[]): TieOutDocument[] {
  const byId = new Map<string, TieOutDocument>();
  for (const document of documents) {
    const known = byId.get(document.id);
    byId.set(
      document.id,
      known === undefined ? document : { ...known, reasons: [...new Set([...known.reasons, ...document.reasons])].sort() },
    );
  }
  return [...byId.values()];
}
