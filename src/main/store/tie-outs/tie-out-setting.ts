import type { FiscalYearEnd } from "#main/domain/periods/fiscal-year.ts";
import type { Chart } from "#main/domain/postings/account-sum.ts";
import type { Suspect } from "#main/domain/tie-outs/tie-out-documents.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { LedgerReport, LedgerReportKind } from "#shared/model/reports/ledger-report.ts";
import type { TrialBalance } from "#shared/model/reports/statement.ts";
import type { SearchedBooks } from "./account-suspects.ts";

/** A stream and how many records the ledger says it holds; null where it refused to count. */
export interface CountedStream {
  readonly stream: string;
  readonly label: string;
  readonly ledgers: number | null;
}

/** A report that could not be had, and why. */
export interface ReportRefusal {
  readonly kind: LedgerReportKind;
  readonly reason: string;
}

export interface TieOutInput {
  readonly asOfDate: CalendarDate;
  readonly baseCurrency: string;
  readonly unlistedPostings?: readonly string[] | undefined;
  readonly yearEnd: FiscalYearEnd;
  /** Legal entities that the ledger reports on their own, with the currency of their books. */
  readonly entities: readonly { readonly id: string; readonly name: string; readonly currency: string }[];
  /** Reports that were asked for just now and not given, or that the ledger does not have. */
  readonly refusals: readonly ReportRefusal[];
  /** What the ledger counts, stream by stream; null when it was not asked now. */
  readonly counts: { readonly streams: readonly CountedStream[]; readonly countedMs: number } | null;
}

/** What the checks of the statements are made with. */
export interface CheckSetting extends TieOutInput {
  readonly from: CalendarDate;
  /** Of one legal entity alone. */
  readonly entityId?: string | undefined;
  // Each is made at the first call, and the same for every check.
  readonly trialBalance: () => TrialBalance;
  readonly chart: () => Chart;
  /** The newest stored report of the date or the month to it; null where there is none. */
  readonly report: (kind: LedgerReportKind) => LedgerReport | null;
  /** What was found behind a line, for the other checks of the run. */
  readonly suspects: Map<string, readonly Suspect[]>;
  /** The records behind the lines, for every check of the run. */
  readonly books: SearchedBooks;
}
