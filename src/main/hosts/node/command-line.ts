import { parseArgs } from "node:util";
import type { Door } from "#main/api/door.ts";
import { SecretsUnavailable, type SpawnThread } from "#main/ports/index.ts";
import { assert } from "#shared/kernel/assert.ts";
import { AMERICAN, languageOfLocale } from "#shared/language/english.ts";
import { t, writeIn } from "#shared/language/t.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import {
  type BareCommand,
  type Command,
  EXIT,
  type ExitStatus,
  exitOf,
  type LastingCommand,
  type LastingRun,
  type OptionValues,
} from "./commands/command.ts";
import { commands } from "./commands/index.ts";
import { optionText } from "./commands/option-help.ts";
import { withPin } from "./commands/own-pin.ts";
import { ListingStopped } from "./commands/record-pages.ts";
import { defaultHome, SYNCED_FOLDER_FLAG } from "./data-folder.ts";
import { DoorOnDemand } from "./door-on-demand.ts";
import type { CoreEntries, openCore } from "./open-core.ts";
import { createOutput, type Output } from "./output.ts";

const GLOBAL = { home: "text", json: "flag", secrets: "text", quiet: "flag", help: "flag", [SYNCED_FOLDER_FLAG]: "flag" } as const;

type AnyCommand = BareCommand | Command | LastingCommand;

/** Serves a data folder's files on this thread. */
export type FilesHere = (home: string) => Promise<SpawnThread>;

/**
 * Runs one headless command.
 * @param args what follows the command's name
 * @param filesHere for commands that do one thing and end before threads of their own would have started
 * @returns the exit status of the contract
 */
export async function runCommandLine(args: readonly string[], entries: CoreEntries, filesHere: FilesHere): Promise<ExitStatus> {
  // Until a data folder says what the firm chose, if one is opened at all.
  writeIn({ ...AMERICAN, language: languageOfLocale(Intl.DateTimeFormat().resolvedOptions().locale) });
  const json = args.includes("--json");
  const output = createOutput({ json, quiet: args.includes("--quiet") });
  const words = leadingWords(args);
  const command = commands.find((candidate) => candidate.noun === words[0] && (candidate.verb === "" || candidate.verb === words[1]));
  if (command === undefined) {
    if (args.length === 0 || args.includes("--help")) {
      output.result({ commands: json ? commands.map(usage) : [] }, help());
      return args.length === 0 ? EXIT.usage : EXIT.done;
    }
    return refuse(output, {
      code: "usage",
      message: unknownCommand(words),
      field: words.length > 1 ? "verb" : "noun",
      next: "Run “tieout --help” to see every command.",
    });
  }
  if (args.includes("--help")) {
    output.result(usage(command), [usage(command).usage, t(command.summary), ...optionHelp(command)]);
    return EXIT.done;
  }
  const parsed = readOptions(command, args);
  if ("code" in parsed) return refuse(output, parsed);
  if ("bare" in command) return performBare(command, parsed.values, output);
  const host = { entries, filesHere };
  return "lasting" in command ? performLasting(command, parsed.values, output, host) : perform(command, parsed.values, output, host);
}

interface Host {
  readonly entries: CoreEntries;
  readonly filesHere: FilesHere;
}

async function performBare(command: BareCommand, options: OptionValues, output: Output): Promise<ExitStatus> {
  return command.run({ options, output, signal: new AbortController().signal });
}

/** Starts the core as a command needs it. */
async function coreFor(command: Omit<Command, "run">, options: OptionValues, { entries, filesHere }: Host): ReturnType<typeof openCore> {
  const home = typeof options.home === "string" ? options.home : defaultHome();
  // Help, and a command that is refused, need no core.
  const { openCore: open } = await import("./open-core.ts");
  return open({
    home,
    secrets: options.secrets === "memory" ? "memory" : "keychain",
    command: `tieout ${command.noun} ${command.verb}`.trim(),
    entries,
    ...(command.wholeBooks === true ? {} : { spawnThread: await filesHere(home) }),
    reviveDemo: command.sends ?? false,
    allowSynced: options[SYNCED_FOLDER_FLAG] === true,
    repairRegistry: options.registry === true,
    answersWait: true,
  });
}

