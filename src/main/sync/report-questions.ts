import { type CalendarDate, monthEnd, monthStart } from "#shared/kernel/calendar-date.ts";
import type { LedgerReportKind, ReportQuestion } from "#shared/model/reports/ledger-report.ts";

/** How old a report may become before it is read again although nothing changed. */
export const REPORT_AGE_MAX_MS = 86_400_000;

/** A report that is wanted, and whether what changed in a run makes it old. */
export interface WantedReport {
  readonly question: ReportQuestion;
  /** False: read once a day at most. */
  readonly followsChanges: boolean;
}

/** Every report that the ledger has, at one date; spans begin with the month. */
export function questionsAt(kinds: readonly LedgerReportKind[], to: CalendarDate): ReportQuestion[] {
  return kinds.map((kind) => ({ kind, from: monthStart(to), to, basis: "accrual" }));
}

/** The schedule: as of today after every change, and as of the end of the last month once a day. */
export function scheduledReports(kinds: readonly LedgerReportKind[], today: CalendarDate): WantedReport[] {
  const lastMonth = monthEnd(today, -1);
  return [
    ...questionsAt(kinds, today).map((question) => ({ question, followsChanges: true })),
    ...questionsAt(kinds, lastMonth).map((question) => ({ question, followsChanges: false })),
  ];
}

/** Those that are due, by when each was last read. */
export function dueReports(
  wanted: readonly WantedReport[],
  readMs: readonly (number | null)[],
  facts: { readonly changed: boolean; readonly nowMs: number },
): ReportQuestion[] {
  return wanted
    .filter(({ followsChanges }, at) => {
      const read = readMs[at] ?? null;
      return read === null || facts.nowMs - read > REPORT_AGE_MAX_MS || (followsChanges && facts.changed);
    })
    .map(({ question }) => question);
}
