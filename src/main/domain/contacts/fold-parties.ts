import { AGING_BUCKETS, type Aging, type AgingRow, type NamedParty, type UnappliedCashRow } from "#main/domain/aging/aging.ts";
import { type DecimalString, sumDecimals } from "#shared/kernel/decimal.ts";
import { compareText } from "#shared/kernel/lists.ts";
import { type SpendBySeries, type SpendEntry, type SpendSeries, spendSeries } from "./spend.ts";

/** The contact a record belongs to after merges (rule 22), with its name. */
export type KeptParty = (party: NamedParty) => NamedParty;

/**
 * An aging whose rows are those of kept parties. Only rows are added up, so every total, gap and
 * tie-out of the aging holds for it unchanged.
 */
export function foldAging<A extends Pick<Aging, "rows" | "unappliedCash">>(aging: A, kept: KeptParty): A {
  return {
    ...aging,
    rows: folded(aging.rows, kept, ({ currency }) => currency, foldRow),
    unappliedCash: folded(aging.unappliedCash, kept, ({ currency, kind }) => `${currency} ${kind}`, foldCash),
  };
}

/** The spend series by party, rows of kept parties; a grouping that is not by party comes back as it was. */
export function foldSpend(series: SpendBySeries, kept: KeptParty): SpendBySeries {
  return {
    accrued: foldSeries(series.accrued, kept),
    booked: foldSeries(series.booked, kept),
    committed: { ...foldSeries(series.committed, kept), billedUnknown: series.committed.billedUnknown },
  };
}

function foldSeries(series: SpendSeries, kept: KeptParty): SpendSeries {
  const entries = series.rows.flatMap((row): SpendEntry[] => {
    if (!("party" in row)) return [];
    const party = row.party === null ? null : kept(row.party);
    return [{ date: `${row.month}-01` as SpendEntry["date"], currency: row.currency, group: { party }, net: row.net }];
  });
  return entries.length === series.rows.length ? spendSeries(series.contains, entries) : series;
}

function folded<Row extends { readonly party: NamedParty | null }>(
  rows: readonly Row[],
  kept: KeptParty,
  keyOf: (row: Row) => string,
  fold: (first: Row, group: readonly Row[]) => Row,
): Row[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const own = row.party === null ? row : { ...row, party: kept(row.party) };
    const key = `${own.party?.id ?? ""} ${keyOf(own)}`;
    groups.set(key, [...(groups.get(key) ?? []), own]);
  }
  return [...groups.values()]
    .map((group) => fold(group[0] as Row, group))
    .sort((a, b) => compareText(sortKey(a, keyOf), sortKey(b, keyOf)));
}

function foldRow(first: AgingRow, group: readonly AgingRow[]): AgingRow {
  const buckets = Object.fromEntries(AGING_BUCKETS.map((bucket) => [bucket, sumDecimals(group.map((row) => row[bucket]))]));
  return { ...first, ...buckets, outstanding: sumDecimals(group.map((row) => row.outstanding)), ...counted(group) };
}

function foldCash(first: UnappliedCashRow, group: readonly UnappliedCashRow[]): UnappliedCashRow {
  return { ...first, amount: sumDecimals(group.map((row) => row.amount)), ...counted(group) };
}

function counted(group: readonly { readonly base: DecimalString | null; readonly documents: number }[]) {
  const bases = group.flatMap(({ base }) => (base === null ? [] : [base]));
  return {
    base: bases.length === group.length ? sumDecimals(bases) : null,
    documents: group.reduce((sum, { documents }) => sum + documents, 0),
  };
}

function sortKey<Row extends { readonly party: NamedParty | null }>(row: Row, keyOf: (row: Row) => string): string {
  return `${row.party?.name ?? ""}\u0000${row.party?.id ?? ""}\u0000${keyOf(row)}`;
}