async function performLasting(command: LastingCommand, options: OptionValues, output: Output, host: Host): Promise<ExitStatus> {
  const onDemand = new DoorOnDemand(() => coreFor(command, options, host));
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  process.once("SIGINT", onSignal);
  process.once("SIGTERM", onSignal);
  try {
    const withDoor: LastingRun["withDoor"] = (act) => onDemand.use((door) => act(doorFor(command, door)));
    return await command.run({ options, output, signal: stop.signal, withDoor });
  } finally {
    process.removeListener("SIGINT", onSignal);
    process.removeListener("SIGTERM", onSignal);
    await onDemand.close();
  }
}

async function perform(command: Command, options: OptionValues, output: Output, host: Host): Promise<ExitStatus> {
  const opened = await coreFor(command, options, host);
  if (!opened.ok) return refuse(output, opened.failure);
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  process.once("SIGINT", onSignal);
  process.once("SIGTERM", onSignal);
  try {
    const { runtime, finishRestore, resume } = opened.value;
    return await command.run({ door: doorFor(command, runtime), finishRestore, goOn: resume, options, output, signal: stop.signal });
  } catch (error) {
    if (error instanceof SecretsUnavailable || error instanceof ListingStopped) return refuse(output, error.failure);
    throw error;
  } finally {
    process.removeListener("SIGINT", onSignal);
    process.removeListener("SIGTERM", onSignal);
    await opened.value.close();
  }
}

/** The core's door for one verb: it opens for the methods that the verb declares. */
export function doorFor(command: Pick<Command, "asks" | "noun" | "verb">, { route, subscribe }: Door): Door {
  const declared: ReadonlySet<string> = new Set(command.asks);
  return {
    subscribe,
    route: (method, input, caller) => {
      assert(declared.has(method), `${command.noun} ${command.verb} declares that it asks ${method}`);
      return withPin(route, method, input, caller);
    },
  };
}

function readOptions(command: AnyCommand, args: readonly string[]): { readonly values: OptionValues } | Failure {
  const kinds: Readonly<Record<string, string>> = { ...GLOBAL, ...command.options };
  const options = Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => [
      name,
      { type: kind === "flag" ? ("boolean" as const) : ("string" as const), multiple: kind === "list" },
    ]),
  );
  let parsed: { readonly values: OptionValues; readonly positionals: readonly string[] };
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true, strict: true }) as typeof parsed;
  } catch (error) {
    return { ...unreadable(error as Error & { readonly code?: string }), next: `Usage: ${usage(command).usage}` };
  }
  const placed = parsed.positionals.slice(command.verb === "" ? 1 : 2);
  const places = command.places ?? [];
  const extra = placed[places.length];
  if (extra !== undefined)
    return { code: "usage", message: `${extra} isn't expected here.`, field: extra, next: `Usage: ${usage(command).usage}` };
  const unplaced = places[placed.length];
  if (unplaced !== undefined)
    return { code: "usage", message: `${unplaced.toUpperCase()} is missing.`, field: unplaced, next: `Usage: ${usage(command).usage}` };
  const missing = command.required.find((name) => parsed.values[name] === undefined || parsed.values[name] === "");
  if (missing !== undefined)
    return { code: "usage", message: `--${missing} is missing.`, field: missing, next: `Usage: ${usage(command).usage}` };
  const time = Object.keys(kinds).find((name) => kinds[name] === "seconds" && !isSeconds(parsed.values[name]));
  if (time !== undefined)
    return { code: "invalid_input", message: `--${time} takes a whole number of seconds, at most 9999999.`, field: time };
  if (parsed.values.secrets !== undefined && parsed.values.secrets !== "keychain" && parsed.values.secrets !== "memory") {
    return { code: "usage", message: "--secrets must be keychain or memory.", field: "secrets" };
  }
  return { values: { ...parsed.values, ...Object.fromEntries(places.map((name, at) => [name, placed[at]])) } };
}

