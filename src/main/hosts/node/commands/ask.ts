import { findOperation, type OperationInput, type OperationName, type OperationOutput } from "#main/operations/collection.ts";
import type { Operation } from "#main/operations/operation.ts";
import { fail, type Result } from "#shared/kernel/result.ts";
import { givenLabel } from "#shared/model/labels/given-input.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { type CommandRun, EXIT, type ExitStatus, exitOf, type OptionValues, textOption } from "./command.ts";

/** Asks the core; Ctrl-C, or `signal`, ends what takes long. */
export async function reply<M extends OperationName>(
  { door, signal, options }: Pick<CommandRun, "door" | "signal"> & Partial<Pick<CommandRun, "options">>,
  method: M,
  input: OperationInput<M>,
): Promise<Result<OperationOutput<M>, Failure>> {
  const answer = (await door.route(method, input, { signal })) as Result<OperationOutput<M>, Failure>;
  const operation = findOperation(method);
  const option = answer.ok ? undefined : kebab(answer.failure.field?.split(".")[0] ?? "");
  if (answer.ok || operation === null || option === undefined || options?.[option] === undefined) return answer;
  return fail(underOption(operation, answer.failure, option));
}

/** The failure's message with the option in place of the field's label. What is wrong inside a value keeps its label. */
export function underOption({ input }: Operation, failure: Failure, option: string): Failure {
  const { message, field = "" } = failure;
  const path = field.split(".");
  const label = givenLabel(input, path);
  const whole = path.length === 1 || (path.length === 2 && /^\d+$/.test(path[1] as string));
  const said = `--${option}${whole ? "" : `, ${label}`}`;
  return message.startsWith(label) ? { ...failure, message: `${said}${message.slice(label.length)}` } : failure;
}

/** A field's name as an option: `jobTitle` is `job-title`. */
export function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
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

/** A failure inside a result: what happened, and what to do. People who run commands also set up what a connection signs in with. */
export function failureWords({ code, message, next, detail }: Failure, indent = ""): string[] {
  const setup = code === "needs_sign_in" && detail !== undefined ? [`${detail}.`] : [];
  return [message, ...(next === undefined ? [] : [next]), ...setup].map((said) => `${indent}${said}`);
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
