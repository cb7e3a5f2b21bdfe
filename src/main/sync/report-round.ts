import { type FiscalCalendar, fiscalYearStart } from "#main/domain/periods/fiscal-year.ts";
import type { ReadContext } from "#main/ledgers/adapter.ts";
import type { Clock, Log } from "#main/ports/index.ts";
import type { TieOutInput } from "#main/store/tie-outs/tie-out-setting.ts";
import { type FilePool, OperationFailed } from "#main/workers/pool.ts";
import type { ClientSource } from "#main/workers/protocol.ts";
import type { ReportGround } from "#main/workers/tie-out-ops.ts";
import type { QueueReason, QueueView, SyncChecking } from "#shared/contract/sync/sync.ts";
import { type CalendarDate, monthEnd } from "#shared/kernel/calendar-date.ts";
import { localDay } from "#shared/kernel/instant.ts";
import { message, t } from "#shared/language/t.ts";
import type { Discovery } from "#shared/model/ledger/capabilities.ts";
import type { ReportQuestion } from "#shared/model/reports/ledger-report.ts";
import { type TieOutRun, tieOutCountsOf } from "#shared/model/reports/tie-out.ts";
import { budgetObstacle, type FetchedReports, fetchCount, fetchReports } from "./fetch-reports.ts";
import type { LedgerLink, LinkOptions } from "./ledger-link.ts";
import { dueReports, questionsAt, REPORT_AGE_MAX_MS, scheduledReports } from "./report-questions.ts";

export interface RoundPorts {
  readonly pool: FilePool;
  readonly clock: Clock;
  readonly log: Log;
}

export interface RoundOptions {
  readonly discovery: Discovery;
  readonly lane: LinkOptions["lane"];
  readonly signal: AbortSignal;
  /** Something changed in the run that is ending. */
  readonly changed: boolean;
  /** A person requests the checks at this date, and everything is read now. Null: the schedule of a run. */
  readonly asOfDate: CalendarDate | null;
  readonly onProgress?: (checking: SyncChecking) => void;
  readonly onWait?: (queue: QueueView) => void;
}

/** Ties a client out after a complete run and saves the counts to its dashboard row. If the files can't be used, both stay unchanged. */
export async function tieOutAfterRun(link: LedgerLink, ports: RoundPorts, options: RoundOptions): Promise<void> {
  try {
    const run = await reportRound(link, ports, options);
    if (run === null) return;
    await saveOutcome(ports, link.clientId, run);
    // The board was perhaps looked at between the sync and these checks.
    await ports.pool.must("firm.outdateClose", { clientId: link.clientId, nowMs: ports.clock.nowMs() });
  } catch (error) {
    if (!(error instanceof OperationFailed)) throw error;
    ports.log.warn("sync.not_tied_out", { clientId: link.clientId, code: error.failure.code });
  }
}

/** Saves the counts of a run to the client's dashboard row. */
export async function saveOutcome({ pool, clock }: Pick<RoundPorts, "pool" | "clock">, clientId: string, run: TieOutRun): Promise<void> {
  await pool.must("firm.saveRollup", { clientId, change: { tieOuts: tieOutCountsOf(run.checks) }, nowMs: clock.nowMs() });
}

/**
 * The last stage of a run: reads the ledger's reports that are due, compares Tieout's figures with them and
 * stores the results (rules 16 to 19). It never makes a sync fail. Null when it was stopped.
 */
