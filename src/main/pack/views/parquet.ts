import type { SchemaElement } from "hyparquet-writer";
import type { WritePiece } from "#main/files/write-whole.ts";
import type { ViewAbout, ViewColumnKind } from "#shared/contract/reports/open-data.ts";
import type { ViewRow, ViewValue } from "./view-rows.ts";

/** So many rows are in memory at a time. */
const ROWS_AT_ONCE = 20_000;
const DAY_MS = 86_400_000;

/**
 * Writes rows of a view as Parquet: dates as DATE, integers as INT64, everything else as text. Amounts are the digits that the ledger
 * sent; the columns that end in `_scaled` have them as integers to add up. What each column holds is in the file's metadata.
 * @returns the rows written
 */
export async function writeParquet(write: WritePiece, view: ViewAbout, rows: AsyncIterable<ViewRow>): Promise<number> {
  // Loaded when somebody writes Parquet and not before.
  const library = await import("hyparquet-writer");
  const pending = new library.ByteWriter();
  const flush = async () => {
    const bytes = pending.getBytes().slice();
    pending.index = 0;
    await write(bytes);
  };
  const writer = Object.assign(pending, { flush });
  let count = 0;
  async function* records(): AsyncGenerator<object> {
    for await (const row of rows) {
      count++;
      yield Object.fromEntries(view.columns.map(({ name, kind }, at) => [name, parquetValue(kind, row[at] ?? null)]));
    }
  }
  const schema: SchemaElement[] = [
    { name: "root", num_children: view.columns.length },
    ...view.columns.map(({ name, kind }) => ({ name, repetition_type: "OPTIONAL" as const, ...TYPES[kind] })),
  ];
  await library.parquetWriteRows({
    writer,
    rows: records(),
    columns: view.columns.map(({ name }) => ({ name })),
    schema,
    rowGroupSize: ROWS_AT_ONCE,
    kvMetadata: [{ key: "about", value: view.about }, ...view.columns.map(({ name, about }) => ({ key: `column.${name}`, value: about }))],
    createdBy: "Tieout",
  });
  await flush();
  return count;
}

const TEXT = { type: "BYTE_ARRAY", converted_type: "UTF8" } as const;
const TYPES: Readonly<Record<ViewColumnKind, Pick<SchemaElement, "type" | "converted_type">>> = {
  text: TEXT,
  amount: TEXT,
  integer: { type: "INT64" },
  date: { type: "INT32", converted_type: "DATE" },
};

function parquetValue(kind: ViewColumnKind, value: ViewValue): unknown {
  if (value === null) return null;
  if (kind === "integer") return typeof value === "bigint" ? value : BigInt(value);
  if (kind !== "date") return String(value);
  return new Date(Math.trunc(Date.parse(`${value}T00:00:00Z`) / DAY_MS) * DAY_MS);
}
