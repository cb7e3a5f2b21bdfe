/** The currency that all amounts are in; null where there are several, or none. */
export function onlyCurrency(currencies: Iterable<string | null>): string | null {
  const named = [...currencies].flatMap((currency) => (currency === null || currency === "" ? [] : [currency]));
  const [only, ...others] = new Set(named);
  return others.length === 0 ? (only ?? null) : null;
}

/** Columns without that of the currency, where there is only one: it's named once, above the table. */
export function withoutCurrency<One extends { readonly id: string }>(columns: readonly One[], only: string | null): readonly One[] {
  return only === null ? columns : columns.filter(({ id }) => id !== "currency");
}
