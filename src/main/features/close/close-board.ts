import type { ApiContext } from "#main/api/context.ts";
import { ordinaryPeriods } from "#main/features/periods/find-period.ts";
import { afterWork } from "#main/features/work/after-work.ts";
import { clientStep } from "#main/operations/client-work.ts";
import type { CloseSummary } from "#main/store/clients/firm.ts";
import { closeStatus, closeStatusDuringSync, gateSetting } from "#main/store/close/close-status.ts";
import { sha256 } from "#main/store/database/hash.ts";
import { closeStateOf, periodDecisions } from "#main/store/periods/period-states.ts";
import { tieOutStandingAt } from "#main/store/tie-outs/recheck.ts";
import type { CloseBoardRow, CloseStatus } from "#shared/contract/close/close.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { instantFromMs, localDay } from "#shared/kernel/instant.ts";
import { counted } from "#shared/kernel/readable.ts";
import { ok, type Result } from "#shared/kernel/result.ts";
import type { CloseTemplate } from "#shared/model/close/close.ts";
import { type ClosePolicy, isWholeComparison } from "#shared/model/close/close-gates.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { TieOutStanding } from "#shared/model/reports/tie-out.ts";
import { withClose } from "./close-question.ts";
import { closeRules } from "./close-rules.ts";

interface OfPeriod {
  readonly clientId: string;
  readonly period: string;
  readonly template: CloseTemplate;
  readonly policy: ClosePolicy;
  /** A sync of everything new is under way, at the end of which the checks are run. */
  readonly isReading: boolean;
}

const readStatus = clientStep("close.readStatus", "reader", (work, { clientId, period, template, policy, isReading }: OfPeriod) =>
  withClose(work, period, template, (question) => {
    const statusOf = isReading ? closeStatusDuringSync : closeStatus;
    return ok({
      status: { clientId, ...statusOf(gateSetting(question, work.mirror, sha256), template, policy) },
      tieOuts: tieOutStandingAt(work.mirror, earlier(question.period.end, localDay(work.nowMs))),
      nextEnd: question.periods.find(({ end }) => end > question.period.end)?.end ?? null,
    });
  }),
);

/** A period that is still running is checked as of today. */
const earlier = (end: CalendarDate, now: CalendarDate): CalendarDate => (end < now ? end : now);

interface AfterClosed {
  readonly clientId: string;
  /** The end of a closed period; null where none is known. */
  readonly after: CalendarDate | null;
}

/**
 * The period that ended last, whatever the client's calendar; after a closed one, the first that ended since and isn't closed
 * either, or the last of those that ended since. Null where there is none.
 */
const lastEnded = clientStep("close.lastEnded", "reader", ({ mirror, yearEnd, nowMs }, { after }: AfterClosed) => {
  const today = localDay(nowMs);
  const ended = ordinaryPeriods(mirror, yearEnd).filter(({ end }) => end < today && (after === null || end > after));
  const decisions = periodDecisions(mirror);
  const next = after === null ? undefined : ended.find(({ id }) => closeStateOf(decisions, id) !== "closed");
  return ok((next ?? ended.at(-1))?.id ?? null);
});

/** The same for the board, which shows the last one until the new one is there. */
const refreshStatus = clientStep("close.refreshStatus", "background", readStatus.perform);

export const boardSteps = [readStatus, refreshStatus, lastEnded] as const;

/** Whether the board shows this close, and if so, whether it showed anything else before. */
type OnBoard = "elsewhere" | "same" | "changed";

/** The current state of a close. The board is updated with it. */
export async function lookAtClose(
  context: ApiContext,
  { clientId, period }: { readonly clientId: string; readonly period: string },
  step = readStatus,
): Promise<Result<{ readonly status: CloseStatus; readonly board: OnBoard }, Failure>> {
  const rules = await closeRules(context);
  if (!rules.ok) return rules;
  const askedMs = context.clock.nowMs();
  const { template, policy } = rules.value;
  const isReading = context.engine.isReading(clientId);
  const status = await context.perform(step, { clientId, period, template, policy, isReading });
  if (!status.ok) return status;
  return ok({ status: status.value.status, board: await saveOnBoard(context, status.value, askedMs) });
}

