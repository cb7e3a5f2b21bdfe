/** Indexes of a row and a column that belong together. */
export type Aligned = readonly [row: number, column: number];

/**
 * Pairs rows with columns, both in order of their days, so that no two pairs cross: of two equal payments to one vendor the
 * earlier one clears first. The cheapest set of pairs wins, where leaving a row and a column alone costs `alone`.
 * @param costOf the cost of a pair; null when the two can't belong together
 */
export function alignInOrder(
  rows: number,
  columns: number,
  costOf: (row: number, column: number) => number | null,
  alone: number,
): Aligned[] {
  const width = columns + 1;
  // What the rows and columns so far save, compared with leaving all of them alone.
  const saved = new Float64Array((rows + 1) * width);
  const paired = new Uint8Array((rows + 1) * width);
  for (let row = 1; row <= rows; row++) {
    for (let column = 1; column <= columns; column++) {
      const at = row * width + column;
      const without = Math.max(saved[at - width] as number, saved[at - 1] as number);
      const cost = costOf(row - 1, column - 1);
      const gain = cost === null || cost >= alone ? -1 : (saved[at - width - 1] as number) + alone - cost;
      saved[at] = Math.max(without, gain);
      paired[at] = gain > without ? 1 : 0;
    }
  }
  const found: Aligned[] = [];
  for (let row = rows, column = columns; row > 0 && column > 0; ) {
    const at = row * width + column;
    if (paired[at] === 1) found.push([--row, --column]);
    else if (saved[at] === saved[at - width]) row--;
    else column--;
  }
  return found.reverse();
}
