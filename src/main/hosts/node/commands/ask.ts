import type { OperationInput, OperationName, OperationOutput } from "#main/operations/collection.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { type CommandRun, EXIT, type ExitStatus, exitOf, type OptionValues, textOption } from "./command.ts";

/** Asks the core; Ctrl-C, or `signal`, ends what takes long. */
export async function reply<M extends OperationName>(
  { door, signal }: Pick<CommandRun, "door" | "signal">,
  method: M,
  input: OperationInput<M>,
): Promise<Result<OperationOutput<M>, Failure>> {
  return (await door.route(method, input, { signal })) as Result<OperationOutput<M>, Failure>;
}

/** Asks the core as a window does and shows the answer, or says why there is none. */
export async function ask<M extends OperationName>(
  run: CommandRun,
  method: M,
  input: OperationInput<M>,
  show: (value: OperationOutput<M>) => void,
): Promise<ExitStatus> {
  const answer = await reply(run, method, input);
  if (!answer.ok) return refused(run, answer.failure);
  show(answer.value);
  return EXIT.done;
}

/** Says a failure where failures go; the status is the failure's own. */
export function refused({ output }: Pick<CommandRun, "output">, failure: Failure): ExitStatus {
  output.failure(failure);
  return exitOf(failure);
}

/** Those of some text options that were given, under the names that the contract has for them. */
export function given<Name extends string>(
  options: OptionValues,
  names: Readonly<Record<string, Name>>,
): { readonly [K in Name]?: string } {
  const found = Object.entries(names).flatMap(([option, name]) => {
    const value = textOption(options, option);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(found) as { readonly [K in Name]?: string };
}

export function must(options: OptionValues, name: string): string {
  return textOption(options, name) as string;
}
