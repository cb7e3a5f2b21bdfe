import type { FileOutcome } from "#shared/contract/app/shell.ts";
import { fileOutcome } from "../../api/file-outcome.ts";

/** Hands a file to the person through the platform's own save. @returns what came of it */
export function saveFile(name: string, content: string | Uint8Array, type: string): Promise<FileOutcome> {
  const address = URL.createObjectURL(new Blob([content as BlobPart], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  const outcome = fileOutcome(address);
  link.click();
  URL.revokeObjectURL(address);
  return outcome;
}
