import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { ExactJson } from "#shared/kernel/json-exact.ts";
import type { MappedRecord, MappedSource, ReadContext } from "../../adapter.ts";
import { readDay } from "../dates.ts";
import { organisationSchema } from "../schemas.ts";
import { readRow, sourceRef } from "./source.ts";

/**
 * The two lock dates as scoped rules (rule 8). The period lock exempts advisers, the year-end lock nobody. A
 * removed date leaves no lock; the engine sees it as null.
 * @throws RecordMalformed
 */
export function mapOrganisation(context: ReadContext, record: ExactJson): MappedSource {
  const entityType = "Organisation";
  const row = readRow(organisationSchema, record, entityType);
  const sourceId = row.OrganisationID ?? context.tenantId;
  const period = readDay(undefined, row.PeriodLockDate, "PeriodLockDate") ?? null;
  const yearEnd = readDay(undefined, row.EndOfYearLockDate, "EndOfYearLockDate") ?? null;
  const source = sourceRef(context, entityType, sourceId);
  const lock = (id: string, lockedThrough: CalendarDate | null, exempts: { readonly exempts?: "advisers" }): MappedRecord[] =>
    lockedThrough === null ? [] : [{ kind: "lock", value: { id, scope: { module: "all" }, lockedThrough, ...exempts, source } }];
  return {
    entityType,
    sourceId,
    records: [...lock("period", period, { exempts: "advisers" }), ...lock("year_end", yearEnd, {})],
    watched: { periodLockDate: period, endOfYearLockDate: yearEnd },
  };
}
