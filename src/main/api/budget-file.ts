import { parseCsv } from "hucre/csv";
import { readXlsx } from "hucre/xlsx";
import { type BudgetRow, readBudgetTable } from "#main/domain/budget-table.ts";
import { fail, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";

const ROWS_MAX = 20_000;
// A workbook is a ZIP archive.
const ZIP = [0x50, 0x4b];

/** Reads a budget from a CSV file or from the first sheet of a workbook, told apart by their bytes. */
export async function readBudgetFile(bytes: Uint8Array): Promise<Result<readonly BudgetRow[], Failure>> {
  let cells: unknown[][];
  try {
    cells = ZIP.every((byte, at) => bytes[at] === byte) ? await sheetOf(bytes) : parseCsv(new TextDecoder("utf-8").decode(bytes));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fail({ code: "invalid_input", message: `The file can not be read as a CSV or a workbook: ${reason}`, field: "file" });
  }
  if (cells.length > ROWS_MAX) return fail({ code: "invalid_input", message: `A budget has at most ${ROWS_MAX} rows.`, field: "file" });
  return readBudgetTable(cells.map((row) => row.map(cellText)));
}

async function sheetOf(bytes: Uint8Array): Promise<unknown[][]> {
  const workbook = await readXlsx(bytes, { sheets: [0] });
  return workbook.sheets[0]?.rows ?? [];
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return "";
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell);
}
