import type { ApiContext } from "#main/api/context.ts";
import { ordinaryPeriods } from "#main/features/periods/find-period.ts";
import { afterWork } from "#main/features/work/after-work.ts";
import { clientStep } from "#main/operations/client-work.ts";
import type { CloseSummary } from "#main/store/clients/firm.ts";
import { closeStatus, gateSetting } from "#main/store/close/close-status.ts";
import { sha256 } from "#main/store/database/hash.ts";
import { tieOutStandingAt } from "#main/store/tie-outs/recheck.ts";
import type { CloseBoardRow, CloseStatus } from "#shared/contract/close/close.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { instantFromMs, localDay } from "#shared/kernel/instant.ts";
import { counted } from "#shared/kernel/readable.ts";
import { ok, type Result } from "#shared/kernel/result.ts";
import type { CloseTemplate } from "#shared/model/close/close.ts";
import type { ClosePolicy } from "#shared/model/close/close-gates.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { TieOutStanding } from "#shared/model/reports/tie-out.ts";
import { withClose } from "./close-question.ts";
import { closeRules } from "./close-rules.ts";

interface OfPeriod {
  readonly clientId: string;
  readonly period: string;
  readonly template: CloseTemplate;
  readonly policy: ClosePolicy;
}

const readStatus = clientStep("close.readStatus", "reader", (work, { clientId, period, template, policy }: OfPeriod) =>
  withClose(work, period, template, (question) =>
    ok({
      status: { clientId, ...closeStatus(gateSetting(question, work.mirror, sha256), template, policy) },
      tieOuts: tieOutStandingAt(work.mirror, earlier(question.period.end, localDay(work.nowMs))),
    }),
  ),
);

/** A period that is still running is checked as of today. */
const earlier = (end: CalendarDate, now: CalendarDate): CalendarDate => (end < now ? end : now);

/** The period that ended last, whatever the client's calendar; null where there is none. */
const lastEnded = clientStep("close.lastEnded", "reader", ({ mirror, yearEnd, nowMs }, _input: { readonly clientId: string }) => {
  const today = localDay(nowMs);
  return ok(ordinaryPeriods(mirror, yearEnd).findLast(({ end }) => end < today)?.id ?? null);
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
  const status = await context.perform(step, { clientId, period, template: rules.value.template, policy: rules.value.policy });
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
  return rows.ok ? ok({ rows: rows.value, today: asked.today }) : rows;
}

/** Clients that are being looked at again, so that windows asking meanwhile don't start it twice. */
const underWay = new WeakMap<ApiContext, Set<string>>();

/** Looks at closes whose clients were read since, or were never looked at, one after the other, and tells the windows. */
export async function refreshBoard(context: ApiContext, rows: readonly CloseBoardRow[]): Promise<void> {
  const looking = underWay.get(context) ?? new Set();
  underWay.set(context, looking);
  const outdated = rows.filter((row) => row.outdated && !looking.has(row.clientId));
  for (const { clientId } of outdated) looking.add(clientId);
  try {
    for (const { clientId, period } of outdated) {
      const ended = period === null ? await context.perform(lastEnded, { clientId }) : ok(period);
      if (!ended.ok || ended.value === null) continue;
      const looked = await lookAtClose(context, { clientId, period: ended.value }, refreshStatus);
      if (looked.ok && looked.value.board !== "elsewhere") context.publish("clients.changed", { clientIds: [clientId] });
    }
  } finally {
    for (const { clientId } of outdated) looking.delete(clientId);
  }
}

/**
 * Saves a close's state in the firm's file, which the board reads. An earlier period doesn't replace a later
 * one, and one that hasn't been started is only shown when it has ended and nothing else is under way.
 * @param askedMs when the status was asked for
 */
async function saveOnBoard(
  context: ApiContext,
  { status, tieOuts }: { readonly status: CloseStatus; readonly tieOuts: TieOutStanding | null },
  askedMs: number,
): Promise<OnBoard> {
  if (!status.started && !(await isNext(context, status))) return "elsewhere";
  const { clientId, period, progress, due, tasks, blocks, signatures } = status;
  const of = (role: "preparer" | "reviewer") => signatures.find((one) => one.role === role)?.person ?? null;
  const open = tasks.filter(({ state }) => state === "open" || state === "waiting");
  const summary: CloseSummary = {
    ...{ period: period.label, periodEnd: period.end, status: status.status, progress, due },
    openDue: open.map((task) => task.due).sort()[0] ?? null,
    blocks: [...notesToClear(status), ...blocks.map((id) => tasks.find((task) => task.id === id)?.title ?? id)],
    ...{ variances: variancesOf(status), tieOuts },
    ...{ preparer: of("preparer"), reviewer: of("reviewer") },
    openChanges: tasks.find(({ evidence }) => evidence?.kind === "changes_disposed")?.evidence?.count ?? 0,
    updatedAt: instantFromMs(context.clock.nowMs()),
  };
  const saved = await context.pool.perform("firm.saveClose", { clientId, summary, askedMs });
  return saved.ok ? (saved.value ? "changed" : "same") : "elsewhere";
}

async function isNext(context: ApiContext, { clientId, period }: CloseStatus): Promise<boolean> {
  if (period.end >= today(context)) return false;
  const client = await context.pool.perform("firm.client", { clientId });
  const known = client.ok ? client.value?.rollup?.close : undefined;
  return known === undefined || known.periodEnd === period.end || (known.status === "closed" && known.periodEnd < period.end);
}

/** Open review notes come first among what blocks: a period can't close over them. */
function notesToClear({ gates }: CloseStatus): string[] {
  const open = gates.sign.find(({ gate }) => gate === "review_notes")?.blocking ?? 0;
  return open === 0 ? [] : [counted(open, "open review note")];
}

/** The evidence of the variance task says what the board shows of it. */
function variancesOf({ tasks }: CloseStatus): CloseSummary["variances"] {
  const task = tasks.find(({ evidence }) => evidence?.kind === "variances");
  return task?.evidence === null || task?.evidence === undefined ? null : { left: task.evidence.count, summary: task.evidence.summary };
}
