import { calendarDate } from "#shared/kernel/calendar-date.ts";
import type { TieOut, TieOutLine } from "#shared/model/reports/tie-out.ts";

/** A tie-out that is out of balance in the lines given. */
export const varianceOf = (check: TieOut["check"], lines: TieOutLine[] = []): TieOut => ({
  check,
  from: calendarDate("2026-11-21"),
  to: calendarDate("2026-11-21"),
  ours: null,
  ledgers: null,
  difference: null,
  currency: "USD",
  outcome: "variance",
  reason: null,
  source: "gl_feed",
  against: "report",
  asOf: { ours: null, ledgers: null },
  compared: 2,
  lines,
  documents: [],
});
