import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { commandEntry } from "./built.ts";
import type { CommandAsked } from "./command-host.ts";

export interface HeadlessResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The one JSON document on stdout. */
  json(): unknown;
  /** The rows on stdout. */
  rows(): Record<string, unknown>[];
  /** The contract's error object on stderr. */
  error(): Record<string, unknown>;
}

export interface HeadlessOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Leaves `--json` out. */
  readonly forPeople?: boolean;
  /** Tells its progress. */
  readonly isHeard?: boolean;
}

/** Runs the headless command, in a process that stays for the next one: `headlessProcess` is for what a start or an end may change. */
export async function headless(
  home: string,
  args: readonly string[],
  { env = {}, ...form }: HeadlessOptions = {},
): Promise<HeadlessResult> {
  const host = idle.pop() ?? (await startHost());
  return new Promise((resolve) => {
    const end = (status: number | null) => {
      host.onEnd = () => undefined;
      const { stdout, stderr } = host;
      Object.assign(host, { stdout: "", stderr: "" });
      if (host.child.exitCode === null) idle.push(host);
      resolve(resultOf(status, stdout, stderr));
    };
    host.onEnd = end;
    const asked: CommandAsked = { args: allArgs(home, args, form), env };
    host.child.stdin.write(`${JSON.stringify(asked)}\n`);
  });
}

/** Runs the headless command as its own process, as a script would; `interruptAt` presses Ctrl-C when its progress says so. */
export async function headlessProcess(
  home: string,
  args: readonly string[],
  { env = {}, interruptAt, ...form }: HeadlessOptions & { readonly interruptAt?: RegExp } = {},
): Promise<HeadlessResult> {
  const entry = await commandEntry();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [entry, ...allArgs(home, args, { isHeard: interruptAt !== undefined, ...form })], {
      env: { ...ENV, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk) => {
      stdout += String(chunk);
    });
    child.stderr.on("data", (chunk) => {
      stderr += String(chunk);
      // As Ctrl-C does, once the command has said that it is at work.
      if (interruptAt?.test(stderr)) child.kill("SIGINT");
    });
    child.on("error", reject);
    child.on("close", (status) => resolve(resultOf(status, stdout, stderr)));
  });
}

// In American English, whatever this computer speaks.
const ENV = { ...process.env, LC_ALL: "C" };

function allArgs(home: string, args: readonly string[], { forPeople = false, isHeard = false }: HeadlessOptions): string[] {
  return ["--home", home, "--secrets", "memory", ...(forPeople ? [] : ["--json"]), ...(isHeard ? [] : ["--quiet"]), ...args];
}

function resultOf(status: number | null, stdout: string, stderr: string): HeadlessResult {
  const lines = (text: string) => text.split("\n").filter((line) => line !== "");
  return {
    status,
    stdout,
    stderr,
    json: () => JSON.parse(stdout),
    rows: () => lines(stdout).map((line) => JSON.parse(line) as Record<string, unknown>),
    error: () =>
      (JSON.parse(lines(stderr).find((line) => line.startsWith('{"error"')) ?? "{}") as { error: Record<string, unknown> }).error,
  };
}

interface CommandHost {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  stdout: string;
  stderr: string;
  onEnd: (status: number | null) => void;
}

/** Those that wait for a command; they end with this thread, because their stdin does. */
const idle: CommandHost[] = [];

async function startHost(): Promise<CommandHost> {
  const script = fileURLToPath(new URL("./command-host.ts", import.meta.url));
  const child = spawn(process.execPath, [script, await commandEntry()], { env: ENV, stdio: ["pipe", "pipe", "pipe"] });
  const host: CommandHost = { child, stdout: "", stderr: "", onEnd: () => undefined };
  const read = () => {
    const told = /\0(\d)\n$/.exec(host.stdout);
    if (told === null || !host.stderr.endsWith("\0")) return;
    host.stdout = host.stdout.slice(0, told.index);
    host.stderr = host.stderr.slice(0, -1);
    host.onEnd(Number(told[1]));
  };
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    host.stdout += chunk;
    read();
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    host.stderr += chunk;
    read();
  });
  // A defect ends the process, as it ends a command's.
  child.on("close", (status) => host.onEnd(status));
  return host;
}
