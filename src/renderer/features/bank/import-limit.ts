import type { Failure } from "#shared/model/ledger/failure.ts";
import { t } from "../../language/t.ts";

const BYTES_MAX = 20 * 1024 * 1024;

/** Why a file is refused before it is read; null for one that isn't too large. */
export function tooLarge({ size }: File): Failure | null {
  if (size <= BYTES_MAX) return null;
  return { code: "invalid_input", message: t("The file is larger than 20 MB. Choose a bank statement file.") };
}
