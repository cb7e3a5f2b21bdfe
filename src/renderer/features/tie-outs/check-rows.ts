import { type CalendarDate, readCalendarDate } from "#shared/kernel/calendar-date.ts";
import { isTotalOnly, type TieOut, type TieOutLine, type TieOutOutcome } from "#shared/model/reports/tie-out.ts";
import { OUTCOME_WORDS } from "../../format/labels/tie-out-labels.ts";

const WORST_FIRST: readonly TieOutOutcome[] = ["variance", "cannot_check", "within_tolerance", "not_run", "ties"];

/** The lines of a check, the worst first, and among those the largest difference as the core ordered them. */
export function linesWorstFirst(lines: readonly TieOutLine[]): readonly TieOutLine[] {
  return [...lines].sort((a, b) => WORST_FIRST.indexOf(a.outcome) - WORST_FIRST.indexOf(b.outcome));
}

/** The ways in which an outcome is counted: plainly, as a tie of the total only, and as what somebody accepted. */
const WAYS = [{ accepted: false }, { accepted: false, totalOnly: true }, { accepted: true }] as const;

interface OutcomeCount {
  readonly outcome: TieOutOutcome;
  readonly accepted: boolean;
  readonly totalOnly?: true;
  readonly count: number;
}

/** How a run came out: every outcome that occurs, none hidden in another, and what was accepted apart from what wasn't. */
export function outcomeCounts(
  checks: readonly Pick<TieOut, "outcome" | "check" | "report">[],
  accepted: ReadonlySet<TieOut["check"]> = new Set(),
): readonly OutcomeCount[] {
  const wayOf = (one: (typeof checks)[number]) => {
    if (accepted.has(one.check)) return WAYS[2];
    return (one.outcome === "ties" || one.outcome === "within_tolerance") && isTotalOnly(one) ? WAYS[1] : WAYS[0];
  };
  return (Object.keys(OUTCOME_WORDS) as TieOutOutcome[])
    .flatMap((outcome) =>
      WAYS.map((way) => ({ outcome, ...way, count: checks.filter((one) => one.outcome === outcome && wayOf(one) === way).length })),
    )
    .filter(({ count }) => count > 0);
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
