import { monthStart } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, sumDecimals } from "#shared/kernel/decimal.ts";
import { t } from "../../language/t.ts";
import { type ChartData, reachOf } from "../../ui/charts/chart-places.ts";
import { namedMonth } from "../../ui/charts/month-groups.ts";
import { SERIES_LABELS } from "./spend-labels.ts";
import { SERIES, type SeriesName, type Spend } from "./spend-rows.ts";

/** How many contacts or accounts are shown separately; the rest is combined. */
const TOP = 3;
/** The look of all others together, after those of contacts and accounts. */
const OTHERS = 5;

type Row = Spend["series"][SeriesName]["rows"][number];

/**
 * What a series comes to month by month, by its largest contacts or accounts, for each currency that it has, the base
 * currency first; months without anything are nothing and not left out.
 */
export function spendCharts(
  spend: Spend,
  name: SeriesName,
  baseCurrency: string | null,
): readonly ({ readonly currency: string } & ChartData)[] {
  const { rows, totals } = spend.series[name];
  // Grouped by dimension, a document with two dimensions is in the rows twice.
  if (spend.by === "dimension") return [];
  const months = monthsOf(spend);
  const groups = months.map((month) => ({ key: month, ...namedMonth(month, spend) }));
  return baseFirst(totals, baseCurrency).map(({ currency }) => {
    const own = rows.filter((row) => row.currency === currency);
    const split = spend.by === "total" ? [{ key: null, name: SERIES_LABELS[name], rows: own }] : largest(own);
    const looks = spend.by === "total" ? [] : looksOf(spend, currency, name);
    return {
      currency,
      groups,
      stacked: true,
      series: split.map((part, at) => ({
        name: part.name,
        look: looks[at] ?? at,
        amounts: months.map((month) => sumOf(part.rows.filter((row) => row.month === month))),
      })),
    };
  });
}

/** The least share of a common axis at which columns can still be compared with each other. */
const SHARE_COMPARED = 0.2;

/**
 * How far the axis of each of the charts beside each other reaches, by currency: as far in all of them, so that heights can be
 * compared; null where that would flatten one of them, so that each has a scale of its own.
 */
export function commonReach(charts: readonly ({ readonly currency: string } & ChartData)[]): ReadonlyMap<string, readonly number[] | null> {
  return new Map(
    [...Map.groupBy(charts, ({ currency }) => currency)].map(([currency, own]) => {
      const ends = own.map(reachOf).filter(([low, high]) => high > low);
      const [least, most] = [Math.min(0, ...ends.map(([low]) => low)), Math.max(0, ...ends.map(([, high]) => high))];
      const isCompared = ends.every(([low, high]) => high - low >= (most - least) * SHARE_COMPARED);
      return [currency, isCompared ? [least, most] : null] as const;
    }),
  );
}

/** The books are kept in the base currency, and most of what is spent is in it: it is drawn and named before the others. */
export function baseFirst<Line extends { readonly currency: string }>(
  lines: readonly Line[],
  baseCurrency: string | null,
): readonly Line[] {
  const isBase = ({ currency }: Line) => currency === baseCurrency;
  return [...lines.filter(isBase), ...lines.filter((line) => !isBase(line))];
}

/** What a chart shows separately; its key is null where it is several of them. */
interface Part {
  readonly key: string | null;
  readonly name: string;
  readonly rows: readonly Row[];
}

/** The look of each part of a chart: who is in several charts of a currency looks the same in all, and others are always the last look. */
function looksOf(spend: Spend, currency: string, wanted: SeriesName): readonly number[] {
  const known = new Map<string, number>();
  for (const name of SERIES) {
    const parts = largest(spend.series[name].rows.filter((row) => row.currency === currency));
    const isKnown = ({ key }: Part) => key === null || known.has(key);
    const looks = new Map<Part, number>();
    const free = () => [...Array(OTHERS + 1).keys()].filter((look) => ![...looks.values()].includes(look));
    for (const part of [...parts.filter(isKnown), ...parts.filter((part) => !isKnown(part))]) {
      const own = part.key === null ? OTHERS : known.get(part.key);
      const taken = [...known.values(), OTHERS];
      const look =
        free().find((one) => one === own) ?? free().find((one) => !taken.includes(one)) ?? free().findLast((one) => one < OTHERS);
      looks.set(part, look ?? OTHERS);
      if (part.key !== null && !known.has(part.key)) known.set(part.key, look ?? OTHERS);
    }
    if (name === wanted) return parts.map((part) => looks.get(part) ?? OTHERS);
  }
  return [];
}

/** The largest contacts or accounts, and all others as one. */
function largest(rows: readonly Row[]): readonly Part[] {
  const found = new Map<string, { key: string; name: string; rows: Row[] }>();
  for (const row of rows) {
    const of = row.party ?? row.account ?? null;
    const key = of?.id ?? "";
    const known = found.get(key) ?? { key, name: of?.name ?? (row.account === undefined ? t("No vendor") : t("No account")), rows: [] };
    known.rows.push(row);
    found.set(key, known);
  }
  // These numbers only determine the order.
  const ranked = [...found.values()].sort((a, b) => Number(sumOf(b.rows)) - Number(sumOf(a.rows)));
  const rest = ranked.slice(TOP);
  return rest.length < 2
    ? ranked
    : [...ranked.slice(0, TOP), { key: null, name: t("{count} others", { count: rest.length }), rows: rest.flatMap((one) => one.rows) }];
}

function sumOf(rows: readonly Row[]): DecimalString {
  return rows.length === 0 ? ("0" as DecimalString) : sumDecimals(rows.map(({ net }) => net));
}

function monthsOf({ from, to }: Spend): readonly string[] {
  const months: string[] = [];
  for (let day = monthStart(from); day <= to; day = monthStart(day, 1)) months.push(day.slice(0, 7));
  return months;
}
