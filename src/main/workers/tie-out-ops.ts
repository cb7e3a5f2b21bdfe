import type { TieOutInput } from "#main/services/tie-out-setting.ts";
import type { ReportKey } from "#main/store/report-store.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { Account } from "#shared/model/account.ts";
import type { LedgerReport } from "#shared/model/ledger-report.ts";
import type { TieOut, TieOutRun } from "#shared/model/tie-out.ts";

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

/** Operations on the ledger's own reports and on tie-outs: input, and result. */
export interface TieOutOps<Source> {
  "reports.ground": [Source & { readonly keys: readonly ReportKey[] }, ReportGround];
  "reports.save": [Source & { readonly reports: readonly { readonly report: LedgerReport; readonly raw: string }[] }, null];
  "reports.text": [Source & { readonly key: ReportKey }, { readonly raw: string; readonly fetchedMs: number } | null];
  "tieOuts.check": [Source & { readonly input: TieOutInput }, TieOut[]];
  "tieOuts.save": [Source & { readonly run: Omit<TieOutRun, "runNo"> }, { readonly runNo: number }];
  /** At a date where one is given. */
  "tieOuts.last": [Source & { readonly asOfDate?: CalendarDate }, TieOutRun | null];
}

/** Those that only look. */
export const TIE_OUT_READ_OPS = ["reports.ground", "reports.text", "tieOuts.check", "tieOuts.last"] as const;
