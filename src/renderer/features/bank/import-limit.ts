import type { Failure } from "#shared/model/ledger/failure.ts";
import { t } from "../../language/t.ts";

const BYTES_MAX = 20 * 1024 * 1024;

/** Why a file is refused before it is read; null for one that isn't too large. */
export function tooLarge({ size }: File): Failure | null {
  if (size <= BYTES_MAX) return null;
  return {
    code: "invalid_input",
    message: t("The file is larger than 20 MB. Choose a smaller file, such as a statement for a shorter period."),
  };
}

/** Why one of several files is refused, and what to do: its new lines alone can be imported only when it is the only file. */
export function wordsAmongMany({ code, message, next = "" }: Failure): string {
  const step = code === "already_exists" && next !== "" ? t("To import only the new lines, import the file separately.") : next;
  return `${message} ${step}`.trim();
}
