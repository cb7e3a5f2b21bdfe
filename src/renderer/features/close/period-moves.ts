import type { CloseStatus } from "#shared/contract/close/close.ts";
import { formatLongPeriod } from "../../format/dates/date.ts";
import { PERIOD_WORDS } from "../../format/dates/period-labels.ts";
import { t } from "../../language/t.ts";

export type Status = CloseStatus["status"];

/** A move of the period as a button. */
export interface PeriodMove {
  readonly next: Status;
  readonly kind: "primary" | "plain" | "quiet";
  /** Of a rare move with its ellipsis; what else asks for a reason gets one with its button. */
  readonly word: string;
  /** It skips the checklist: a menu offers it, away from the next step, and it asks for a reason. */
  readonly isRare: boolean;
}

/**
 * The moves that are offered: the next step first, and what goes back beside it without a frame, so that never two buttons ask to be
 * pressed. Closing is primary only once nothing is open that it would override.
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
    .map((next) => {
      const isRare = next === "closed" && onward === "in_close";
      return { next, isRare, kind: kindOf(next), word: isRare ? `${skipWords(period.label)}…` : moveWord(next, period.label) };
    })
    .toSorted((a, b) => Number(b.next === onward) - Number(a.next === onward));
}

/** The next step of the work. A period that is reopened with its checklist is closed again; there is nothing to start. */
function stepOnward(status: Status, started: boolean): Status | null {
  if (status === "open") return "in_close";
  if (status === "reopened") return started ? "closed" : "in_close";
  return status === "in_close" ? "closed" : null;
}

/** Closing a period whose close wasn't started, or was canceled. */
export function skipWords(label: string): string {
  return t("Skip the checklist and close {period}", { period: formatLongPeriod(label) });
}

function moveWord(next: Status, label: string): string {
  const { move } = PERIOD_WORDS[next];
  return next === "in_close" || next === "open" ? move : `${move} ${formatLongPeriod(label)}`;
}
