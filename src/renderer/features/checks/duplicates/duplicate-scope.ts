/** The pairs with a bill of the selected period, or all. */
export type DuplicateScope = "period" | "all";

/**
 * Which pairs are shown: the chosen ones, or else those of the period, and all where it has none. Null until that is known, because
 * "none" in the period would read as none at all.
 */
export function shownScope(
  chosen: DuplicateScope | null,
  ofPeriod: { readonly found: number | undefined; readonly isPending: boolean },
): DuplicateScope | null {
  if (chosen !== null) return chosen;
  if (ofPeriod.isPending) return null;
  return ofPeriod.found === 0 ? "all" : "period";
}
