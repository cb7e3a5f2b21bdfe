import type { Write } from "#main/pack/archive/zip-writer.ts";
import type { Sheet } from "#main/pack/workbook/sheet.ts";
import { writeWorkbook } from "#main/pack/workbook/workbook.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { dayName } from "#shared/kernel/readable.ts";
import { cellText, csvHeader, csvLine } from "./csv.ts";
import type { Row, Table } from "./tables.ts";

export const TABLE_FORMATS = ["csv", "xlsx", "ndjson"] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

/** A table to write. `records` starts over each time it is called, because a workbook reads its rows twice. */
export interface TableToWrite {
  readonly name: string;
  readonly table: Table;
  readonly records: () => AsyncIterable<readonly object[]>;
  readonly day: CalendarDate;
}

/** Writes a table of a client page by page. @returns its rows */
export async function writeTable(write: Write, format: TableFormat, { name, table, records, day }: TableToWrite): Promise<number> {
  async function* rows(): AsyncGenerator<Row> {
    for await (const page of records()) for (const record of page) yield* table.rows?.(record as Row) ?? [record as Row];
  }
  if (format === "xlsx") {
    const sheet = sheetOf(name, table, rows);
    const title = sheet.title;
    return (await writeWorkbook(write, { title, subject: `Exported ${dayName(day)}`, stamps: [], sheets: [sheet], day })).rows;
  }
  let count = 0;
  if (format === "csv") await write(csvHeader(table.columns));
  for await (const row of rows()) {
    count++;
    await write(format === "csv" ? csvLine(table.columns, row) : `${JSON.stringify(row)}\n`);
  }
  return count;
}

function sheetOf(name: string, { columns }: Table, rows: () => AsyncIterable<Row>): Sheet {
  const currencyColumn = columns.findIndex((column) => column.name === "currency");
  return {
    ref: "1",
    title: name.charAt(0).toUpperCase() + name.slice(1),
    source: "From Tieout's local copy",
    notes: [],
    currency: null,
    ...(currencyColumn < 0 ? {} : { currencyColumn }),
    columns: columns.map((column) => ({ title: column.name, kind: column.kind })),
    rows: async function* () {
      for await (const row of rows())
        yield { cells: columns.map((column) => (column.of(row) === undefined ? null : cellText(column, row))) };
    },
    status: "",
    open: 0,
  };
}
