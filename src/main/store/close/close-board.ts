import { businessDaysLate } from "#main/domain/close/business-days.ts";
import type { CloseSummary, StoredClient } from "#main/store/clients/firm.ts";
import type { CloseBoardRow } from "#shared/contract/close/close.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { type Instant, localDay } from "#shared/kernel/instant.ts";

/** Every client with its close as it was last looked at, worst first; lateness is reckoned for today. */
export function closeBoard(clients: readonly StoredClient[], today: CalendarDate, holidays: readonly string[]): CloseBoardRow[] {
  const days = new Set(holidays);
  return clients.map((client) => rowOf(client, today, days)).sort(worstFirst);
}

function rowOf({ clientId, name, rollup }: StoredClient, today: CalendarDate, holidays: ReadonlySet<string>): CloseBoardRow {
  const close = rollup?.close ?? null;
  const lockedThrough = (rollup?.lockedThrough as CalendarDate | null | undefined) ?? null;
  // A client that was read has a checklist before its close is begun; it is looked at once, and again where no period had ended.
  const isRead = rollup?.asOf !== null && rollup?.asOf !== undefined;
  const isOld = (at: Instant) => isRead && ((rollup?.asOf ?? "") > at || localDay(at) < today);
  if (close === null) {
    const lookedAt = rollup?.noCloseAt;
    return { ...NOT_BEGUN, clientId, name, lockedThrough, outdated: lookedAt === undefined ? isRead : isOld(lookedAt) };
  }
  const { period, periodEnd, status, progress, due, openDue, blocks, variances, preparer, reviewer, openChanges, updatedAt } = close;
  // What is left to do in a closed period keeps nobody waiting.
  const late = (day: CalendarDate) => (status === "closed" ? 0 : businessDaysLate(day, today, holidays));
  return {
    ...{ clientId, name, period, periodEnd, status, progress, due, variances, preparer, reviewer, openChanges, updatedAt, lockedThrough },
    started: close.started !== false,
    // A close that isn't due yet may be started when it suits: nobody is late with a task of it before that.
    daysLate: openDue === null || (close.started === false && late(due) === 0) ? 0 : late(openDue),
    closeDaysLate: late(due),
    blocks: [...blocks],
    lockedHere: status === "closed",
    closedWhy: close.closedWhy ?? null,
    leftOpen: [...(close.leftOpen ?? [])],
    // How many tasks are late is of the day on which it was counted.
    outdated: isOld(updatedAt) || (isRead && isOver(close, today)),
    ...(close.rechecking === true ? { rechecking: true } : {}),
  };
}

/** A closed period makes room as soon as the one after it has ended, also on the day on which it was closed late. */
function isOver({ status, nextEnd = null }: CloseSummary, today: CalendarDate): boolean {
  return status === "closed" && nextEnd !== null && nextEnd < today;
}

const NOT_BEGUN: Omit<CloseBoardRow, "clientId" | "name" | "lockedThrough"> = {
  ...{
    period: null,
    periodEnd: null,
    status: null,
    started: false,
    progress: null,
    due: null,
    daysLate: 0,
    closeDaysLate: 0,
    blocks: [],
    variances: null,
    lockedHere: false,
    closedWhy: null,
  },
  ...{ preparer: null, reviewer: null, openChanges: 0, updatedAt: null, outdated: false },
};

/** The one order of closes: the board's own, and so that of late clients in the list and of late closes in the inbox. */
function worstFirst(a: CloseBoardRow, b: CloseBoardRow): number {
  const rank = ({ status, openChanges }: CloseBoardRow) => (status === null ? 2 : status === "closed" && openChanges === 0 ? 1 : 0);
  const later = b.closeDaysLate - a.closeDaysLate || b.daysLate - a.daysLate;
  return rank(a) - rank(b) || later || b.blocks.length - a.blocks.length || a.name.localeCompare(b.name);
}
