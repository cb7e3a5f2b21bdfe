import { createHash } from "node:crypto";
import type { FiscalYearEnd } from "#main/domain/periods/fiscal-year.ts";
import type { SumsSetting } from "#main/store/accounts/account-sums.ts";
import { mirrorAsOf } from "#main/store/aging/aging.ts";
import { periodSignatures } from "#main/store/close/close-signatures.ts";
import { closeStatus, gateSetting } from "#main/store/close/close-status.ts";
import { periodCommentary } from "#main/store/close/commentary.ts";
import type { GateSetting } from "#main/store/close/gates/gate.ts";
import { MirrorReader } from "#main/store/database/mirror-reader.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { periodDecisions } from "#main/store/periods/period-states.ts";
import { listPacks, type StoredPack } from "#main/store/records/pack-store.ts";
import { StreamStore } from "#main/store/records/stream-store.ts";
import { tieOutsAt } from "#main/store/records/tie-out-store.ts";
import { cashFlowReport } from "#main/store/statements/cash-flow.ts";
import { laidOutStatement } from "#main/store/statements/statements.ts";
import { summaryReport, type Trend, trendReport } from "#main/store/statements/summary.ts";
import { trialBalanceReport } from "#main/store/statements/trial-balance.ts";
import type { CommentaryView } from "#shared/contract/close/commentary.ts";
import { addDays, type CalendarDate, readCalendarDate } from "#shared/kernel/calendar-date.ts";
import { type Instant, instantFromMs } from "#shared/kernel/instant.ts";
import type { KeptStamp, PackClosing, PackSignature, PackStream } from "#shared/model/close/pack.ts";
import type { TrialBalance } from "#shared/model/reports/statement.ts";
import type { CashFlow, LaidOutStatement, Summary } from "#shared/model/reports/statement-layout.ts";
import type { TieOutRun } from "#shared/model/reports/tie-out.ts";
import type { PackOrder } from "./pack-order.ts";
import { stampsOf } from "./sign-offs.ts";

/** What every part of a pack is made from, read once from one state of the client's file. */
export interface PackFacts {
  readonly order: PackOrder;
  readonly reader: MirrorReader;
  readonly currency: string;
  readonly yearEnd: FiscalYearEnd;
  readonly books: SumsSetting;
  readonly asOf: Instant | null;
  readonly streams: readonly PackStream[];
  readonly signatures: readonly PackSignature[];
  /** Who closed the period; null while it isn't closed here. */
  readonly closed: PackClosing | null;
  /** What the close of the period is looked up with. */
  readonly closing: GateSetting;
  readonly stamps: readonly KeptStamp[];
  readonly trialBalance: TrialBalance;
  readonly profitAndLoss: LaidOutStatement;
  readonly balanceSheet: LaidOutStatement;
  readonly cashFlow: CashFlow;
  readonly commentary: readonly CommentaryView[];
  readonly summary: Summary;
  /** Two years, or as much of them as the books have. */
  readonly trend: Trend;
  readonly tieOuts: TieOutRun | null;
  /** Packs of this client on record, oldest first, without those that this one repeats. */
  readonly packs: readonly StoredPack[];
  /** The pack of the same period before this one. */
  readonly prior: StoredPack | null;
}

/** Reads them. @param upTo only packs made before this number count; null counts all */
export function packFacts(db: Sqlite, order: PackOrder, upTo: number | null): PackFacts {
  const reader = new MirrorReader(db, order);
  const { organisation, unlistedPostings } = order.discovery;
  const yearEnd = { month: organisation.fiscalYearEndMonth, day: organisation.fiscalYearEndDay };
  const currency = organisation.baseCurrency;
  const books: SumsSetting = { basis: "accrual", baseCurrency: currency, unlistedPostings };
  const { start: from, end: to } = order.period;
  const question = { ...books, from, to, yearEnd };
  const packs = listPacks(db).filter(({ packNo }) => upTo === null || packNo < upTo);
  const streams = streamsOf(db);
  const asOf = mirrorAsOf(reader);
  // Lateness is reckoned for the day, in UTC, on which the books were read, so that the same state says the same on every computer.
  const today = asOf === null ? addDays(to, 1) : booksDay({ asOf, order });
  const closing = gateSetting({ books, yearEnd, today, period: order.period, periods: order.periods }, reader, sha256);
  const signatures = signaturesOf(closing);
  const gates = () => (order.template === null ? [] : closeStatus(closing, order.template).gates.sign);
  return {
    order,
    reader,
    currency,
    yearEnd,
    books,
    asOf,
    streams,
    signatures,
    closed: closedBy(reader, order.period.id),
    closing,
    stamps: stampsOf({ streams, signatures, periodEnd: to, gates }),
    trialBalance: trialBalanceReport(reader, question),
    profitAndLoss: laidOutStatement(reader, {
      ...question,
      kind: "profit_and_loss",
      compare: ["prior_month", "prior_year", "year_to_date", "budget"],
    }),
    balanceSheet: laidOutStatement(reader, { ...question, kind: "balance_sheet", compare: ["prior_month", "prior_year"] }),
    cashFlow: cashFlowReport(reader, { ...question, compare: ["prior_month", "prior_year", "year_to_date"] }),
    commentary: periodCommentary(db, order.period.id),
    summary: summaryReport(reader, question),
    trend: trendReport(reader, question, TREND_MONTHS),
    tieOuts: tieOutsAt(db, to),
    packs,
    prior: packs.findLast(({ periodId }) => periodId === order.period.id) ?? null,
  };
}

const TREND_MONTHS = 24;

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function signaturesOf(closing: GateSetting): PackSignature[] {
  return periodSignatures(closing).map(({ role, person, at, hash, stale, waiting, note, proof, withPin }) => ({
    role,
    person,
    at,
    hash,
    stale,
    waiting,
    note,
    withPin: withPin === true,
    proof,
  }));
}

function closedBy(reader: MirrorReader, periodId: string): PackClosing | null {
  const moved = periodDecisions(reader).get(periodId);
  if (moved === undefined || moved.body.status !== "closed") return null;
  const { why, signed } = moved.body;
  return { person: moved.person, at: moved.at, why, hash: signed?.hash ?? null, proof: signed?.proof ?? null };
}

function streamsOf(db: Sqlite): PackStream[] {
  return new StreamStore(db).all().map((row) => ({
    stream: row.name,
    label: row.label,
    state: row.state,
    cursor: row.pass_position ?? row.watermark,
    asOf: row.completed_ms === null ? null : instantFromMs(row.completed_ms),
  }));
}

/** The date of the files in a pack: that of the books, or the period's end before the first full sync. */
export function booksDay({ asOf, order }: Pick<PackFacts, "asOf" | "order">): CalendarDate {
  return (asOf === null ? null : readCalendarDate(asOf.slice(0, 10))) ?? order.period.end;
}
