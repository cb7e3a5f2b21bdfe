import type { Door } from "#main/api/door.ts";
import type { OperationName } from "#main/operations/collection.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { Output } from "../output.ts";

/** Exit statuses of the contract. */
export const EXIT = { done: 0, failed: 1, usage: 2, partly: 3, queued: 4 } as const;
export type ExitStatus = (typeof EXIT)[keyof typeof EXIT];

export type OptionValues = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

export interface CommandRun {
  /** Everything that a verb may ask of the core; it answers the methods that the verb declares. */
  readonly door: Door;
  /** Ends the core and puts the files of a checked archive in place. @returns where what was there is kept */
  readonly finishRestore: () => Promise<string | null>;
  /** Begins what a host that stays open does in the background: scheduled syncs, sending writes, exchanging with colleagues. */
  readonly goOn: () => Promise<void>;
  readonly options: OptionValues;
  readonly output: Output;
  /** Aborted by Ctrl-C: stop after the page in flight. */
  readonly signal: AbortSignal;
}

/** `seconds`: a whole number of them, at most a season. */
type OptionKind = "text" | "flag" | "list" | "seconds";

/** One verb of a noun: what it takes and what it does. */
export interface Command {
  readonly noun: string;
  readonly verb: string;
  readonly summary: string;
  /** The operations that it asks for, and no others. */
  readonly asks: readonly OperationName[];
  readonly options: Readonly<Record<string, OptionKind>>;
  readonly required: readonly string[];
  /** What each option is, for `--help`. */
  readonly help?: Readonly<Record<string, string>>;
  /** Sends to ledgers, so the demo firm's must be there. */
  readonly sends?: true;
  /** Reads or makes whole books, which is worth threads for the files. */
  readonly wholeBooks?: true;
  /** Options that are named by their place: `pack verify FILE`. All of them are required. */
  readonly places?: readonly string[];
  readonly run: (run: CommandRun) => Promise<ExitStatus>;
}

/** A verb that looks at files only: it opens no data folder, and none need be there. */
export interface BareCommand extends Omit<Command, "asks" | "run"> {
  readonly bare: true;
  readonly run: (run: Pick<CommandRun, "options" | "output" | "signal">) => Promise<ExitStatus>;
}

/**
 * A verb that goes on until its caller ends it. It has the data folder only while it asks something, so that a window can be
 * opened in between.
 */
export interface LastingCommand extends Omit<Command, "run"> {
  readonly lasting: true;
  readonly run: (run: LastingRun) => Promise<ExitStatus>;
}

export interface LastingRun extends Pick<CommandRun, "options" | "output" | "signal"> {
  /** Asks the core; a failure also where another process has the data folder. */
  readonly withDoor: <T>(act: (door: Door) => Promise<Result<T, Failure>>) => Promise<Result<T, Failure>>;
}

/** The exit status that a failure means. */
export function exitOf(failure: Failure): ExitStatus {
  return ["invalid_input", "usage", "not_found", "already_exists"].includes(failure.code) ? EXIT.usage : EXIT.failed;
}

export function textOption(options: OptionValues, name: string): string | undefined {
  const value = options[name];
  return typeof value === "string" ? value : undefined;
}

/** The value of an option of seconds, which was checked when it was read. */
export function secondsOption(options: OptionValues, name: string): number | null {
  const text = textOption(options, name);
  return text === undefined ? null : Number(text);
}

export function listOption(options: OptionValues, name: string): readonly string[] {
  const value = options[name];
  return Array.isArray(value) ? (value as readonly string[]) : [];
}
