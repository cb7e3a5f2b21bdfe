import { writeSync } from "node:fs";
import type { Column } from "#main/operations/command-form.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { cutTo, terminalJson, terminalLines, terminalText } from "./terminal-text.ts";

export interface OutputOptions {
  readonly json: boolean;
  readonly quiet: boolean;
}

/** Where a command speaks: results on stdout, progress and failures on stderr. Text from outside can't act on the terminal. */
export interface Output {
  readonly json: boolean;
  /** One result: a JSON document, or lines for people, each of them one line. */
  result(value: unknown, lines: readonly string[]): void;
  /** A payload: untouched in a file or a pipe; a terminal gets it line by line. */
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
    result: (value, lines) => write(1, options.json ? `${terminalJson(value)}\n` : `${lines.map(terminalText).join("\n")}\n`),
    text: (text) => write(1, `${process.stdout.isTTY ? terminalLines(text, "").join("\n") : text}\n`),
    rows: (rows, columns) => {
      if (rows.length === 0) return;
      if (options.json) {
        write(1, `${rows.map(terminalJson).join("\n")}\n`);
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
              .map((column) => fit(column.of(row as Readonly<Record<string, unknown>>), column))
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
      if (!options.quiet) write(2, `${terminalText(text)}\n`);
    },
    failure: (failure) => {
      if (options.json) write(2, `${terminalJson({ error: contractError(failure) })}\n`);
      else write(2, `${failureLines(failure).join("\n")}\n`);
    },
  };
}

/** The contract's error object. */
function contractError(failure: Failure): object {
  const { code, message, field, ledgerError, next, detail } = failure;
  return {
    code,
    message,
    ...(field === undefined ? {} : { field }),
    ...(next === undefined ? {} : { next }),
    ...(detail === undefined ? {} : { detail }),
    ...(ledgerError === undefined ? {} : { ledgerError }),
  };
}

/** What a failure says to people. */
export function failureLines({ message, next, detail, ledgerError }: Failure): string[] {
  return [
    terminalText(message),
    ...(next === undefined ? [] : [terminalText(next)]),
    ...(detail === undefined ? [] : [terminalText(`Technical details: ${detail}`)]),
    ...(ledgerError === undefined
      ? []
      : [
          terminalText(`The ledger answered with HTTP status ${ledgerError.status} to ${ledgerError.request}:`),
          // Indented, so that no line of the answer looks like one of ours.
          ...terminalLines(ledgerError.body),
        ]),
  ];
}

function fit(text: string, { width, right }: Column): string {
  const shown = cell(text, width);
  return right ? shown.padStart(width) : shown.padEnd(width);
}

/** A name of a hundred thousand letters is neither made safe whole nor shown whole. */
function cell(text: string, width: number): string {
  return cutTo(terminalText(cutTo(text, width + 1)), width);
}

/** A column grows to this. */
const CELL_MAX = 80;

/**
 * Lines of a table whose columns are as wide as their widest cell; from `rightFrom` on they are flush
 * right. A last column of text is neither padded nor cut.
 */
export function aligned(table: readonly (readonly string[])[], rightFrom: number): string[] {
  const widths: number[] = [];
  const isLast = (cells: readonly string[], at: number) => at < rightFrom && at === cells.length - 1;
  const shown = table.map((cells) => cells.map((text, at) => (isLast(cells, at) ? terminalText(text) : cell(text, CELL_MAX))));
  for (const cells of shown)
    for (const [at, text] of cells.entries()) if (!isLast(cells, at)) widths[at] = Math.max(widths[at] ?? 0, text.length);
  return shown.map((cells) =>
    cells
      .map((text, at) => (isLast(cells, at) ? text : at < rightFrom ? text.padEnd(widths[at] ?? 0) : text.padStart(widths[at] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
}

/** Prints what nobody expected, and ends the process: the runtime itself would print what a ledger put into a message as it is. */
export function endAtDefects(): void {
  process.on("uncaughtException", (error: unknown) => {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    write(2, `${["Something went wrong inside Tieout:", ...terminalLines(stack)].join("\n")}\n`);
    process.exit(1);
  });
}

/** Says something to people, line by line. */
export function say(handle: 1 | 2, ...lines: readonly string[]): void {
  write(handle, `${lines.map(terminalText).join("\n")}\n`);
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