export async function reportRound(link: LedgerLink, ports: RoundPorts, options: RoundOptions): Promise<TieOutRun | null> {
  const { pool, clock } = ports;
  const source: ClientSource = { clientId: link.clientId, system: link.system, tenantId: link.tenantId };
  const today = localDay(clock.nowMs());
  const { kinds } = link.adapter.reports;
  const isAsked = options.asOfDate !== null;
  const inWork = isAsked ? [] : await pool.must("reports.inWork", { ...source, today });
  const wanted =
    options.asOfDate === null
      ? scheduledReports(kinds, today, inWork)
      : questionsAt(kinds, options.asOfDate).map((question) => ({ question, followsChanges: true, movedMs: null }));
  const ground = await pool.must("reports.ground", { ...source, keys: wanted.map(({ question }) => keyOf(question)) });
  const due = dueReports(wanted, ground.readMs, { changed: options.changed || isAsked, nowMs: clock.nowMs() });
  const wait = stopAtLongWaits(options);
  const fetched = await readReports(link, due, ground, { ...options, ...wait }, clock);
  if (fetched.readings.length > 0) await pool.must("reports.save", { ...source, reports: fetched.readings });
  const countsDue = isAsked ? options.asOfDate === today : isOld(ground.countedMs, clock.nowMs());
  const counts = countsDue ? await readCounts(link, { ...options, ...wait }, clock) : null;
  // A stopped run would only report that nothing could be checked, and replace the previous run's results.
  if (options.signal.aborted) return null;
  const tie = async (asOfDate: CalendarDate, counted: TieOutInput["counts"]): Promise<TieOutRun> => {
    const refusals = [...fetched.refusals.filter(({ to }) => to === asOfDate), ...lacking(link)];
    const input: TieOutInput = {
      asOfDate,
      ...booksFacts(options.discovery),
      entities: reportedEntities(link, options),
      refusals,
      counts: counted,
    };
    const run = { asOfDate, ranAt: clock.now(), checks: await pool.must("tieOuts.check", { ...source, input }) };
    const { runNo } = await pool.must("tieOuts.save", { ...source, run });
    return { runNo, ...run };
  };
  // Each period in work is checked again when its figures or its reports changed; a refused report then is the outcome, with the reason.
  // The last month may be closed by now, so it is reported when it no longer ties out. Today's run comes last and stays the latest.
  const hasNewReports = (date: CalendarDate) => date !== today && fetched.readings.some(({ report }) => report.to === date);
  const past = new Set([...inWork.map(({ asOfDate }) => asOfDate), monthEnd(today, -1)]);
  for (const date of isAsked ? [] : [...past].sort()) {
    const { recheck } = inWork.find(({ asOfDate }) => asOfDate === date) ?? { recheck: false };
    if (recheck || hasNewReports(date)) await tie(date, null);
  }
  return tie(options.asOfDate ?? today, counts);
}

/** The legal entities with separate reports; empty where the ledger has only one. */
function reportedEntities({ adapter }: LedgerLink, { discovery }: RoundOptions): TieOutInput["entities"] {
  const entities = discovery.organisation.entities.filter(({ active }) => active);
  return adapter.reports.readByEntity === undefined || entities.length < 2 ? [] : entities;
}

/** The facts from discovery that the checks need. */
export function booksFacts({
  organisation,
  unlistedPostings,
}: Discovery): Pick<TieOutInput, "baseCurrency" | "unlistedPostings" | "yearEnd"> {
  return {
    baseCurrency: organisation.baseCurrency,
    unlistedPostings,
    yearEnd: { month: organisation.fiscalYearEndMonth, day: organisation.fiscalYearEndDay },
  };
}

async function readReports(
  link: LedgerLink,
  due: readonly ReportQuestion[],
  ground: ReportGround,
  options: RoundOptions & Pick<LinkOptions, "onQueued">,
  clock: Clock,
): Promise<FetchedReports> {
  const obstacle = budgetObstacle(link.budget());
  if (obstacle !== null) return { readings: [], refusals: due.map(({ kind, to }) => ({ kind, to, reason: obstacle })) };
  const today = localDay(clock.nowMs());
  const calendar: FiscalCalendar = { yearEnd: booksFacts(options.discovery).yearEnd, periodStarts: ground.periodStarts };
  const context = {
    ...link.facts,
    discovery: options.discovery,
    fetchedAt: clock.now(),
    accounts: new Map(ground.accounts.map((account) => [account.id, account])),
    fiscalYearStart: (day: CalendarDate) => fiscalYearStart(day, calendar),
  };
  const entityIds = reportedEntities(link, options).map(({ id }) => id);
  const onNext = (reportsDone: number) =>
    options.onProgress?.({ asOfDate: (due[reportsDone] ?? due.at(-1))?.to ?? today, reportsDone, reports: due.length });
  return fetchReports(link, due, context, linkOptions(options, `${link.clientId}/reports`), { clock, onNext }, entityIds);
}

