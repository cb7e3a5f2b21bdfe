import type { Column, GridSort } from "./grid-types.ts";
import { byOrders } from "./state/grid-sorting.ts";

/** The kind of a line: a row, a heading above rows, or a total below or above them. */
export type LineKind = "row" | "head" | "total";

/** How the lines of a list belong together. */
export interface LineRules<Row> {
  /** Left out where every line is a row. */
  readonly kindOf?: ((row: Row) => LineKind) | undefined;
  /** Groups lines that stay together, such as one party's in several currencies; null for a single line. */
  readonly familyOf?: ((row: Row) => string | null) | undefined;
}

/**
 * The matching lines in the requested order. Rows are sorted within the section between headings and totals,
 * and families stay together. When only some rows are shown, totals are left out because they include hidden
 * rows; so are headings without rows.
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

/** A line that starts a section, and the families of rows after it. */
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

/** Families by the line of each that would come first; the lines of a family keep their order. */
function sortedFamilies<Row>(families: readonly Row[][], compare: (a: Row, b: Row) => number): readonly Row[][] {
  return families
    .map((lines) => ({ lines, best: lines.reduce((best, line) => (compare(line, best) < 0 ? line : best)) }))
    .sort((a, b) => compare(a.best, b.best))
    .map(({ lines }) => lines);
}
