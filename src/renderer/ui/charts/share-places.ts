import type { DecimalString } from "#shared/kernel/decimal.ts";

interface SharePlace {
  /** Where the part begins and how much it takes, of 1. */
  readonly from: number;
  readonly share: number;
  /** With one decimal; null where there is no whole. */
  readonly percent: string | null;
}

/** Where each part of a bar is drawn. What is below zero takes no room: a bar can't show it, the list does. */
export function sharePlaces(amounts: readonly DecimalString[]): readonly SharePlace[] {
  // Shares of a picture only: the figures that are read keep every digit.
  const sizes = amounts.map((amount) => Math.max(0, Number(amount)));
  const whole = sizes.reduce((sum, size) => sum + size, 0);
  let from = 0;
  return sizes.map((size) => {
    const share = whole === 0 ? 0 : size / whole;
    const place = { from, share, percent: size === 0 ? null : (share * 100).toFixed(1) };
    from += share;
    return place;
  });
}

/** The part under a point of the bar, which is 1 long. */
export function partAt(places: readonly SharePlace[], at: number): number | null {
  const found = places.findIndex(({ from, share }) => share > 0 && at < from + share);
  const last = places.findLastIndex(({ share }) => share > 0);
  return found >= 0 ? found : last >= 0 ? last : null;
}
