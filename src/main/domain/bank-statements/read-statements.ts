import type { CsvMapping, StatementFormat } from "#shared/contract/close/bank.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { textOfBytes } from "#shared/kernel/text-of-bytes.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { readCamt } from "./camt.ts";
import { csvRows, readCsv } from "./csv.ts";
import { delimiterOf, guessMapping } from "./guess-mapping.ts";
import { readMt940 } from "./mt940.ts";
import { readOfx } from "./ofx.ts";
import { type Statement, StatementProblem } from "./statement.ts";

/** What a file holds. A CSV file without a mapping has no statements yet: somebody has to say how it is read. */
export interface StatementFile {
  readonly format: StatementFormat;
  readonly statements: readonly Statement[];
  readonly csv: { readonly rows: readonly (readonly string[])[]; readonly mapping: CsvMapping | null } | null;
}

const ROWS_SHOWN = 12;

/**
 * Reads a bank's file: OFX and QFX, CAMT.053, MT940, CSV. A file with anything that can't be read is refused whole: a line
 * left out is a wrong balance.
 */
export function readStatements(bytes: Uint8Array, mapping: CsvMapping | null): Result<StatementFile, Failure> {
  try {
    return ok(read(textOf(bytes), mapping));
  } catch (error) {
    if (error instanceof StatementProblem) return fail({ code: "invalid_input", message: error.message, field: "file" });
    throw error;
  }
}

function read(text: string, mapping: CsvMapping | null): StatementFile {
  const format = formatOf(text);
  if (format === "ofx") return { format, statements: readOfx(text), csv: null };
  if (format === "camt053") return { format, statements: readCamt(text), csv: null };
  if (format === "mt940") return { format, statements: readMt940(text), csv: null };
  const used = mapping ?? guessMapping(text);
  const rows = csvRows(text, used?.delimiter ?? delimiterOf(text));
  if (rows.every(({ cells }) => cells.length < 2))
    throw new StatementProblem("Tieout can't read the file as OFX, QFX, CAMT.053, MT940 or CSV.");
  const csv = { rows: rows.slice(0, ROWS_SHOWN).map(({ cells }) => cells), mapping: used };
  return { format, statements: used === null ? [] : readCsv(text, used), csv };
}

function formatOf(text: string): StatementFormat {
  const start = text.slice(0, 4_000);
  if (/<OFX>/i.test(start) || /^OFXHEADER/i.test(start)) return "ofx";
  if (/^\s*<[?!]?[A-Za-z]/.test(start)) return "camt053";
  return /^:20:/m.test(start) ? "mt940" : "csv";
}

const SIGNATURES: readonly (readonly [start: string, what: string])[] = [
  ["PK", "an Excel workbook or a ZIP file. Save the workbook as CSV, or unzip the file first"],
  ["%PDF", "a PDF. Download OFX or CSV from the bank, or enter the PDF's closing balance"],
  ["\u00d0\u00cf\u0011\u00e0", "an old Excel workbook. Save it as CSV first"],
];

/** Says what else the file is, where it is no text. */
function textOf(bytes: Uint8Array): string {
  const start = String.fromCharCode(...bytes.slice(0, 4));
  const other = SIGNATURES.find(([signature]) => start.startsWith(signature));
  if (other !== undefined) throw new StatementProblem(`The file is ${other[1]}.`);
  if (bytes.every((byte) => byte === 0)) throw new StatementProblem("The file is empty.");
  return textOfBytes(bytes, TextDecoder);
}
