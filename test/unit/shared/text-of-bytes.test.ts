import { expect, it } from "vitest";
import { readTable } from "#main/hosts/node/tables.ts";
import { textOfBytes } from "#shared/kernel/text-of-bytes.ts";

const TEXT = "Name\nCafé Müller\n";
const ANSI = Uint8Array.from(TEXT, (char) => char.charCodeAt(0));
const utf16 = Buffer.from(`\uFEFF${TEXT}`, "utf16le");

it.each([
  ["UTF-8", Buffer.from(TEXT)],
  ["UTF-8 with a byte-order mark", Buffer.from(`\uFEFF${TEXT}`)],
  ["UTF-16", utf16],
  ["UTF-16, the other way around", Buffer.from(utf16).swap16()],
  ["Windows-1252", ANSI],
])("text in %s is read as it was written", (_, bytes) => {
  expect(textOfBytes(bytes, TextDecoder)).toBe(TEXT);
});

it("a table in Windows-1252 keeps its accents", async () => {
  expect(await readTable(ANSI)).toEqual([["Name"], ["Café Müller"]]);
});

it("a table whose first heading begins as a workbook does is a table", async () => {
  expect(await readTable(Buffer.from("PK,Name\na,Ann\n"))).toEqual([
    ["PK", "Name"],
    ["a", "Ann"],
  ]);
});
