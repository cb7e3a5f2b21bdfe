import type { Decided } from "#main/store/work/own-decisions.ts";

/** A text on a period's checklist that asks people to look. */
export interface CloseMention extends Pick<Decided, "person" | "at"> {
  /** The row that shows it: `month:2026-10|` and a task's id, `gate:tasks` or `sign-off:reviewer`. */
  readonly row: string;
  readonly names: readonly string[];
  readonly text: string;
}
