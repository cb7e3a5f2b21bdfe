/** The currency that all amounts are in; null where there are several, or none. */
export function onlyCurrency(currencies: Iterable<string | null>): string | null {
  const named = [...currencies].flatMap((currency) => (currency === null || currency === "" ? [] : [currency]));
  const [only, ...others] = new Set(named);
  return others.length === 0 ? (only ?? null) : null;
}

/** The currency that the head of figures names: where there are no lines, there aren't several currencies either, so that of the books. */
export function headCurrency(only: string | null, lines: number, base: string | null): string | null {
  return only ?? (lines === 0 ? base : null);
}

/** Columns without that of the currency, where there is only one: it's named once, above the table. */
export function withoutCurrency<One extends { readonly id: string }>(columns: readonly One[], only: string | null): readonly One[] {
  return only === null ? columns : columns.filter(({ id }) => id !== "currency");
}
