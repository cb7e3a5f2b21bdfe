import { spawnSync } from "node:child_process";

/** Whether this machine has a program that reads PDFs. What needs it is left out without, and says so. */
export const hasPdfReader = spawnSync("pdftotext", ["-v"]).error === undefined;
if (!hasPdfReader) process.stdout.write("NOT RUN: the text of printed packs, because pdftotext isn't installed here.\n");

/** The text of a PDF as it is laid out, with a form feed after each page. */
export function pdfText(bytes: Uint8Array | undefined): string {
  return spawnSync("pdftotext", ["-layout", "-", "-"], { input: bytes, encoding: "utf8" }).stdout ?? "";
}
