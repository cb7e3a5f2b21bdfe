import type { FiscalYearEnd } from "#main/domain/fiscal-year.ts";
import { unchecked } from "#main/domain/tie-out.ts";
import type { MirrorReader } from "#main/store/mirror-reader.ts";
import { lastTieOut } from "#main/store/tie-out-store.ts";
import { type CalendarDate, monthStart } from "#shared/kernel/calendar-date.ts";
import type { LedgerReportKind } from "#shared/model/ledger-report.ts";
import type { TieOut } from "#shared/model/tie-out.ts";
import { mirrorAsOf } from "./aging.ts";
import { agingCheck } from "./tie-out-aging.ts";
import { type CountedStream, countCheck } from "./tie-out-counts.ts";
import { balanceSheetCheck, bankCheck, controlCheck, profitAndLossCheck, trialBalanceCheck } from "./tie-out-statements.ts";

/** A report that could not be had, and why. */
export interface ReportRefusal {
  readonly kind: LedgerReportKind;
  readonly reason: string;
}

export interface TieOutInput {
  readonly asOfDate: CalendarDate;
  readonly baseCurrency: string;
  readonly hasGlFeed: boolean;
  readonly yearEnd: FiscalYearEnd;
  /** Reports that were asked for just now and not given, or that the ledger does not have. */
  readonly refusals: readonly ReportRefusal[];
  /** What the ledger counts, stream by stream; null when it was not asked now. */
  readonly counts: { readonly streams: readonly CountedStream[]; readonly countedMs: number } | null;
}

/** What the checks of the statements are made with. */
export interface CheckSetting extends TieOutInput {
  readonly from: CalendarDate;
}

/**
 * Holds the mirror's figures at a date against what the ledger says itself: its reports, its parties'
 * balances and its counts, as they were last read (rules 16 to 19). Changes nothing.
 */
export function tieOuts(reader: MirrorReader, input: TieOutInput): TieOut[] {
  const setting: CheckSetting = { ...input, from: monthStart(input.asOfDate) };
  return [
    trialBalanceCheck(reader, setting),
    profitAndLossCheck(reader, setting),
    balanceSheetCheck(reader, setting),
    controlCheck(reader, setting, "receivable"),
    controlCheck(reader, setting, "payable"),
    agingCheck(reader, setting, "receivable"),
    agingCheck(reader, setting, "payable"),
    bankCheck(reader, setting),
    counted(reader, setting),
  ];
}

/** Counting takes a call a stream, so it is done once a day; in between the last count stands, with its own as-of. */
function counted(reader: MirrorReader, { asOfDate, counts }: CheckSetting): TieOut {
  const facts = { check: "document_counts" as const, from: asOfDate, to: asOfDate };
  if (counts !== null) return countCheck(reader, facts, counts.streams, counts.countedMs);
  const last = lastTieOut(reader.db, "document_counts");
  if (last !== null) return last;
  const asOf = { ours: mirrorAsOf(reader), ledgers: null };
  return unchecked("not_run", "The ledger has not been asked to count its records yet.", {
    ...facts,
    currency: null,
    source: "mirror",
    asOf,
  });
}
