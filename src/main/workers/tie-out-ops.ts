import type { ReportKey } from "#main/store/records/report-store.ts";
import type { TieOutInput } from "#main/store/tie-outs/tie-out-setting.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { Account } from "#shared/model/books/account.ts";
import type { LedgerReport } from "#shared/model/reports/ledger-report.ts";
import type { TieOut, TieOutRun } from "#shared/model/reports/tie-out.ts";

/** What must be known before reports are asked for. */
export interface ReportGround {
  /** The mirrored chart, by which rows without a telling section are read. */
  readonly accounts: readonly Account[];
  /** First days of the ledger's own ordinary periods, ascending. */
  readonly periodStarts: readonly CalendarDate[];
  /** When each report that was named was last read; null when never. */
  readonly readMs: readonly (number | null)[];
  /** When the ledger last counted its records for us; null when never. */
  readonly countedMs: number | null;
}

/** A past period whose checks a close waits for, by its last day. */
export interface EndInWork {
  readonly asOfDate: CalendarDate;
  /** When figures dated through this day last changed; 0 when never. */
  readonly movedMs: number;
  /** The last checks at this day are older than that. */
  readonly recheck: boolean;
}

/** Operations on the ledger's own reports and on tie-outs: input, and result. */
export interface TieOutOps<Source> {
  "reports.ground": [Source & { readonly keys: readonly ReportKey[] }, ReportGround];
  "reports.inWork": [Source & { readonly today: CalendarDate }, readonly EndInWork[]];
  "reports.save": [Source & { readonly reports: readonly { readonly report: LedgerReport; readonly raw: string }[] }, null];
  "reports.text": [Source & { readonly key: ReportKey }, { readonly raw: string; readonly fetchedMs: number } | null];
  "tieOuts.check": [Source & { readonly input: TieOutInput }, TieOut[]];
  "tieOuts.save": [Source & { readonly run: Omit<TieOutRun, "runNo"> }, { readonly runNo: number }];
}

/** Those that only look. */
export const TIE_OUT_READ_OPS = ["reports.ground", "reports.inWork", "reports.text", "tieOuts.check"] as const;