/** What the runtime's parser refused, in our words. */
function unreadable({ message, code }: Error & { readonly code?: string }): Failure {
  const named = /'(-[^' ]*)/.exec(message)?.[1];
  if (named === undefined) return { code: "usage", message: `${message.split("\n")[0] ?? ""}.`.replace(/\.\.$/, ".") };
  const field = named.replace(/^-+/, "");
  if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") return { code: "usage", message: `There is no option ${named}.`, field };
  if (message.includes("does not take an argument")) return { code: "usage", message: `${named} takes no value.`, field };
  // A value that looks like an option, such as a negative amount.
  const dash = message.includes("is ambiguous") ? ` If the value starts with a dash, add an equals sign: ${named}=-100.00.` : "";
  return { code: "usage", message: `${named} needs a value.${dash}`, field };
}

function isSeconds(value: OptionValues[string]): boolean {
  return value === undefined || (typeof value === "string" && /^\d{1,7}$/.test(value));
}

/** The noun and verb, before or after options. */
function leadingWords(args: readonly string[]): string[] {
  const words: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const word = args[index] as string;
    if (!word.startsWith("-")) words.push(word);
    else if (["--home", "--secrets"].includes(word)) index++;
    else if (words.length > 0) break;
  }
  return words;
}

function unknownCommand(words: readonly string[]): string {
  const verbs = commands.filter((command) => command.noun === words[0]).map((command) => command.verb);
  if (verbs.length > 0)
    return `${words[1] === undefined ? `“${words[0]}” needs a verb` : `“${words[0]}” has no verb “${words[1]}”`}. Available: ${verbs.join(", ")}.`;
  return words.length === 0 ? "No command was given." : `There is no command ${words[0]}.`;
}

function usage(command: AnyCommand): { readonly usage: string; readonly summary: string } {
  const options = Object.entries(command.options).map(([name, kind]) => {
    const shown = kind === "flag" ? `--${name}` : `--${name} ${name.toUpperCase().replaceAll("-", "_")}`;
    return command.required.includes(name) ? shown : `[${shown}]`;
  });
  const places = (command.places ?? []).map((name) => name.toUpperCase());
  return {
    usage: ["tieout", command.noun, command.verb, ...places, ...options].filter((part) => part !== "").join(" "),
    summary: t(command.summary),
  };
}

function optionHelp({ options, places = [], help }: AnyCommand): string[] {
  const told = [...places, ...Object.keys(options)].flatMap((name) => {
    const text = optionText(name, help);
    return text === "" ? [] : [`  ${(places.includes(name) ? name.toUpperCase() : `--${name}`).padEnd(20)} ${t(text)}`];
  });
  return told.length === 0 ? [] : ["", ...told];
}

function help(): string[] {
  const nouns = Map.groupBy(commands, ({ noun }) => noun);
  const groups = [...nouns].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, verbs]) => verbs.map(helpLine));
  return [
    "Usage: tieout <noun> [<verb>] [options]",
    ...groups.flatMap((lines) => ["", ...lines]),
    "",
    "With every command:",
    "  --home DIR                    Data folder",
    "  --json                        JSON output, one object per line for lists",
    "  --secrets keychain|memory     Where ledger sign-ins are kept",
    "  --quiet                       No progress messages",
    "  --help                        Show a command's options",
    `  --${SYNCED_FOLDER_FLAG.padEnd(27)} Allow a data folder on a cloud drive or network share`,
    "",
    "Exit status: 0 done, 1 failed, 2 invalid input, 3 partly done, 4 still queued",
  ];
}

function helpLine({ noun, verb, summary }: AnyCommand): string {
  return `  ${`${noun} ${verb}`.padEnd(27)} ${t(summary)}`;
}

function refuse(output: Output, failure: Failure): ExitStatus {
  output.failure(failure);
  return exitOf(failure);
}
