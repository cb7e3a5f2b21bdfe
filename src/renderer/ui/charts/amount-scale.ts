import { scaleLinear } from "@visx/scale";
import { signed, userLocale } from "../../format/amounts/amount.ts";

/** A scale of amounts from a common zero: heights in pixels, and the lines that an axis shows. */
export interface AmountScale {
  /** The height of an amount from the top. */
  readonly y: (amount: number) => number;
  readonly zero: number;
  readonly ticks: readonly { readonly y: number; readonly label: string }[];
}

/** A scale whose ends are round figures. `top` and `bottom` are where it may draw; amounts only measure pixels here. */
export function amountScale(amounts: readonly number[], top: number, bottom: number, ticks = 3, locale = userLocale()): AmountScale {
  const least = Math.min(0, ...amounts);
  const most = Math.max(0, ...amounts);
  const scale = scaleLinear({ domain: [least, least === most ? 1 : most], range: [bottom, top] });
  scale.nice(ticks);
  const words = new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1, numberingSystem: "latn" });
  // Below zero as the table below writes it.
  const labelOf = (amount: number) => signed(String(amount), words.format(Math.abs(amount)));
  return {
    y: (amount) => scale(amount),
    zero: scale(0),
    // Without anything there is nothing to measure: the line of zero alone.
    ticks: (least === most ? [0] : scale.ticks(ticks)).map((amount) => ({ y: scale(amount), label: labelOf(amount) })),
  };
}
