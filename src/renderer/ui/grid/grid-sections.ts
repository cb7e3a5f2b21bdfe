import type { Column, GridSort } from "./grid-types.ts";
import { byOrders } from "./state/grid-sorting.ts";

/** What a line of a list is: a row of its own, the name above rows, or a sum below or above some. */
export type LineKind = "row" | "head" | "total";

/** How lines of a list belong together. */
export interface LineRules<Row> {
  /** Left out where every line is a row. */
  readonly kindOf?: ((row: Row) => LineKind) | undefined;
  /** Lines that stand together, as those of one party in several currencies; null for a line of its own. */
  readonly familyOf?: ((row: Row) => string | null) | undefined;
}

/**
 * The lines that match, in the order asked for. Rows are sorted within the part that heads and totals enclose, families stay
 * together. While only some rows are shown, totals stand for rows that are not, so they are left out, as heads without rows are.
 */
export function shownLines<Row>(
  lines: readonly Row[],
  columns: readonly Column<Row>[],
  orders: readonly GridSort[],
  matches: ((row: Row) => boolean) | null,
  rules: LineRules<Row> = {},
): readonly Row[] {
  if (orders.length === 0 && matches === null) return lines;
  const compare = orders.length === 0 ? null : byOrders(orders, columns);
  const shown: Row[] = [];
  for (const part of partsOf(lines, rules)) {
    const rows = matches === null ? part.rows : part.rows.filter((family) => family.some(matches));
    const sorted = compare === null ? rows : sortedFamilies(rows, compare);
    if (part.edge !== null && (matches === null || (part.edge.kind === "head" && rows.length > 0))) shown.push(part.edge.line);
    shown.push(...sorted.flat());
  }
  return shown;
}

/** A line that begins a part, and the families of rows behind it. */
interface Part<Row> {
  readonly edge: { readonly line: Row; readonly kind: LineKind } | null;
  readonly rows: Row[][];
}

function partsOf<Row>(lines: readonly Row[], { kindOf, familyOf }: LineRules<Row>): readonly Part<Row>[] {
  const parts: Part<Row>[] = [{ edge: null, rows: [] }];
  let family: string | null = null;
  for (const line of lines) {
    const kind = kindOf?.(line) ?? "row";
    if (kind !== "row") {
      parts.push({ edge: { line, kind }, rows: [] });
      family = null;
      continue;
    }
    const { rows } = parts.at(-1) as Part<Row>;
    const own = familyOf?.(line) ?? null;
    if (own !== null && own === family) rows.at(-1)?.push(line);
    else rows.push([line]);
    family = own;
  }
  return parts;
}

/** Families by the line of each that would stand first; the lines of one keep their order. */
function sortedFamilies<Row>(families: readonly Row[][], compare: (a: Row, b: Row) => number): readonly Row[][] {
  return families
    .map((lines) => ({ lines, best: lines.reduce((best, line) => (compare(line, best) < 0 ? line : best)) }))
    .sort((a, b) => compare(a.best, b.best))
    .map(({ lines }) => lines);
}
