import { scaleBand } from "@visx/scale";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import { amountScale } from "./amount-scale.ts";

/** A group on the axis, with its short and its full name. */
export interface ChartGroup {
  readonly key: string;
  readonly short: string;
  /** The short name with its year. */
  readonly dated?: string;
  readonly long: string;
  /** It isn't over yet, or is cut short, so its figures are a part only: they are drawn lighter. Its names say so. */
  readonly partial?: boolean;
}

/** One figure per group; null is unknown and draws nothing. */
export interface ChartSeries {
  readonly name: string;
  readonly amounts: readonly (DecimalString | null)[];
  /** A line through the groups instead of columns. */
  readonly line?: boolean;
  /** Which of the looks it has, where another chart shows the same; its place among the series otherwise. */
  readonly look?: number;
}

export interface ChartData {
  readonly groups: readonly ChartGroup[];
  readonly series: readonly ChartSeries[];
  /** Stacks the columns of a group; otherwise they are side by side. */
  readonly stacked?: boolean;
  /** A horizontal line to compare the figures with. */
  readonly limit?: { readonly name: string; readonly amount: DecimalString };
  /** Amounts that the axis reaches in any case: the ends of the charts beside it, with which it shares its scale. */
  readonly reach?: readonly number[];
}

interface Column {
  readonly series: number;
  readonly group: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Line {
  readonly series: number;
  readonly path: string;
  /** The end of it that goes to figures of a part only. */
  readonly partial: string;
  /** All of it closed down to zero. */
  readonly area: string;
  readonly dots: readonly { readonly group: number; readonly x: number; readonly y: number }[];
}

interface Band {
  readonly x: number;
  readonly width: number;
  readonly middle: number;
  readonly labelled: boolean;
}

export interface ChartPlaces {
  readonly start: number;
  readonly end: number;
  readonly zero: number;
  readonly ticks: readonly { readonly y: number; readonly label: string }[];
  /** A group's share of the width, for the pointer and the highlight. */
  readonly bands: readonly Band[];
  readonly columns: readonly Column[];
  readonly lines: readonly Line[];
  readonly limitAt: number | null;
}

const HEAD = 8;
const FOOT = 20;
/** The most that a character of the axis needs on average, in px: a minus sign is wider than a digit. */
const LETTER = 7.4;
/** How much more than that an "M" needs: beside one or two digits, as in "2M", nothing narrower makes up for it. */
const WIDER = 4;
const COLUMN_MAX = 36;
/** The most that columns of a group are apart from those of the next: a few groups across a wide screen would be pictures of their own. */
const BAND_MAX = 200;
/** The least height of a column: one as high as the line of zero would be hidden by it. */
const COLUMN_LEAST = 2;
/** The share of the axis below which a column can't be told from the line of zero. */
const SHARE_SEEN = 0.015;

/** The coordinates of everything in a chart. Numbers are used for pixels only: the displayed figures keep every digit. */
export function chartPlaces(data: ChartData, width: number, height: number, locale?: string): ChartPlaces {
  const { groups, series, stacked = false, limit } = data;
  const sizes = sizesOf(data);
  const { scale, start, room, most } = axisOf(data, sizes, height, locale);
  const end = Math.min(width, most);
  const across = scaleBand({ domain: groups.map(({ key }) => key), range: [start, end] });
  const step = across.bandwidth();
  // So that labels never touch; the last group always has one.
  const every = Math.max(1, Math.ceil(room / Math.max(1, step) - 0.01));
  const bands = groups.map(({ key }, at) => {
    const x = across(key) ?? start;
    return { x, width: step, middle: x + step / 2, labelled: (groups.length - 1 - at) % every === 0 };
  });
  const begin = beginOf(sizes);
  const columns = stacked ? stackedColumns(data, sizes, bands, scale.y) : columnsBeside(columnSeries(data), sizes, bands, scale);
  return {
    ...{ start, end, zero: scale.zero, ticks: scale.ticks, bands, columns },
    lines: series.flatMap((one, at) => (one.line === true ? [lineOf(one, at, sizes[at] ?? [], groups, bands, scale, begin)] : [])),
    limitAt: limit === undefined ? null : scale.y(Number(limit.amount)),
  };
}

/** Where a chart ends in any room that is wide enough, in px: columns of a few groups before the room does, a line never. */
export function chartEnd(data: ChartData, height: number, locale?: string): number {
  return axisOf(data, sizesOf(data), height, locale).most;
}

/** What of a chart's places doesn't depend on its width. */
function axisOf(data: ChartData, sizes: readonly (readonly number[])[], height: number, locale?: string) {
  const { groups, series, stacked = false, limit } = data;
  const reach = [...(data.reach ?? []), ...(limit === undefined ? [] : [Number(limit.amount)])];
  const scale = amountScale([...extremes(data, sizes, stacked), ...reach], HEAD, height - FOOT, height < 125 ? 2 : 4, locale);
  const start = Math.ceil(Math.max(...scale.ticks.map(({ label }) => axisLabelRoom(label)))) + 8;
  const room = widestLabel(groups);
  const isLine = series.every(({ line }) => line === true);
  return { scale, start, room, most: isLine ? Number.POSITIVE_INFINITY : start + groups.length * Math.max(BAND_MAX, room) };
}

type Bands = ChartPlaces["bands"];

function sizesOf({ groups, series }: Pick<ChartData, "groups" | "series">): readonly (readonly number[])[] {
  return series.map(({ amounts }) => groups.map((_, at) => Number(amounts[at] ?? "0")));
}

/** The first group with any figure: a line along zero before it would tell of months from before the books begin. */
function beginOf(sizes: readonly (readonly number[])[]): number {
  const firsts = sizes.map((own) => own.findIndex((size) => size !== 0)).filter((at) => at >= 0);
  return firsts.length === 0 ? 0 : Math.min(...firsts);
}

/**
 * The series that are drawn as columns, by their place. One none of whose columns could be seen beside the others is left out: its gap
 * would tear the others apart, and the legend would name what nobody finds. Its figures stay in the readout and in the table.
 */
export function columnSeries(data: ChartData): readonly number[] {
  const sizes = sizesOf(data);
  const drawn = data.series.flatMap(({ line }, at) => (line === true ? [] : [at]));
  if (data.stacked === true) return drawn;
  const reach = [0, ...sizes.flat(), ...(data.limit === undefined ? [] : [Number(data.limit.amount)])];
  const least = (Math.max(...reach) - Math.min(...reach)) * SHARE_SEEN;
  const seen = drawn.filter((at) => sizes[at]?.some((size) => size !== 0 && Math.abs(size) >= least));
  return seen.length === 0 ? drawn : seen;
}

/** How far the columns and lines of a chart reach, below and above zero. */
export function reachOf(data: ChartData): readonly [number, number] {
  const all = extremes(data, sizesOf(data), data.stacked ?? false);
  return [Math.min(0, ...all), Math.max(0, ...all)];
}

function extremes({ groups, series }: ChartData, sizes: readonly (readonly number[])[], stacked: boolean): readonly number[] {
  if (!stacked) return sizes.flat();
  const inStack = sizes.filter((_, at) => series[at]?.line !== true);
  const sum = (at: number, sign: 1 | -1) =>
    inStack.reduce((total, own) => total + (Math.sign(own[at] ?? 0) === sign ? (own[at] ?? 0) : 0), 0);
  const lines = sizes.filter((_, at) => series[at]?.line === true).flat();
  return [...groups.flatMap((_, at) => [sum(at, 1), sum(at, -1)]), ...lines];
}

function axisLabelRoom(label: string): number {
  return label.length * LETTER + (label.includes("M") ? WIDER : 0);
}

/** The room that the longest label below the axis needs, with what is between it and the next. */
function widestLabel(groups: readonly ChartGroup[]): number {
  return Math.max(0, ...groups.map(({ short }) => short.length)) * LETTER + 8;
}

/** A label in the middle of its group, or ending with the picture where its end would be cut off. */
export function labelPlace({ middle }: Band, label: string, width: number): { readonly x: number; readonly textAnchor: "middle" | "end" } {
  return middle + (label.length * LETTER) / 2 > width ? { x: width, textAnchor: "end" } : { x: middle, textAnchor: "middle" };
}

function columnsBeside(
  beside: readonly number[],
  sizes: readonly (readonly number[])[],
  bands: Bands,
  { y, zero }: { readonly y: (amount: number) => number; readonly zero: number },
): Column[] {
  return bands.flatMap((band, group) => {
    const room = Math.min(band.width * 0.72, COLUMN_MAX * beside.length);
    const width = room / Math.max(1, beside.length);
    return beside.flatMap((at, place) => {
      const size = sizes[at]?.[group] ?? 0;
      if (size === 0) return [];
      const height = Math.max(COLUMN_LEAST, Math.abs(zero - y(size)));
      const x = band.middle - room / 2 + place * width;
      return [{ series: at, group, x, y: size > 0 ? zero - height : zero, width: Math.max(1, width - 1), height }];
    });
  });
}

/** Positive amounts grow upwards, negative ones downwards. */
function stackedColumns(
  { series }: ChartData,
  sizes: readonly (readonly number[])[],
  bands: Bands,
  y: (amount: number) => number,
): Column[] {
  return bands.flatMap((band, group) => {
    const width = Math.min(band.width * 0.66, COLUMN_MAX);
    const reached = { up: 0, down: 0 };
    return series.flatMap((one, at) => {
      const size = one.line === true ? 0 : (sizes[at]?.[group] ?? 0);
      if (size === 0) return [];
      const side = size > 0 ? "up" : "down";
      const from = reached[side];
      reached[side] += size;
      const [top, bottom] = [y(Math.max(from, from + size)), y(Math.min(from, from + size))];
      return [{ series: at, group, x: band.middle - width / 2, y: top, width, height: Math.max(1, bottom - top) }];
    });
  });
}

function lineOf(
  { amounts }: ChartSeries,
  series: number,
  sizes: readonly number[],
  groups: readonly ChartGroup[],
  bands: Bands,
  { y, zero }: { readonly y: (amount: number) => number; readonly zero: number },
  begin: number,
): Line {
  const dots = bands.flatMap(({ middle }, group) =>
    group < begin || amounts[group] == null ? [] : [{ group, x: tenth(middle), y: tenth(y(sizes[group] ?? 0)) }],
  );
  const pathOf = (some: typeof dots) => some.map((dot, at) => `${at === 0 ? "M" : "L"}${dot.x} ${dot.y}`).join("");
  const whole = dots.findLastIndex(({ group }) => groups[group]?.partial !== true) + 1;
  const [first] = dots;
  const last = dots.at(-1);
  const area = first === undefined || last === undefined ? "" : `${pathOf(dots)}L${last.x} ${tenth(zero)}L${first.x} ${tenth(zero)}Z`;
  const partial = whole === dots.length ? "" : pathOf(dots.slice(Math.max(0, whole - 1)));
  return { series, path: pathOf(dots.slice(0, whole)), partial, area, dots };
}

/** The group under a pointer; beyond the ends, the nearest one. */
export function groupAt(bands: Bands, x: number): number | null {
  const found = bands.findIndex((band) => x < band.x + band.width);
  return bands.length === 0 ? null : found < 0 ? bands.length - 1 : found;
}

/** The index a key moves to; null for other keys. */
export function placeAfter(key: string, from: number, count: number): number | null {
  if (count === 0) return null;
  if (key === "ArrowLeft" || key === "ArrowDown") return Math.max(0, from - 1);
  if (key === "ArrowRight" || key === "ArrowUp") return Math.min(count - 1, from + 1);
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : null;
}

function tenth(size: number): number {
  return Math.round(size * 10) / 10;
}
