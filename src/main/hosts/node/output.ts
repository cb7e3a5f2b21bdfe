import { writeSync } from "node:fs";
import type { Column } from "#main/operations/command-form.ts";
import type { Failure } from "#shared/model/failure.ts";

export interface OutputOptions {
  readonly json: boolean;
  readonly quiet: boolean;
}

/** Where a command speaks: results on stdout, progress and failures on stderr. */
export interface Output {
  readonly json: boolean;
  /** One result: a JSON document, or lines for people. */
  result(value: unknown, lines: readonly string[]): void;
  /** Text as it is, for payloads. */
  text(text: string): void;
  /** Rows: a JSON object a line, or an aligned table. */
  rows(rows: readonly object[], columns: readonly Column[]): void;
  /** Says, for people, that a listing ended. */
  endRows(count: number): void;
  progress(text: string): void;
  failure(failure: Failure): void;
}

export function createOutput(options: OutputOptions): Output {
  let headed = false;
  return {
    json: options.json,
    result: (value, lines) => write(1, options.json ? `${JSON.stringify(value)}\n` : `${lines.join("\n")}\n`),
    text: (text) => write(1, `${text}\n`),
    rows: (rows, columns) => {
      if (rows.length === 0) return;
      if (options.json) {
        write(1, `${rows.map((row) => JSON.stringify(row)).join("\n")}\n`);
        return;
      }
      if (!headed)
        write(
          1,
          `${columns
            .map((column) => fit(column.title, column))
            .join("  ")
            .trimEnd()}\n`,
        );
      headed = true;
      write(
        1,
        `${rows
          .map((row) =>
            columns
              .map((column) => fit(printable(column.of(row as Readonly<Record<string, unknown>>)), column))
              .join("  ")
              .trimEnd(),
          )
          .join("\n")}\n`,
      );
    },
    endRows: (count) => {
      if (!options.json) write(1, `${count} ${count === 1 ? "row" : "rows"}\n`);
    },
    progress: (text) => {
      if (!options.quiet) write(2, `${printable(text)}\n`);
    },
    failure: (failure) => {
      if (options.json) write(2, `${JSON.stringify({ error: contractError(failure) })}\n`);
      else write(2, `${failureLines(failure).join("\n")}\n`);
    },
  };
}

/** The contract's error object. */
function contractError(failure: Failure): object {
  const { code, message, field, ledgerError, next } = failure;
  return {
    code,
    message,
    ...(field === undefined ? {} : { field }),
    ...(next === undefined ? {} : { next }),
    ...(ledgerError === undefined ? {} : { ledgerError }),
  };
}

function failureLines(failure: Failure): string[] {
  const lines = [failure.message];
  if (failure.next !== undefined) lines.push(failure.next);
  if (failure.ledgerError !== undefined)
    lines.push(`The ledger answered ${failure.ledgerError.status} to ${failure.ledgerError.request}:`, failure.ledgerError.body);
  return lines;
}

function fit(text: string, column: Column): string {
  const cut = text.length > column.width ? `${text.slice(0, column.width - 1)}…` : text;
  return column.right ? cut.padStart(column.width) : cut.padEnd(column.width);
}

// A name from a ledger must not move the cursor or colour the terminal.
function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, " ");
}

/** Lines of a table whose columns are as wide as their widest cell; from `rightFrom` on they are flush right. */
export function aligned(table: readonly (readonly string[])[], rightFrom: number): string[] {
  const widths: number[] = [];
  for (const cells of table) for (const [at, cell] of cells.entries()) widths[at] = Math.max(widths[at] ?? 0, cell.length);
  return table.map((cells) =>
    cells
      .map((cell, at) => (at < rightFrom ? printable(cell).padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
}

/** Synchronous, so that nothing is lost when the process ends; a closed pipe is not an error. */
function write(handle: 1 | 2, text: string): void {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(handle, rest));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EPIPE") return;
      if (code !== "EAGAIN") throw error;
    }
  }
}
