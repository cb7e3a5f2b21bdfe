import { type CalendarDate, monthEnd, monthStart } from "#shared/kernel/calendar-date.ts";
import type { LedgerReportKind, ReportQuestion } from "#shared/model/reports/ledger-report.ts";

/** How old a report may become before it is read again although nothing changed. */
export const REPORT_AGE_MAX_MS = 86_400_000;

/** A report that is wanted, and what makes it old before a day is over. */
export interface WantedReport {
  readonly question: ReportQuestion;
  /** Whatever a run changes makes it old. */
  readonly followsChanges: boolean;
  /** When figures that it has last changed in the local copy; null where nobody waits for them. */
  readonly movedMs: number | null;
}

/** Every report that the ledger has, at one date; spans begin with the month. */
export function questionsAt(kinds: readonly LedgerReportKind[], to: CalendarDate): ReportQuestion[] {
  return kinds.map((kind) => ({ kind, from: monthStart(to), to, basis: "accrual" }));
}

/**
 * The schedule: as of today after every change, as of the end of each period in work after a change of its figures, and as of the end of
 * the last month once a day.
 */
export function scheduledReports(
  kinds: readonly LedgerReportKind[],
  today: CalendarDate,
  inWork: readonly { readonly asOfDate: CalendarDate; readonly movedMs: number }[],
): WantedReport[] {
  const lastMonth = monthEnd(today, -1);
  const at = (date: CalendarDate, followsChanges: boolean, movedMs: number | null) =>
    questionsAt(kinds, date).map((question) => ({ question, followsChanges, movedMs }));
  return [
    ...at(today, true, null),
    ...inWork.flatMap(({ asOfDate, movedMs }) => at(asOfDate, false, movedMs)),
    ...(inWork.some(({ asOfDate }) => asOfDate === lastMonth) ? [] : at(lastMonth, false, null)),
  ];
}

/** Those that are due, by when each was last read. */
export function dueReports(
  wanted: readonly WantedReport[],
  readMs: readonly (number | null)[],
  facts: { readonly changed: boolean; readonly nowMs: number },
): ReportQuestion[] {
  return wanted
    .filter(({ followsChanges, movedMs }, at) => {
      const read = readMs[at] ?? null;
      if (read === null || facts.nowMs - read > REPORT_AGE_MAX_MS) return true;
      return (followsChanges && facts.changed) || (movedMs !== null && movedMs > read);
    })
    .map(({ question }) => question);
}
