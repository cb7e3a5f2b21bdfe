import { type ClientRow, WORST } from "#shared/contract/clients/clients.ts";
import type { TieOutCheck } from "#shared/model/reports/tie-out.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { withDays } from "../../format/dates/date.ts";
import { CHECK_WORDS, isNothingToTieOut, RECHECK, tiedOutWords } from "../../format/labels/tie-out-labels.ts";
import { t } from "../../language/t.ts";
import { type DashboardRow, isWithoutClose } from "./dashboard-rows.ts";

/** What is worst about a client, in words. */
export const WORST_LABELS: Readonly<Record<ClientRow["worst"], string>> = {
  needs_sign_in: t("Disconnected"),
  // Rejected, posted in part or with differences, or with an unknown outcome.
  rejected: t("Ledger update problem"),
  failed: t("Sync failed"),
  conflict: t("Ledger update conflict"),
  variance: t("Out of balance"),
  // The close itself may not be due yet, or is overdue and hasn't been started.
  late: t("Late close tasks"),
  stale: t("Out of date"),
  queued: t("Queued"),
  ok: t("None"),
};

/** Everything that is wrong with a client, the worst first; `worst` alone would hide a late close behind a rejected write. */
export function problemsOf({ close, ...row }: DashboardRow): readonly ClientRow["worst"][] {
  const has: Readonly<Record<ClientRow["worst"], boolean>> = {
    needs_sign_in: row.worst === "needs_sign_in",
    rejected: row.writesToReview > 0,
    failed: row.worst === "failed",
    conflict: row.conflicts > 0,
    variance: (row.tieOuts?.variance ?? 0) > 0,
    late: (close?.daysLate ?? 0) > 0,
    stale: row.worst === "stale",
    queued: row.worst === "queued",
    ok: false,
  };
  return WORST.filter((each) => has[each]);
}

/** What happened to ledger updates that need someone, worst first. Those in conflict are counted apart. */
const UPDATE_PROBLEMS = ["rejected", "partial", "unknown", "different"] as const;
type UpdateProblem = (typeof UPDATE_PROBLEMS)[number];

interface ProblemWords {
  readonly word: string;
  /** A client's updates with it, and the same in its chip, unless it's short already. */
  readonly updates: (count: number) => string;
  readonly briefly?: (count: number) => string;
  /** How many clients have it. */
  readonly clients: (count: string) => string;
  /** What a filter looks for in the column of states: `updates` has it. */
  readonly found: string;
}

export const UPDATE_PROBLEM_WORDS: Readonly<Record<UpdateProblem, ProblemWords>> = {
  rejected: {
    word: t("Ledger update rejected"),
    updates: (count) => t("{count, plural, one {1 update rejected} other {{shown} updates rejected}}", counted(count)),
    briefly: (count) => t("{count} rejected", { count: formatCount(count) }),
    clients: (count) => t("{count} with rejected updates", { count }),
    found: t("rejected"),
  },
  partial: {
    word: t("Ledger update partly posted"),
    updates: (count) => t("{count, plural, one {1 update partly posted} other {{shown} updates partly posted}}", counted(count)),
    briefly: (count) => t("{count} partly posted", { count: formatCount(count) }),
    clients: (count) => t("{count} with partly posted updates", { count }),
    found: t("partly posted"),
  },
  unknown: {
    word: t("Ledger update with unknown outcome"),
    updates: (count) => t("{count, plural, one {1 outcome unknown} other {{shown} outcomes unknown}}", counted(count)),
    clients: (count) => t("{count} with updates of unknown outcome", { count }),
    found: t("unknown"),
  },
  different: {
    word: t("Ledger update posted with differences"),
    updates: (count) => t("{count, plural, one {1 update with differences} other {{shown} updates with differences}}", counted(count)),
    briefly: (count) => t("{count} with differences", { count: formatCount(count) }),
    clients: (count) => t("{count} with differences in updates", { count }),
    found: t("with differences"),
  },
};

function counted(count: number): { readonly count: number; readonly shown: string } {
  return { count, shown: formatCount(count) };
}

type UpdateCounts = Pick<DashboardRow, "writesToReview" | "writeProblems" | "conflicts">;

function problemsIn({ writeProblems }: Pick<UpdateCounts, "writeProblems">): readonly UpdateProblem[] {
  return UPDATE_PROBLEMS.filter((problem) => writeProblems[problem] > 0);
}

/** The one problem that all of these clients' updates have; null where there are several, or none. */
export function onlyUpdateProblem(rows: readonly Pick<UpdateCounts, "writeProblems">[]): UpdateProblem | null {
  const [only, ...others] = new Set(rows.flatMap(problemsIn));
  return only === undefined || others.length > 0 ? null : only;
}

/** Its ledger updates that need someone, a chip for problems and one for conflicts. Both say it in one form: `1 rejected`, `1 conflict`. */
export function troubledMarks(row: UpdateCounts) {
  const { writesToReview, writeProblems, conflicts } = row;
  const marks = [
    // Only a rejection is red, as in the list of updates.
    { tone: writeProblems.rejected > 0 ? "failed" : "warning", count: writesToReview, word: problemWord(row) } as const,
    { tone: "conflict", count: conflicts, word: conflictWord(conflicts) } as const,
  ];
  return marks.filter(({ count }) => count > 0);
}

/** The problem by its name where there is only one. */
function problemWord(row: UpdateCounts): string {
  const only = onlyUpdateProblem([row]);
  const { writesToReview: count } = row;
  if (only === null) return t("{count, plural, one {1 problem} other {{shown} problems}}", counted(count));
  const { updates, briefly = updates } = UPDATE_PROBLEM_WORDS[only];
  return briefly(count);
}

