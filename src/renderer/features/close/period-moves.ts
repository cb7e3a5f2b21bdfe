import type { CloseStatus } from "#shared/contract/close/close.ts";
import { formatLongPeriod } from "../../format/dates/date.ts";
import { PERIOD_WORDS } from "../../format/dates/period-labels.ts";
import { t } from "../../language/t.ts";

export type Status = CloseStatus["status"];

/** A move of the period as a button. */
export interface PeriodMove {
  readonly next: Status;
  readonly kind: "primary" | "plain" | "quiet";
  readonly word: string;
}

/**
 * The moves that are offered: the next step first, and what goes around it or back beside it without a frame, so that never two
 * buttons ask to be pressed. Closing is primary only once nothing is open that it would override.
 */
export function periodMoves(
  { status, mayBecome, started, period }: Pick<CloseStatus, "status" | "mayBecome" | "started" | "period">,
  isReady: boolean,
): readonly PeriodMove[] {
  const onward = stepOnward(status, started);
  const kindOf = (next: Status): PeriodMove["kind"] => {
    if (next === onward) return next === "in_close" || isReady ? "primary" : "plain";
    return next === "reopened" ? "plain" : "quiet";
  };
  return mayBecome
    .filter((next) => !(status === "reopened" && started && next === "in_close"))
    .map((next) => ({ next, kind: kindOf(next), word: moveWord(next, onward, period.label) }))
    .toSorted((a, b) => Number(b.next === onward) - Number(a.next === onward));
}

/** The next step of the work. A period that is reopened with its checklist is closed again; there is nothing to start. */
function stepOnward(status: Status, started: boolean): Status | null {
  if (status === "open") return "in_close";
  if (status === "reopened") return started ? "closed" : "in_close";
  return status === "in_close" ? "closed" : null;
}

function moveWord(next: Status, onward: Status | null, label: string): string {
  if (next === "closed" && onward === "in_close") return t("Close without starting");
  const { move } = PERIOD_WORDS[next];
  return next === "in_close" || next === "open" ? move : `${move} ${formatLongPeriod(label)}`;
}
