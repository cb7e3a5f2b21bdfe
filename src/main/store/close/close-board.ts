import { businessDaysLate } from "#main/domain/close/business-days.ts";
import type { CloseSummary, StoredClient } from "#main/store/clients/firm.ts";
import type { CloseBoardRow } from "#shared/contract/close/close.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { localDay } from "#shared/kernel/instant.ts";

/** Every client with its close as it was last looked at, worst first; lateness is reckoned for today. */
export function closeBoard(clients: readonly StoredClient[], today: CalendarDate, holidays: readonly string[]): CloseBoardRow[] {
  const days = new Set(holidays);
  return clients.map((client) => rowOf(client, today, days)).sort(worstFirst);
}

function rowOf({ clientId, name, rollup }: StoredClient, today: CalendarDate, holidays: ReadonlySet<string>): CloseBoardRow {
  const close = rollup?.close ?? null;
  const lockedThrough = (rollup?.lockedThrough as CalendarDate | null | undefined) ?? null;
  // A client that was read has a checklist before its close is begun; it is looked at once.
  const isRead = rollup?.asOf !== null && rollup?.asOf !== undefined;
  if (close === null) return { ...NOT_BEGUN, clientId, name, lockedThrough, outdated: isRead };
  const { period, periodEnd, status, progress, due, openDue, blocks, variances, preparer, reviewer, openChanges, updatedAt } = close;
  return {
    ...{ clientId, name, period, periodEnd, status, progress, due, variances, preparer, reviewer, openChanges, updatedAt, lockedThrough },
    // What is left to do in a closed period keeps nobody waiting.
    daysLate: openDue === null || status === "closed" ? 0 : businessDaysLate(openDue, today, holidays),
    closeDaysLate: status === "closed" ? 0 : businessDaysLate(due, today, holidays),
    blocks: [...blocks],
    lockedHere: status === "closed",
    // How many tasks are late is of the day on which it was counted.
    outdated: isRead && ((rollup.asOf ?? "") > updatedAt || localDay(updatedAt) < today || isOver(close, today)),
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
    progress: null,
    due: null,
    daysLate: 0,
    closeDaysLate: 0,
    blocks: [],
    variances: null,
    lockedHere: false,
  },
  ...{ preparer: null, reviewer: null, openChanges: 0, updatedAt: null, outdated: false },
};

function worstFirst(a: CloseBoardRow, b: CloseBoardRow): number {
  const rank = ({ status, openChanges }: CloseBoardRow) => (status === null ? 2 : status === "closed" && openChanges === 0 ? 1 : 0);
  return rank(a) - rank(b) || b.daysLate - a.daysLate || b.blocks.length - a.blocks.length || (a.name < b.name ? -1 : 1);
}