function conflictWord(conflicts: number): string {
  return t("{count, plural, one {1 conflict} other {{shown} conflicts}}", counted(conflicts));
}

/** The same with every problem by its name: it is searched, sorted and exported. */
export function troubledText(row: UpdateCounts): readonly string[] {
  return [
    ...problemsIn(row).map((problem) => UPDATE_PROBLEM_WORDS[problem].updates(row.writeProblems[problem])),
    ...(row.conflicts > 0 ? [conflictWord(row.conflicts)] : []),
  ];
}

/** Its ledger updates that need someone, a line for each problem. */
export function troubledWords(row: UpdateCounts): string {
  return [
    ...problemsIn(row).map((each) => ({ problem: UPDATE_PROBLEM_WORDS[each].word, count: row.writeProblems[each] })),
    ...(row.conflicts > 0 ? [{ problem: WORST_LABELS.conflict, count: row.conflicts }] : []),
  ]
    .map(({ problem, count }) => t("{problem}: {count}", { problem, count: formatCount(count) }))
    .join("\n");
}

/** Some of its figures have nothing to be compared with. While results are out of date, its row says that instead. */
export function isPartlyUnchecked({ tieOuts }: Pick<DashboardRow, "tieOuts">): boolean {
  return tieOuts !== null && !tieOuts.recheck && tieOuts.cannotCheck > 0;
}

/** How the checks of a client came out. */
type Counts = NonNullable<ClientRow["tieOuts"]>;

/** What its cell tells: nothing where nothing was compared with nothing. */
export function tiedCounts(row: Pick<DashboardRow, "asOf" | "close" | "documents" | "tieOuts">): Counts | null {
  const { asOf, documents, tieOuts } = row;
  if (tieOuts === null) return null;
  return isNothingToTieOut({ asOf, documents, hasPeriod: !isWithoutClose(row) }, tieOuts) ? null : tieOuts;
}

/** What the cell says, in full: it is searched, sorted and exported. What couldn't be checked is never counted as tied out. */
export function tiedText(counts: Counts, rechecking = false): string {
  const { variance, cannotCheck, notRun = 0, accepted = 0, unchecked, notChecked, recheck } = counts;
  if (recheck) return rechecking ? RECHECK.running : RECHECK.word;
  const only = variance === 0 && cannotCheck + notRun === 1 ? shortName(unchecked ?? notChecked) : null;
  if (only !== null) return notRun > 0 ? t("{check} not checked", { check: only }) : t("{check} can't be checked", { check: only });
  const apart = [
    ...(variance > 0 ? [t("{variance} out of balance", { variance })] : []),
    ...(cannotCheck > 0 ? [t("{cannotCheck} can't be checked", { cannotCheck })] : []),
    ...(notRun > 0 ? [t("{notRun} not checked", { notRun })] : []),
  ];
  if (apart.length > 0) return apart.join(", ");
  return t("{tied}{accepted, plural, =0 {} other {, # accepted}}", { tied: tiedOutWords(counts), accepted });
}

/** A longer name would take the room of another column. */
const MOST_NAME = 18;

/** The one check that wasn't made; null where it isn't known, or its name is long. */
function shortName([check]: readonly TieOutCheck[] = []): string | null {
  const name = check === undefined ? null : CHECK_WORDS[check].word;
  return name === null || name.length > MOST_NAME ? null : name;
}

/** The worst outcome alone, in fewer words where room is short: never without what qualifies it. */
export function tiedLabel(counts: Counts, wide: boolean): string {
  const { variance, cannotCheck, notRun = 0, recheck } = counts;
  if (!recheck && variance > 0) return t("{variance} out of balance", { variance });
  if (recheck || wide) return tiedText(counts);
  if (cannotCheck > 0) return t("{cannotCheck} can't be checked", { cannotCheck });
  if (notRun > 0) return t("{notRun} not checked", { notRun });
  return tiedText(counts);
}

/** All outcomes, which checks can't be made and why, and which weren't: what the cell has no room for. */
export function tiedDetails(counts: Counts): string {
  const { variance, cannotCheck, notRun = 0, accepted = 0, unchecked = [], why = [], notChecked = [] } = counts;
  const words = t(
    "{tied}, {variance} out of balance, {cannotCheck} can't be checked, {notRun} not checked{accepted, plural, =0 {} other {, # accepted}}",
    { tied: tiedOutWords(counts), variance, cannotCheck, notRun, accepted },
  );
  const reasons = why.map((reason) => t("Reason: {why}", { why: withDays(reason) }));
  return [
    words,
    ...(unchecked.length === 0 ? [] : [t("Can't be checked: {names}", { names: namesOf(unchecked) }), ...reasons]),
    ...(notChecked.length === 0 ? [] : [t("Not checked: {names}", { names: namesOf(notChecked) })]),
  ].join("\n");
}

function namesOf(checks: readonly TieOutCheck[]): string {
  return checks.map((check) => CHECK_WORDS[check].word).join(", ");
}

/**
 * What the rows add up to; empty where none of the books has been read. That nothing is an exception isn't said: other things may still be
 * wrong.
 */
export function sumsText(rows: readonly Pick<DashboardRow, "asOf" | "documents" | "findings">[]): string {
  const documents = rows.reduce((sum, row) => sum + row.documents, 0);
  if (documents === 0 && rows.every(({ asOf }) => asOf === null)) return "";
  const findings = rows.reduce((sum, row) => sum + row.findings, 0);
  return [
    t("{documents, plural, one {1 transaction} other {{shown} transactions}}", { documents, shown: formatCount(documents) }),
    ...(findings === 0
      ? []
      : [t("{findings, plural, one {1 exception} other {{shown} exceptions}}", { findings, shown: formatCount(findings) })]),
  ].join(", ");
}
