import type { Column } from "#main/operations/command-form.ts";
import { type CommandRun, EXIT, type ExitStatus, exitOf } from "./command.ts";

type Row = Readonly<Record<string, unknown>>;

export const plain = (title: string, width: number, of: (row: Row) => unknown): Column => ({
  title,
  width,
  of: (row) => String(of(row) ?? ""),
});

/** Asks the core and prints one result: as JSON the value, for people the lines. */
export async function ask(run: CommandRun, method: string, input: unknown, lines: (value: Row) => readonly string[]): Promise<ExitStatus> {
  const reply = await run.core.runtime.route(method, input);
  if (!reply.ok) {
    run.output.failure(reply.failure);
    return exitOf(reply.failure);
  }
  run.output.result(reply.value, [...lines(reply.value as Row)]);
  return EXIT.done;
}

/** Asks the core and prints rows. */
export async function listed(
  run: CommandRun,
  method: string,
  input: unknown,
  columns: readonly Column[],
  rowsOf: (value: unknown) => readonly object[] = (value) => value as readonly object[],
): Promise<ExitStatus> {
  const reply = await run.core.runtime.route(method, input);
  if (!reply.ok) {
    run.output.failure(reply.failure);
    return exitOf(reply.failure);
  }
  const rows = rowsOf(reply.value);
  run.output.rows(rows as readonly Row[], columns);
  run.output.endRows(rows.length);
  return EXIT.done;
}