/** After a close was moved: the board and the windows see it. */
export async function showMoved(context: ApiContext, clientId: string, periodId: string): Promise<void> {
  await lookAtClose(context, { clientId, period: periodId });
  // The reason for closing over open work can mention people.
  await afterWork(context, { clientId });
  context.publish("work.changed", { clientId });
  context.publish("clients.changed", { clientIds: [clientId] });
}

const today = ({ clock }: ApiContext) => localDay(clock.nowMs());

/** Every client with its close, from the firm's file alone. */
export async function readBoard(
  context: ApiContext,
): Promise<Result<{ readonly rows: CloseBoardRow[]; readonly today: CalendarDate }, Failure>> {
  const asked = { today: today(context), holidays: [...(context.closeTemplates?.[0]?.holidays ?? [])] };
  const rows = await context.pool.perform("firm.closeBoard", asked);
  if (!rows.ok) return rows;
  return ok({ rows: rows.value.map((row) => (isLeft(context, row) ? { ...row, outdated: true } : row)), today: asked.today });
}

/** A sync that ended without its checks leaves them to be looked at as they are. */
function isLeft({ engine }: ApiContext, { clientId, rechecking }: CloseBoardRow): boolean {
  return rechecking === true && !engine.isReading(clientId);
}

/** Looks at what such syncs left, for what is counted from the firm's file where nobody asks for the board. */
export async function refreshLeft(context: ApiContext): Promise<void> {
  const board = await readBoard(context);
  if (!board.ok) return;
  const left = board.value.rows.filter((row) => isLeft(context, row));
  if (left.length > 0) await refreshBoard(context, left);
}

/** Clients that are being looked at again, so that windows asking meanwhile don't start it twice. */
const underWay = new WeakMap<ApiContext, Set<string>>();

/** Looks at the closes that are out of date, or were never looked at, one after the other, and tells the windows. */
export async function refreshBoard(context: ApiContext, rows: readonly CloseBoardRow[]): Promise<void> {
  const looking = underWay.get(context) ?? new Set();
  underWay.set(context, looking);
  const outdated = rows.filter((row) => row.outdated && !looking.has(row.clientId));
  for (const { clientId } of outdated) looking.add(clientId);
  try {
    for (const row of outdated) if (await refreshRow(context, row)) context.publish("clients.changed", { clientIds: [row.clientId] });
  } finally {
    for (const { clientId } of outdated) looking.delete(clientId);
  }
}

/**
 * Looks at the close that the board shows. Where it's closed, or there is none, the next period that ended comes after it.
 * @returns whether the board shows what was looked at
 */
async function refreshRow(context: ApiContext, { clientId, period }: CloseBoardRow): Promise<boolean> {
  const look = (named: string) => lookAtClose(context, { clientId, period: named }, refreshStatus);
  const known = period === null ? null : await look(period);
  if (known !== null && !known.ok) return false;
  const isShown = known !== null && known.value.board !== "elsewhere";
  if (known !== null && known.value.status.status !== "closed") return isShown;
  const askedMs = context.clock.nowMs();
  const next = await context.perform(lastEnded, { clientId, after: known?.value.status.period.end ?? null });
  if (!next.ok) return false;
  if (next.value === null) {
    if (known !== null) return isShown;
    return (await context.pool.perform("firm.noteNoClose", { clientId, at: instantFromMs(askedMs) })).ok;
  }
  const looked = await look(next.value);
  return looked.ok && looked.value.board !== "elsewhere";
}

interface Looked {
  readonly status: CloseStatus;
  readonly tieOuts: TieOutStanding | null;
  readonly nextEnd: CalendarDate | null;
}

/**
 * Saves a close's state in the firm's file, which the board reads. An earlier period doesn't replace a later
 * one that has been started, and one that hasn't been is only shown when it has ended, nothing else is under way and the first sync is
 * complete.
 * @param askedMs when the status was asked for
 */
