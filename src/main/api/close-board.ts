import { businessDaysLate } from "#main/domain/business-days.ts";
import type { CloseSummary } from "#main/services/firm.ts";
import type { CloseBoardRow, CloseStatus } from "#shared/contract/close.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import { ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";
import type { ApiContext } from "./context.ts";

/** Keeps how a close stands in the firm's file, where the board is read from. An earlier period does not push a later one off it. */
export async function rememberClose(context: ApiContext, status: CloseStatus): Promise<void> {
  if (!status.started) return;
  const { clientId, period, progress, due, tasks, blocks, signatures } = status;
  const of = (role: "preparer" | "reviewer") => signatures.find((one) => one.role === role)?.person ?? null;
  const open = tasks.filter(({ state }) => state === "open" || state === "waiting");
  const summary: CloseSummary = {
    ...{ period: period.label, periodEnd: period.end, status: status.status, progress, due },
    openDue: open.map((task) => task.due).sort()[0] ?? null,
    blocks: blocks.map((id) => tasks.find((task) => task.id === id)?.title ?? id),
    variances: variancesOf(status),
    ...{ preparer: of("preparer"), reviewer: of("reviewer"), updatedAt: instantFromMs(context.clock.nowMs()) },
  };
  await context.pool.perform("firm.saveClose", { clientId, summary });
}

/** The words of the variance task's evidence hold what the board shows of it. */
function variancesOf({ tasks }: CloseStatus): CloseSummary["variances"] {
  const task = tasks.find(({ evidence }) => evidence?.kind === "variances");
  return task?.evidence === null || task?.evidence === undefined ? null : { left: task.evidence.count, summary: task.evidence.summary };
}

/** Every client with its close, from the firm's file alone; lateness is reckoned for today. */
export async function closeBoard(
  context: ApiContext,
): Promise<Result<{ readonly rows: CloseBoardRow[]; readonly today: CalendarDate }, Failure>> {
  const clients = await context.pool.perform("firm.clients", {});
  if (!clients.ok) return clients;
  const today = instantFromMs(context.clock.nowMs()).slice(0, 10) as CalendarDate;
  const holidays = new Set<string>(context.closeTemplates?.[0]?.holidays ?? []);
  const rows = clients.value.map(({ clientId, name, rollup }): CloseBoardRow => {
    const close = rollup?.close ?? null;
    const daysLate = close?.openDue == null ? 0 : businessDaysLate(close.openDue, today, holidays);
    return {
      ...{ clientId, name, daysLate },
      period: close?.period ?? null,
      status: close?.status ?? null,
      progress: close?.progress ?? null,
      due: close?.due ?? null,
      blocks: [...(close?.blocks ?? [])],
      variances: close?.variances ?? null,
      lockedHere: close?.status === "closed",
      lockedThrough: (rollup?.lockedThrough as CalendarDate | null | undefined) ?? null,
      preparer: close?.preparer ?? null,
      reviewer: close?.reviewer ?? null,
      updatedAt: close?.updatedAt ?? null,
    };
  });
  return ok({ rows: rows.sort(worstFirst), today });
}

function worstFirst(a: CloseBoardRow, b: CloseBoardRow): number {
  const rank = ({ status }: CloseBoardRow) => (status === null ? 2 : status === "closed" ? 1 : 0);
  return rank(a) - rank(b) || b.daysLate - a.daysLate || b.blocks.length - a.blocks.length || (a.name < b.name ? -1 : 1);
}
