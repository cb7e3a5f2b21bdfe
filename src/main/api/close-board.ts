import type { CloseSummary } from "#main/services/firm.ts";
import type { CloseBoardRow, CloseStatus } from "#shared/contract/close.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";
import type { ApiContext } from "./context.ts";

/**
 * Keeps how a close stands in the firm's file, where the board is read from. An earlier period does not push a later one off
 * it, and one that nobody has begun only comes on it when it has ended and nothing else is under way.
 * @param askedMs when the status was asked for
 * @returns whether it was kept
 */
export async function rememberClose(context: ApiContext, status: CloseStatus, askedMs: number): Promise<boolean> {
  if (!status.started && !(await isNext(context, status))) return false;
  const { clientId, period, progress, due, tasks, blocks, signatures } = status;
  const of = (role: "preparer" | "reviewer") => signatures.find((one) => one.role === role)?.person ?? null;
  const open = tasks.filter(({ state }) => state === "open" || state === "waiting");
  const summary: CloseSummary = {
    ...{ period: period.label, periodEnd: period.end, status: status.status, progress, due },
    openDue: open.map((task) => task.due).sort()[0] ?? null,
    blocks: blocks.map((id) => tasks.find((task) => task.id === id)?.title ?? id),
    variances: variancesOf(status),
    ...{ preparer: of("preparer"), reviewer: of("reviewer") },
    openChanges: tasks.find(({ evidence }) => evidence?.kind === "changes_disposed")?.evidence?.count ?? 0,
    updatedAt: instantFromMs(context.clock.nowMs()),
  };
  return (await context.pool.perform("firm.saveClose", { clientId, summary, askedMs })).ok;
}

async function isNext({ pool, clock }: ApiContext, { clientId, period }: CloseStatus): Promise<boolean> {
  if (period.end >= instantFromMs(clock.nowMs()).slice(0, 10)) return false;
  const clients = await pool.perform("firm.clients", {});
  const known = clients.ok ? clients.value.find((client) => client.clientId === clientId)?.rollup?.close : undefined;
  return known === undefined || known.periodEnd === period.end || (known.status === "closed" && known.periodEnd < period.end);
}

/** The words of the variance task's evidence hold what the board shows of it. */
function variancesOf({ tasks }: CloseStatus): CloseSummary["variances"] {
  const task = tasks.find(({ evidence }) => evidence?.kind === "variances");
  return task?.evidence === null || task?.evidence === undefined ? null : { left: task.evidence.count, summary: task.evidence.summary };
}

/** Every client with its close, from the firm's file alone. */
export function readBoard({ pool, clock, closeTemplates }: ApiContext): Promise<Result<CloseBoardRow[], Failure>> {
  const today = instantFromMs(clock.nowMs()).slice(0, 10) as CalendarDate;
  return pool.perform("firm.closeBoard", { today, holidays: [...(closeTemplates?.[0]?.holidays ?? [])] });
}
