import type { OperationInput, OperationName } from "#main/operations/collection.ts";
import type { Column } from "#main/operations/command-form.ts";
import { refused, reply } from "./ask.ts";
import { type CommandRun, EXIT, type ExitStatus } from "./command.ts";

type Row = Readonly<Record<string, unknown>>;

export const plain = (title: string, width: number, of: (row: Row) => unknown): Column => ({
  title,
  width,
  of: (row) => String(of(row) ?? ""),
});

/** Asks the core and prints one result: as JSON the value, for people the lines. */
export async function ask(
  run: CommandRun,
  method: OperationName,
  input: unknown,
  lines: (value: Row) => readonly string[],
): Promise<ExitStatus> {
  const answer = await reply(run, method, input as OperationInput<OperationName>);
  if (!answer.ok) return refused(run, answer.failure);
  run.output.result(answer.value, [...lines(answer.value as Row)]);
  return EXIT.done;
}

/** Asks the core and prints rows. */
export async function listed(
  run: CommandRun,
  method: OperationName,
  input: unknown,
  columns: readonly Column[],
  rowsOf: (value: unknown) => readonly object[] = (value) => value as readonly object[],
): Promise<ExitStatus> {
  const answer = await reply(run, method, input as OperationInput<OperationName>);
  if (!answer.ok) return refused(run, answer.failure);
  const rows = rowsOf(answer.value);
  run.output.rows(rows as readonly Row[], columns);
  run.output.endRows(rows.length);
  return EXIT.done;
}
