import type { ApiContext } from "#main/api/context.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/** The cells of a CSV file, or of the first sheet of a workbook. */
export async function tableOf({ readTable }: ApiContext, bytes: Uint8Array): Promise<Result<readonly (readonly string[])[], Failure>> {
  if (readTable === undefined)
    return fail({ code: "not_supported", message: "CSV files and workbooks can't be imported in this version of Tieout." });
  try {
    return ok(await readTable(bytes));
  } catch (error) {
    return fail({
      code: "invalid_input",
      message: "Tieout can't read this file as a CSV file or Excel workbook.",
      field: "file",
      next: "Save it as an Excel workbook (.xlsx) or a CSV file, then choose the saved file.",
      detail: error instanceof Error ? error.message : String(error),
    });
  }
}
