/**
 * The width in px that a column's content needs, header included, by its id; that of its header alone, by `headKey`; and what each of
 * them needs where the column is the last one, by `lastKey`.
 */
export type ColumnNeeds = Readonly<Record<string, number>>;

export function headKey(id: string): string {
  return `head ${id}`;
}

export function lastKey(key: string): string {
  return `last ${key}`;
}

/** Space in the last column for the button in the grid's corner, in addition to the cell's padding, in px. */
export const CORNER = 27;

/**
 * What columns need where they are. The last one has the room for the button as well: counted in a column that others follow,
 * the room would be taken twice, and a column would go that fits.
 */
export function needsInPlace(columns: readonly { readonly id: string }[], needs: ColumnNeeds): ColumnNeeds {
  const last = columns.at(-1)?.id;
  return Object.fromEntries(
    columns.flatMap(({ id }) =>
      [id, headKey(id)].flatMap((key) => {
        const among = needs[key];
        const atEnd = needs[lastKey(key)];
        if (atEnd === undefined) return among === undefined ? [] : [[key, among]];
        return [[key, Math.max(among ?? 0, id === last ? atEnd : atEnd - CORNER)]];
      }),
    ),
  );
}
