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
  readonly csv: {
    readonly rows: readonly (readonly string[])[];
    /** What splits the rows. */
    readonly delimiter: CsvMapping["delimiter"];
    readonly mapping: CsvMapping | null;
  } | null;
}

const ROWS_SHOWN = 12;

/**
 * Reads a bank's file: OFX and QFX, CAMT.053, MT940, CSV. A file with anything that can't be read is refused whole: a line
 * left out is a wrong balance.
 * @param isRemembered the mapping is that of the last file, which nobody chose for this one
 */
export function readStatements(bytes: Uint8Array, mapping: CsvMapping | null, isRemembered = false): Result<StatementFile, Failure> {
  try {
    const text = textOf(bytes);
    return ok(mapping !== null && isRemembered ? readAsBefore(text, mapping) : read(text, mapping));
  } catch (error) {
    if (error instanceof StatementProblem) return fail({ code: "invalid_input", message: error.message, field: "file" });
    throw error;
  }
}

/** Like the account's last file, unless another sign splits its rows now: of that layout, only the sign of charges is known. */
function readAsBefore(text: string, mapping: CsvMapping): StatementFile {
  try {
    return read(text, mapping);
  } catch (error) {
    const isOtherLayout = formatOf(text) === "csv" && delimiterOf(text) !== mapping.delimiter;
    if (!isOtherLayout || !(error instanceof StatementProblem)) throw error;
    const guessed = guessMapping(text);
    return read(text, guessed === null ? null : { ...guessed, chargesPositive: mapping.chargesPositive });
  }
}

function read(text: string, mapping: CsvMapping | null): StatementFile {
  const format = formatOf(text);
  if (format === "ofx") return { format, statements: readOfx(text), csv: null };
  if (format === "camt053") return { format, statements: readCamt(text), csv: null };
  if (format === "mt940") return { format, statements: readMt940(text), csv: null };
  const used = mapping ?? guessMapping(text);
  const delimiter = used?.delimiter ?? delimiterOf(text);
  const rows = csvRows(text, delimiter);
  if (rows.every(({ cells }) => cells.length < 2))
    throw new StatementProblem("Tieout can't read the file as OFX, QFX, CAMT.053, MT940 or CSV.");
  const csv = { rows: rows.slice(0, ROWS_SHOWN).map(({ cells }) => cells), delimiter, mapping: used };
  return { format, statements: used === null ? [] : readCsv(text, used), csv };
}

function formatOf(text: string): StatementFormat {
  const start = text.slice(0, 4_000);
  if (/<OFX>/i.test(start) || /^OFXHEADER/i.test(start)) return "ofx";
  if (/^\s*<[?!]?[A-Za-z]/.test(start)) return "camt053";
  return /^:20:/m.test(start) ? "mt940" : "csv";
}

const ZIP = "an Excel workbook or a ZIP file. Save the workbook as CSV, or unzip the file first";

const SIGNATURES: readonly (readonly [start: string, what: string])[] = [
  // Of an archive, of an empty one and of one in several parts. Two letters may be the first heading's of a CSV file.
  ["PK\u0003\u0004", ZIP],
  ["PK\u0005\u0006", ZIP],
  ["PK\u0007\u0008", ZIP],
  ["%PDF", "a PDF. Download OFX or CSV from the bank, or enter the PDF's closing balance"],
  ["\u00d0\u00cf\u0011\u00e0", "an old Excel workbook. Save it as CSV first"],
];

/** Says what else the file is, where it is no text. Where older software ended the lines with CR alone, they end with LF. */
function textOf(bytes: Uint8Array): string {
  const start = String.fromCharCode(...bytes.slice(0, 4));
  const other = SIGNATURES.find(([signature]) => start.startsWith(signature));
  if (other !== undefined) throw new StatementProblem(`The file is ${other[1]}.`);
  if (bytes.every((byte) => byte === 0)) throw new StatementProblem("The file is empty.");
  const text = textOfBytes(bytes, TextDecoder);
  return text.trimEnd().includes("\n") ? text : text.replaceAll("\r", "\n");
}
