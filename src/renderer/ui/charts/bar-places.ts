import type { DecimalString } from "#shared/kernel/decimal.ts";
import { type ChartData, reachOf } from "./chart-places.ts";

interface BarPlace {
  /** Where it begins and how long it is, in percent of the room of a bar. */
  readonly from: number;
  readonly length: number;
}

export interface BarPlaces {
  /** Where zero is, in percent: at the beginning, unless an amount is negative. */
  readonly zero: number;
  /** The bar of each series and group; null where there is nothing to draw. */
  readonly bars: readonly (readonly (BarPlace | null)[])[];
}

/** Where bars are that show amounts on one scale, so that they compare across groups and across series. */
export function barPlaces(data: Pick<ChartData, "groups" | "series">): BarPlaces {
  const [least, most] = reachOf(data);
  const reach = most - least || 1;
  const at = (size: number) => ((size - least) / reach) * 100;
  const zero = at(0);
  const placeOf = (amount: DecimalString | null | undefined): BarPlace | null => {
    const size = Number(amount ?? "0");
    if (size === 0) return null;
    return { from: Math.min(zero, at(size)), length: Math.abs(at(size) - zero) };
  };
  return { zero, bars: data.series.map(({ amounts }) => data.groups.map((_, group) => placeOf(amounts[group]))) };
}