async function saveOnBoard(context: ApiContext, { status, tieOuts, nextEnd }: Looked, askedMs: number): Promise<OnBoard> {
  if (!status.started && !(await isNext(context, status))) return "elsewhere";
  const { clientId, period, progress, due, tasks, blocks, signatures } = status;
  const of = (role: "preparer" | "reviewer") => signatures.find((one) => one.role === role)?.person ?? null;
  const open = tasks.filter(({ state }) => state === "open" || state === "waiting");
  const summary: CloseSummary = {
    ...{ period: period.label, periodEnd: period.end, nextEnd, started: status.started, status: status.status, progress, due },
    openDue: open.map((task) => task.due).sort()[0] ?? null,
    blocks: [...notesToClear(status), ...blocks.map((id) => blockName(tasks, id))],
    heldBySync: isHeldBySync(status),
    nextIsTask: isTaskNext(status),
    ...{ variances: variancesOf(status), tieOuts },
    ...{ preparer: of("preparer"), reviewer: of("reviewer") },
    openChanges: tasks.find(({ evidence }) => evidence?.kind === "changes_disposed")?.evidence?.count ?? 0,
    closedWhy: closedWhyOf(status),
    leftOpen: status.status === "closed" ? leftOpen(open) : [],
    ...(tasks.some(({ evidence }) => evidence?.rechecking === true) ? { rechecking: true } : {}),
    updatedAt: instantFromMs(context.clock.nowMs()),
  };
  const saved = await context.pool.perform("firm.saveClose", { clientId, summary, askedMs });
  return saved.ok ? (saved.value ? "changed" : "same") : "elsewhere";
}

/** What a check found says more than the task's name, and is what the tie-outs beside it say. */
function blockName(tasks: CloseStatus["tasks"], taskId: string): string {
  const task = tasks.find(({ id }) => id === taskId);
  return task?.evidence?.failed ?? task?.title ?? taskId;
}

/** By name; whether the ledger is locked is told by its own lock date. */
export function leftOpen(open: CloseStatus["tasks"]): string[] {
  return open.flatMap(({ title, evidence }) => (evidence?.kind === "ledger_locked" ? [] : [evidence?.failed ?? title]));
}

/**
 * Whether the board shows this close, which nobody has started. Until a client's first sync is complete, its list has no close and nobody
 * is late with one: looking at one client must not change that.
 */
async function isNext(context: ApiContext, { clientId, period, status }: CloseStatus): Promise<boolean> {
  if (period.end >= today(context)) return false;
  const client = await context.pool.perform("firm.client", { clientId });
  const rollup = client.ok ? client.value?.rollup : undefined;
  const known = rollup?.close;
  if (known === undefined) return status !== "open" || (rollup?.asOf ?? null) !== null;
  return known.periodEnd === period.end || (known.status === "closed" && known.periodEnd < period.end);
}

/** The reason that the closing in force was given, if any. */
function closedWhyOf({ status, moves }: CloseStatus): string | null {
  return status === "closed" ? (moves.findLast((move) => move.status === "closed" && !move.undone)?.why ?? null) : null;
}

/** Whether the sync comes first among what blocks. */
export function isHeldBySync(status: Pick<CloseStatus, "tasks" | "blocks" | "gates">): boolean {
  const first = status.tasks.find(({ id }) => id === status.blocks[0]);
  return first?.evidence?.kind === "streams_complete" && notesToClear(status).length === 0;
}

/** Whether what comes first is told by its task's name, which says what to do, and not by what a check found or an open note. */
export function isTaskNext(status: Pick<CloseStatus, "tasks" | "blocks" | "gates">): boolean {
  const first = status.tasks.find(({ id }) => id === status.blocks[0]);
  return first !== undefined && first.evidence?.failed === undefined && notesToClear(status).length === 0;
}

/** Open review notes come first among what blocks: a period can't close over them. */
function notesToClear({ gates }: Pick<CloseStatus, "gates">): string[] {
  const open = gates.sign.find(({ gate }) => gate === "review_notes")?.blocking ?? 0;
  return open === 0 ? [] : [counted(open, "open review note")];
}

/**
 * The material changes that the gate counts as open, so that explained ones are among them until they are signed off, and what the
 * tasks found. A comparison without figures has no lines: where there are no others either, nobody knows how many are left.
 */
export function variancesOf({ tasks, gates }: Pick<CloseStatus, "tasks" | "gates">): CloseSummary["variances"] {
  const summaries = new Set(tasks.flatMap(({ evidence }) => (evidence?.kind === "variances" ? [evidence.summary] : [])));
  if (summaries.size === 0) return null;
  const open = gates.sign.find(({ gate }) => gate === "flux")?.open ?? [];
  const lines = open.filter((item) => !isWholeComparison(item)).length;
  return { left: lines === 0 && open.length > 0 ? null : lines, summary: [...summaries].join("\n") };
}
