import { spawn } from "node:child_process";
import { commandEntry } from "./built.ts";

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

/** Runs the headless command as its own process, as a script would; `interruptAt` presses Ctrl-C when its progress says so; `forPeople` leaves `--json` out. */
export async function headless(
  home: string,
  args: readonly string[],
  options: { readonly env?: Readonly<Record<string, string>>; readonly interruptAt?: RegExp; readonly forPeople?: boolean } = {},
): Promise<HeadlessResult> {
  const entry = await commandEntry();
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [
        entry,
        "--home",
        home,
        "--secrets",
        "memory",
        ...(options.forPeople ? [] : ["--json"]),
        ...(options.interruptAt === undefined ? ["--quiet"] : []),
        ...args,
      ],
      {
        // In American English, whatever this computer speaks.
        env: { ...process.env, LC_ALL: "C", ...options.env },
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk) => {
      stdout += String(chunk);
    });
    child.stderr.on("data", (chunk) => {
      stderr += String(chunk);
      // As Ctrl-C does, once the command has said that it is at work.
      if (options.interruptAt?.test(stderr)) child.kill("SIGINT");
    });
    child.on("error", reject);
    child.on("close", (status) => {
      const rows = () =>
        stdout
          .split("\n")
          .filter((line) => line !== "")
          .map((line) => JSON.parse(line) as Record<string, unknown>);
      resolve({
        status,
        stdout,
        stderr,
        json: () => JSON.parse(stdout),
        rows,
        error: () =>
          (JSON.parse(stderr.split("\n").find((line) => line.startsWith('{"error"')) ?? "{}") as { error: Record<string, unknown> }).error,
      });
    });
  });
}
