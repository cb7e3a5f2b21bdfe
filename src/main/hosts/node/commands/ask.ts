import type { OperationInput, OperationName, OperationOutput } from "#main/operations/collection.ts";
import { type CommandRun, EXIT, type ExitStatus, exitOf, type OptionValues, textOption } from "./command.ts";

/** Asks the core as a window does and shows the answer, or says why there is none. */
export async function ask<M extends OperationName>(
  run: CommandRun,
  method: M,
  input: OperationInput<M>,
  show: (value: OperationOutput<M>) => void,
): Promise<ExitStatus> {
  const reply = await run.core.runtime.route(method, input);
  if (!reply.ok) {
    run.output.failure(reply.failure);
    return exitOf(reply.failure);
  }
  show(reply.value as OperationOutput<M>);
  return EXIT.done;
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
