import { formatDay, formatPeriod } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";

/** A figure of a month (`2026-10`) or day, as decimal text. */
export interface SparkPoint {
  readonly at: string;
  readonly value: string;
}

// Heights in pixels only: the figures that are said keep every digit.
const sizesOf = (points: readonly SparkPoint[]): readonly number[] => points.map(({ value }) => Number(value));

/** A line through the points, and the position of zero if the line crosses it. */
export function trendPath(
  points: readonly SparkPoint[],
  width: number,
  height: number,
): { readonly path: string; readonly zero: number | null } {
  const sizes = sizesOf(points);
  const low = Math.min(...sizes);
  const span = Math.max(...sizes) - low;
  const y = (size: number): number => (span === 0 ? height / 2 : height - 2 - ((size - low) / span) * (height - 4));
  const step = points.length > 1 ? (width - 4) / (points.length - 1) : 0;
  const path = sizes.map((size, index) => `${index === 0 ? "M" : "L"}${tenth(2 + index * step)} ${tenth(y(size))}`).join("");
  return { path: sizes.length === 1 ? `${path}h1` : path, zero: low < 0 && low + span > 0 ? tenth(y(0)) : null };
}

interface BarPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Below zero. */
  readonly below: boolean;
}

/** Bars from a common zero; where there is something, a bar is seen. */
export function barPlaces(points: readonly SparkPoint[], width: number, height: number): readonly BarPlace[] {
  const sizes = sizesOf(points);
  const low = Math.min(0, ...sizes);
  const span = Math.max(0, ...sizes) - low;
  if (span === 0) return [];
  const zero = height - 1 + (low / span) * (height - 2);
  const step = width / Math.max(1, points.length);
  return sizes.flatMap((size, index) => {
    if (size === 0) return [];
    const tall = Math.max(1, (Math.abs(size) / span) * (height - 2));
    return [
      { x: tenth(index * step), y: tenth(size < 0 ? zero : zero - tall), width: tenth(step * 0.72), height: tenth(tall), below: size < 0 },
    ];
  });
}

/** First and last, lowest and highest in words: a line each. */
export function sparkLabel(points: readonly SparkPoint[], words: (point: SparkPoint) => string): string {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return t("None yet");
  const bySize = points.toSorted((a, b) => Number(a.value) - Number(b.value));
  const low = bySize[0] ?? first;
  const high = bySize.at(-1) ?? last;
  return [
    t("First: {figure}, {when}", { figure: words(first), when: whenOf(first) }),
    t("Last: {figure}, {when}", { figure: words(last), when: whenOf(last) }),
    t("Lowest: {figure}, {when}", { figure: words(low), when: whenOf(low) }),
    t("Highest: {figure}, {when}", { figure: words(high), when: whenOf(high) }),
  ].join("\n");
}

function whenOf({ at }: SparkPoint): string {
  return at.length === 7 ? formatPeriod(at) : formatDay(at);
}

function tenth(size: number): number {
  return Math.round(size * 10) / 10;
}
