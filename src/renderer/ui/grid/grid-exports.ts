import { useEffect, useRef } from "react";
import { create } from "zustand";
import { formatCount } from "../../format/amounts/amount.ts";
import { t } from "../../language/t.ts";
import type { DataGridProps } from "./grid-types.ts";
import { saveFile } from "./save-file.ts";
import { csvText, type TableFormat, workbookBytes } from "./table-export.ts";

const TYPES: Readonly<Record<TableFormat, string>> = {
  csv: "text/csv;charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/** What a file of a table is made of. */
export type ExportedRows<Row> = Pick<DataGridProps<Row>, "label" | "columns" | "rowCount" | "rowAt" | "readRows" | "footer">;

/** Exports what the grid shows: its columns, filter and order, all rows. @returns how many rows; null where the file wasn't saved */
export async function exportGrid<Row>(props: ExportedRows<Row>, format: TableFormat): Promise<number | null> {
  const last = props.rowCount - 1;
  const rows = props.readRows === undefined ? rowsOf(props, last) : await props.readRows(0, last);
  const all = [...rows, ...(props.footer ?? [])];
  const content = format === "csv" ? csvText(all, props.columns) : await workbookBytes(props.label, all, props.columns);
  const outcome = await saveFile(`${props.label.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}.${format}`, content, TYPES[format]);
  return outcome === "saved" ? rows.length : null;
}

/** The outcome of an export as text. */
export function exportOutcome(written: Promise<number | null>): Promise<string> {
  return written.then(
    (rows) =>
      rows === null
        ? t("Not exported")
        : t("{count, plural, one {1 row exported} other {{rows} rows exported}}", { count: rows, rows: formatCount(rows) }),
    (error: unknown) => t("Not exported: {error}", { error: error instanceof Error ? error.message : String(error) }),
  );
}

function rowsOf<Row>({ rowAt }: ExportedRows<Row>, last: number): readonly Row[] {
  return Array.from({ length: last + 1 }, (_, index) => rowAt(index)).filter((row) => row !== undefined);
}

interface ShownGrid {
  readonly label: string;
  readonly write: (format: TableFormat) => Promise<number | null>;
}

/** The tables on the screen, for the export button. */
export const useShownGrids = create<{ readonly grids: readonly ShownGrid[] }>(() => ({ grids: [] }));

/** Whether a file of a table would hold anything: not without rows, nor while its rows are being read. */
export function hasRows<Row>({ rowCount, rowAt, busy = false }: Pick<DataGridProps<Row>, "rowCount" | "rowAt" | "busy">): boolean {
  return rowCount > 0 && !(busy && rowAt(0) === undefined);
}

/** Lets the screen's Export button export this table while it is shown and has rows. */
export function useShownGrid<Row>(props: ExportedRows<Row> & Pick<DataGridProps<Row>, "busy">): void {
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const { label } = props;
  const isFull = hasRows(props);
  useEffect(() => {
    if (!isFull) return undefined;
    const own: ShownGrid = { label, write: (format) => exportGrid(latest.current, format) };
    useShownGrids.setState(({ grids }) => ({ grids: [...grids, own] }));
    return () => useShownGrids.setState(({ grids }) => ({ grids: grids.filter((other) => other !== own) }));
  }, [label, isFull]);
}
