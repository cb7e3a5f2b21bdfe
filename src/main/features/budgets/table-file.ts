import type { ApiContext } from "#main/api/context.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/** The cells of a CSV file, or of the first sheet of a workbook. */
export async function tableOf({ readTable }: ApiContext, bytes: Uint8Array): Promise<Result<readonly (readonly string[])[], Failure>> {
  if (readTable === undefined) return fail({ code: "not_supported", message: "Files can't be imported here." });
  try {
    return ok(await readTable(bytes));
  } catch (error) {
    return fail({
      code: "invalid_input",
      message: "Tieout can't read this file as a CSV file or Excel workbook.",
      field: "file",
      next: "Save it as an Excel workbook (.xlsx) or a CSV file, then choose that file.",
      detail: error instanceof Error ? error.message : String(error),
    });
  }
}
