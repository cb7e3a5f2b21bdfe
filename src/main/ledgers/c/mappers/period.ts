import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { ExactJson } from "#shared/kernel/json-exact.ts";
import type { Period, PeriodLock } from "#shared/model/books/period.ts";
import type { MappedSource, ReadContext } from "../../adapter.ts";
import { periodRow, type Row, readRow } from "../schemas.ts";
import { isTrue, requireDay, sourceOf } from "./values.ts";

type LockModule = NonNullable<PeriodLock["scope"]["module"]>;

/**
 * A row of the accounting period table: the period with its locks, and each lock as its own record.
 * Years and quarters only group periods and are kept raw. @throws RecordMalformed
 */
export function mapPeriod(context: ReadContext, record: ExactJson): MappedSource {
  const row = readRow(periodRow, record, "accountingperiod");
  const source = { entityType: "accountingperiod", sourceId: row.id };
  if (isTrue(row, "isyear") || isTrue(row, "isquarter")) return { ...source, records: [] };
  const end = requireDay(row, "enddate");
  const modules = lockedModules(row);
  const locks = modules.map((module) => lock(context, row.id, module, end));
  const period: Period = {
    id: `accountingperiod:${row.id}`,
    label: row.periodname,
    start: requireDay(row, "startdate"),
    end,
    status: isTrue(row, "closed") ? "closed" : "open",
    locks,
    ownedBy: "source",
    isAdjustment: isTrue(row, "isadjust"),
  };
  const watched: Record<string, CalendarDate | null> = {};
  for (const module of ["all", "ap", "ar"] as const) watched[lockId(row.id, module)] = modules.includes(module) ? end : null;
  return { ...source, records: [{ kind: "period", value: period }, ...locks.map((value) => ({ kind: "lock" as const, value }))], watched };
}

/** A closed or fully locked period covers every module; otherwise payables and receivables are locked separately. */
function lockedModules(row: Row): LockModule[] {
  if (isTrue(row, "closed") || isTrue(row, "alllocked")) return ["all"];
  return [...(isTrue(row, "aplocked") ? (["ap"] as const) : []), ...(isTrue(row, "arlocked") ? (["ar"] as const) : [])];
}

/** Rule 8: a scoped rule. The ledger shows no entity for it, so it binds every subsidiary. */
function lock(context: ReadContext, id: string, module: LockModule, end: CalendarDate): PeriodLock {
  return { id: lockId(id, module), scope: { module }, lockedThrough: end, source: sourceOf(context, "accountingperiod", id) };
}

function lockId(id: string, module: LockModule): string {
  return `accountingperiod:${id}/${module}`;
}
