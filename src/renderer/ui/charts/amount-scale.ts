import { scaleLinear } from "@visx/scale";
import { signed, userLocale } from "../../format/amounts/amount.ts";

/** A scale of amounts from a common zero: heights in pixels, and the lines that an axis shows. */
export interface AmountScale {
  /** The height of an amount from the top. */
  readonly y: (amount: number) => number;
  readonly zero: number;
  readonly ticks: readonly { readonly y: number; readonly label: string }[];
}

/**
 * A scale whose ends are round figures: the finest step of 1, 2 or 5 that takes hardly more than `ticks` of them, so that little is
 * blank above. On the side of zero where there is next to nothing it ends with that. `top` and `bottom` are where it may draw; amounts
 * only measure pixels here.
 */
export function amountScale(amounts: readonly number[], top: number, bottom: number, ticks = 3, locale = userLocale()): AmountScale {
  const least = Math.min(0, ...amounts);
  const most = Math.max(0, ...amounts);
  const step = stepFor(least, most, ticks + 1);
  const [low, high] = endsOf(least, most, step);
  const [first, last] = [Math.ceil(low), Math.floor(high)];
  const scale = scaleLinear({ domain: least === most ? [0, 1] : [low * step, high * step], range: [bottom, top] });
  const words = new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1, numberingSystem: "latn" });
  // Below zero as the table below writes it.
  const labelOf = (amount: number) => signed(String(amount), words.format(Math.abs(amount)));
  return {
    y: (amount) => scale(amount),
    zero: scale(0),
    // Without anything there is nothing to measure: the line of zero alone.
    ticks: (least === most ? [0] : Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step)).map((amount) => ({
      ...{ y: scale(amount), label: labelOf(amount) },
    })),
  };
}

/** The finest round step of which at most so many lie between the ends. */
function stepFor(least: number, most: number, parts: number): number {
  if (least === most) return 1;
  const power = 10 ** Math.floor(Math.log10((most - least) / parts));
  const steps = [1, 2, 5, 10, 20, 50].map((times) => times * power);
  const partsOf = (step: number): number => {
    const [low, high] = endsOf(least, most, step);
    return Math.floor(high) - Math.ceil(low);
  };
  return steps.find((step) => partsOf(step) <= parts) ?? 100 * power;
}

/** Up to this part of a step beside a higher one, amounts get no step of their own: a small loss in one month would flatten all others. */
const SLIGHT = 0.25;

/** Where the scale ends, in steps from zero. */
function endsOf(least: number, most: number, step: number): readonly [low: number, high: number] {
  const isSlight = (amount: number, other: number) => Math.abs(amount) < SLIGHT * step && Math.abs(other) > step;
  return [isSlight(least, most) ? least / step : Math.floor(least / step), isSlight(most, least) ? most / step : Math.ceil(most / step)];
}
