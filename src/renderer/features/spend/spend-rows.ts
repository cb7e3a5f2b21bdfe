import type { OperationOutput } from "#main/operations/collection.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import { formatPeriod } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";

export type Spend = OperationOutput<"reports.spend">;
export type SeriesName = keyof Spend["series"];
type SpendRow = Spend["series"]["accrued"]["rows"][number];

/** The three series in their order. Rule 5: they are shown side by side and never added up. */
export const SERIES: readonly SeriesName[] = ["accrued", "booked", "committed"];

/** A line: a month as a heading, or one group of a month in one currency, with a figure for each series that has one. */
export interface SpendLine {
  readonly key: string;
  readonly kind: "month" | "figures" | "total";
  readonly month: string;
  readonly label: string;
  readonly currency: string;
  readonly figures: Readonly<Partial<Record<SeriesName, DecimalString>>>;
  /** What the line is grouped by; the id is null for spend without a group. */
  readonly group: SpendGroup | null;
}

export type SpendGroup =
  | { readonly by: "account"; readonly id: string | null }
  | { readonly by: "party"; readonly id: string | null }
  | { readonly by: "dimension"; readonly id: string; readonly valueId: string | null };

/** Months, newest first; in each, groups by name with "none" last, and the base currency first. */
export function spendLines({ series, by }: Pick<Spend, "series" | "by">, baseCurrency: string | null = null): SpendLine[] {
  const lines = [...gathered(series).values()].sort((a, b) => byPlace(a, b) || byCurrency(a, b, baseCurrency));
  if (by === "total") return lines;
  return lines.flatMap((line, index) => (line.month === lines[index - 1]?.month ? [line] : [monthHead(line.month), line]));
}

function gathered(series: Spend["series"]): ReadonlyMap<string, SpendLine> {
  const lines = new Map<string, SpendLine>();
  for (const name of SERIES) {
    for (const row of series[name].rows) {
      const line = lineOf(row);
      const known = lines.get(line.key);
      lines.set(line.key, { ...line, figures: { ...known?.figures, [name]: row.net } });
    }
  }
  return lines;
}

function lineOf(row: SpendRow): SpendLine {
  const { month, currency } = row;
  const group = groupOf(row);
  const key = JSON.stringify([month, currency, group]);
  return { key, kind: "figures", month, label: labelOf(row), currency, figures: {}, group };
}

function groupOf({ account, party, dimension, value }: SpendRow): SpendGroup | null {
  if (account !== undefined) return { by: "account", id: account?.id ?? null };
  if (party !== undefined) return { by: "party", id: party?.id ?? null };
  return dimension === undefined ? null : { by: "dimension", id: dimension.id, valueId: value?.id ?? null };
}

function labelOf({ month, account, party, dimension, value }: SpendRow): string {
  if (account !== undefined) return account?.name ?? t("No account");
  if (party !== undefined) return party?.name ?? t("No vendor");
  return dimension === undefined ? formatPeriod(month) : `${dimension.name}: ${value?.name ?? t("none")}`;
}

function byPlace(a: SpendLine, b: SpendLine): number {
  return b.month.localeCompare(a.month) || Number(isNone(a.group)) - Number(isNone(b.group)) || a.label.localeCompare(b.label);
}

function byCurrency(a: SpendLine, b: SpendLine, baseCurrency: string | null): number {
  return Number(b.currency === baseCurrency) - Number(a.currency === baseCurrency) || a.currency.localeCompare(b.currency);
}

/** A dimension's "none" stays with its dimension: only spend without any account or contact goes last. */
function isNone(group: SpendGroup | null): boolean {
  return group !== null && group.by !== "dimension" && group.id === null;
}

function monthHead(month: string): SpendLine {
  return { key: `month|${month}`, kind: "month", month, label: formatPeriod(month), currency: "", figures: {}, group: null };
}

/** Totals of each series separately, by currency; by dimension, each dimension has its own totals. */
export function spendTotals({ series }: Pick<Spend, "series">, baseCurrency: string | null = null): SpendLine[] {
  const lines = new Map<string, SpendLine>();
  for (const name of SERIES) {
    for (const { dimension, currency, net } of series[name].totals) {
      const key = JSON.stringify(["total", dimension?.id ?? null, currency]);
      const label = dimension === undefined ? t("Total") : t("Total, {name}", { name: dimension.name });
      const known = lines.get(key);
      lines.set(key, { key, kind: "total", month: "", label, currency, figures: { ...known?.figures, [name]: net }, group: null });
    }
  }
  return [...lines.values()].sort((a, b) => a.label.localeCompare(b.label) || byCurrency(a, b, baseCurrency));
}