/** How many records the ledger has in each stream; null when it can't be asked now. */
async function readCounts(
  link: LedgerLink,
  options: RoundOptions & Pick<LinkOptions, "onQueued">,
  clock: Clock,
): Promise<TieOutInput["counts"]> {
  if (budgetObstacle(link.budget()) !== null) return null;
  const nothing = () => undefined;
  const lookUps = { accountIdByCode: nothing, itemIdByCode: nothing, item: nothing, account: nothing, moneyAccountOf: nothing };
  const context: ReadContext = { ...link.facts, discovery: options.discovery, fetchedAt: clock.now(), ...lookUps };
  const streams: { stream: string; label: string; ledgers: number | null }[] = [];
  for (const stream of link.adapter.streams(context)) {
    if (stream.count === undefined) continue;
    const counted = await fetchCount(link, stream, context, linkOptions(options, `${link.clientId}/counts`));
    if (!counted.ok && counted.failure.stop) return null;
    streams.push({ stream: stream.name, label: t(stream.label), ledgers: counted.ok ? counted.value : null });
  }
  return streams.length === 0 ? null : { streams, countedMs: clock.nowMs() };
}

function linkOptions({ lane, signal, onQueued }: RoundOptions & Pick<LinkOptions, "onQueued">, fairKey: string): LinkOptions {
  return { lane, fairKey, signal, onQueued };
}

const LONG_WAITS: Partial<Record<QueueReason, string>> = {
  day: "All API requests allowed in 24 hours have been used. The ledger's reports will be read when more requests are available.",
  month: "The ledger's monthly limit has been reached. The ledger's reports will be read next month.",
  offline: "The ledger couldn't be reached during the check.",
};

/** Reports are worth waiting minutes for, not hours: a run isn't kept open for them. */
function stopAtLongWaits({ signal, onWait }: RoundOptions): Pick<LinkOptions, "signal" | "onQueued"> {
  const abort = new AbortController();
  return {
    signal: AbortSignal.any([signal, abort.signal]),
    onQueued: (queue) => {
      const wait = LONG_WAITS[queue.reason];
      if (wait === undefined) onWait?.(queue);
      else abort.abort(wait);
    },
  };
}

const REPORT_NAMES = {
  trial_balance: "trial balance report",
  profit_and_loss: "profit and loss report",
  balance_sheet: "balance sheet report",
  aged_receivable: message("aged receivables report that covers all customers"),
  aged_payable: message("aged payables report that covers all vendors"),
} as const;

/** Kinds for which the ledger has no report. */
function lacking({ adapter }: LedgerLink): TieOutInput["refusals"] {
  const kinds = (["trial_balance", "profit_and_loss", "balance_sheet", "aged_receivable", "aged_payable"] as const).filter(
    (kind) => !adapter.reports.kinds.includes(kind),
  );
  return kinds.map((kind) => ({
    kind,
    reason: `The ledger offers no ${t(REPORT_NAMES[kind])}. Nothing else could be compared this time.`,
  }));
}

function isOld(readMs: number | null, nowMs: number): boolean {
  return readMs === null || nowMs - readMs > REPORT_AGE_MAX_MS;
}

function keyOf({ kind, from, to, basis }: ReportQuestion) {
  const isSpan = kind === "profit_and_loss" || kind === "bank_summary";
  return { kind, to, basis, ...(isSpan ? { from } : {}) };
}
