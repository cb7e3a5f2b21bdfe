import type { FiscalCalendar, FiscalYearEnd } from "#main/domain/periods/fiscal-year.ts";
import type { Chart } from "#main/domain/postings/account-sum.ts";
import type { PeriodSpan } from "#main/domain/statements/statement-spans.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import type { Period } from "#shared/model/books/period.ts";
import { mirroredAccounts } from "./mirrored-accounts.ts";

/** Every account that the mirror has seen, as statements show it; those that the ledger no longer has included: their postings stay. */
export function chartOf(reader: MirrorReader): Chart {
  return new Map(
    mirroredAccounts(reader).map(({ id, code, name, type, class: side, role }) => [
      id,
      { id, ...(code === undefined ? {} : { code }), name, type, class: side, ...(role === undefined ? {} : { role }) },
    ]),
  );
}

/** An account that a person names by its ID or its code. */
export function accountCalled(chart: Chart, named: string) {
  return chart.get(named) ?? [...chart.values()].find(({ code }) => code === named);
}

/** The ordinary periods that the ledger itself keeps, ascending; none where the service keeps them. */
export function ledgerPeriods(reader: MirrorReader): PeriodSpan[] {
  const bodies = prepared(
    reader.db,
    "SELECT body FROM entity JOIN source_record USING (rec_no) WHERE kind = 'period' AND removed_ms IS NULL",
  )
    .pluck()
    .all() as string[];
  return bodies
    .map((body) => JSON.parse(body) as Period)
    .filter(({ isAdjustment, ownedBy }) => !isAdjustment && ownedBy === "source")
    .map(({ start, end }) => ({ start, end }))
    .sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0));
}

/** When the client's fiscal years begin: its named year end, and its own periods where it keeps any. */
export function fiscalCalendar(yearEnd: FiscalYearEnd, periods: readonly PeriodSpan[]): FiscalCalendar {
  return { yearEnd, periodStarts: periods.map(({ start }) => start) };
}
