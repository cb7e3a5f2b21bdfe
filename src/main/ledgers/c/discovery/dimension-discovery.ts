import type { ConnectionFacts, LedgerRequest, LedgerResponse } from "#main/ledgers/adapter.ts";
import { parseExactJson } from "#shared/kernel/json-exact.ts";
import type { Dimension } from "#shared/model/books/dimension.ts";
import type { Row as RowBytes } from "../decode.ts";
import type { DimensionSource } from "../facts.ts";
import { readAllRows } from "../key-pages.ts";
import { describeDimension, dimensionValue } from "../mappers/dimension.ts";
import { type Row, readRow, valueRow } from "../schemas.ts";
import { valueTable } from "../tables.ts";
import { probeTable, WHOLE_TABLE } from "./probes.ts";
import { discoverSegments, type Segment } from "./segments.ts";

/** Dimensions of an account, where their values live, and the value columns that are hidden. */
export interface DimensionsFound {
  readonly dimensions: readonly Dimension[];
  readonly sources: readonly DimensionSource[];
  readonly refused: Readonly<Record<string, string[]>>;
  readonly evidence: string;
}

const builtIn = [
  { id: "department", name: "Department", table: "department" },
  { id: "class", name: "Class", table: "classification" },
  { id: "location", name: "Location", table: "location" },
];

const UTF8 = new TextDecoder();

type Asking<T> = Generator<LedgerRequest, T, LedgerResponse>;

/** Finds departments, classes, locations and every custom segment with their values (rules 3 and 20). */
export function* discoverDimensions(connection: ConnectionFacts): Asking<DimensionsFound> {
  const refused: Record<string, string[]> = {};
  const sources: DimensionSource[] = [];
  const dimensions: Dimension[] = [];
  for (const { id, name, table } of builtIn) {
    const found = yield* findTable(connection, [table], refused);
    // A table that is hidden means a feature that is off: the dimension does not exist here.
    if (found !== null) sources.push({ id, name, fieldKey: id, entityType: table, table, active: true });
  }
  const { segments, evidence } = yield* discoverSegments(connection);
  for (const segment of segments) sources.push(yield* segmentSource(connection, segment, refused));
  for (const source of sources) {
    const rows = source.table === null ? [] : yield* readValues(connection, source.table, refused[source.table] ?? []);
    const values = rows.map((row) => dimensionValue(row, row.id ?? ""));
    dimensions.push(describeDimension(source, values));
  }
  const named = sources.map((source) => source.fieldKey).join(", ");
  return {
    dimensions,
    sources,
    refused,
    evidence: `${foundWords(sources.length, named)} ${evidence}`,
  };
}

function foundWords(count: number, named: string): string {
  if (count === 0) return "Tieout found no dimensions.";
  return count === 1 ? `Tieout found one dimension field: ${named}.` : `Tieout found these dimension fields: ${named}.`;
}

function* segmentSource(connection: ConnectionFacts, segment: Segment, refused: Record<string, string[]>): Asking<DimensionSource> {
  const { key, name, active } = segment;
  const table = yield* findTable(connection, segment.tables, refused);
  return { id: key, name, fieldKey: key, entityType: "customsegment", table, active };
}

/** The first table that this role can read; null when it can read none. */
function* findTable(connection: ConnectionFacts, tables: readonly string[], refused: Record<string, string[]>): Asking<string | null> {
  for (const table of tables) {
    const hidden = yield* probeTable(connection, valueTable(table));
    if (hidden.includes(WHOLE_TABLE)) continue;
    if (hidden.length > 0) refused[table] = hidden;
    return table;
  }
  return null;
}

function* readValues(connection: ConnectionFacts, table: string, refused: readonly string[]): Asking<Row[]> {
  const rows = yield* readAllRows(connection, { spec: valueTable(table), refused, conditions: [], key: ["id"] });
  return (rows ?? []).map((row) => parseRow(row, table));
}

function parseRow(row: RowBytes, table: string): Row {
  return readRow(valueRow, parseExactJson(UTF8.decode(row.bytes)), table);
}
