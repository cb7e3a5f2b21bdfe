import { type CalendarDate, readCalendarDate } from "#shared/kernel/calendar-date.ts";
import type { TieOut, TieOutLine, TieOutOutcome } from "#shared/model/reports/tie-out.ts";
import { OUTCOME_WORDS } from "../../format/labels/tie-out-labels.ts";

const WORST_FIRST: readonly TieOutOutcome[] = ["variance", "cannot_check", "within_tolerance", "not_run", "ties"];

/** The lines of a check, the worst first, and among those the largest difference as the core ordered them. */
export function linesWorstFirst(lines: readonly TieOutLine[]): readonly TieOutLine[] {
  return [...lines].sort((a, b) => WORST_FIRST.indexOf(a.outcome) - WORST_FIRST.indexOf(b.outcome));
}

interface OutcomeCount {
  readonly outcome: TieOutOutcome;
  readonly accepted: boolean;
  readonly count: number;
}

/**
 * How the checks of a run came out that aren't counted as tied out: every outcome that occurs, none hidden in another, and what was
 * accepted apart from what wasn't.
 */
export function otherOutcomes(
  checks: readonly Pick<TieOut, "outcome" | "check">[],
  acceptedChecks: readonly TieOut["check"][],
): readonly OutcomeCount[] {
  const isTied = ({ outcome, accepted }: Pick<OutcomeCount, "outcome" | "accepted">) =>
    !accepted && (outcome === "ties" || outcome === "within_tolerance");
  const shown = checks.map(({ outcome, check }) => ({ outcome, accepted: acceptedChecks.includes(check) }));
  return (Object.keys(OUTCOME_WORDS) as TieOutOutcome[])
    .flatMap((outcome) => [false, true].map((accepted) => ({ outcome, accepted })))
    .map((one) => ({ ...one, count: shown.filter(({ outcome, accepted }) => outcome === one.outcome && accepted === one.accepted).length }))
    .filter((one) => one.count > 0 && !isTied(one));
}

/** What is open at the side: a check, or one line of it. */
export interface OpenedCheck {
  readonly check: TieOut["check"];
  readonly subjectId: string | null;
}

const SPLIT = "~";

/** What tells a line from the others of its check: an account can differ for the whole company and for an entity of it. */
export function lineId({ subjectId, entity }: Pick<TieOutLine, "subjectId" | "entity">): string {
  return entity === undefined ? subjectId : `${subjectId}@${entity.id}`;
}

/** What is open, as a part of the address. */
export function checkAddress({ check, subjectId }: OpenedCheck): string {
  return subjectId === null ? check : `${check}${SPLIT}${subjectId}`;
}

/**
 * The day that an address from the inbox begins with, and the rest as this screen writes it: the day is chosen on the screen, where
 * it can be changed.
 */
export function readDay(address: string | null): { readonly day: CalendarDate | null; readonly own: string | null } {
  const [first = "", ...rest] = (address ?? "").split(SPLIT);
  const day = readCalendarDate(first);
  return day === null ? { day, own: address } : { day, own: rest.length === 0 ? null : rest.join(SPLIT) };
}

/** The check and line that an address names, as far as the run has them; null where it has not. */
export function readChecked(
  address: string | null,
  checks: readonly TieOut[],
): { readonly check: TieOut; readonly line: TieOutLine | null } | null {
  if (address === null) return null;
  const [name, ...subject] = address.split(SPLIT);
  const check = checks.find((candidate) => candidate.check === name);
  if (check === undefined) return null;
  return { check, line: check.lines.find((line) => subject.length > 0 && lineId(line) === subject.join(SPLIT)) ?? null };
}
