import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { storageFailure } from "#main/files/storage-failure.ts";
import type { CrashView } from "#shared/contract/app/shell.ts";
import { instantString } from "#shared/model/books/money.ts";
import { scrubText } from "./scrub-text.ts";

export interface Crash {
  readonly kind: "main-uncaught" | "renderer-gone" | "child-gone" | "did-not-close";
  /** What the system or the runtime said; an Error gives its message and stack. */
  readonly error?: unknown;
  readonly details?: Readonly<Record<string, string | number | boolean | null>>;
}

const WORDS: Readonly<Record<Crash["kind"], string>> = {
  "main-uncaught": "Tieout stopped unexpectedly",
  "renderer-gone": "A window stopped unexpectedly",
  "child-gone": "A background process stopped unexpectedly",
  "did-not-close": "Tieout took too long to close",
};
const stored = z.object({
  at: instantString,
  kind: z.enum(Object.keys(WORDS) as [Crash["kind"], ...Crash["kind"][]]),
  message: z.string(),
});
const KEPT = 20;
const NAME = /^\d{8}T\d{9}Z-[a-z-]+\.json$/;

/** Crash reports of this machine: files in the data folder, scrubbed of secrets, never sent anywhere. */
export class CrashReports {
  readonly folder: string;
  readonly #facts: Readonly<Record<string, string>>;
  readonly #nowMs: () => number;

  constructor(home: string, facts: Readonly<Record<string, string>>, nowMs: () => number) {
    this.folder = join(home, "crashes");
    this.#facts = facts;
    this.#nowMs = nowMs;
  }

  /** Writes one report, at once: the process may be about to end. */
  write(crash: Crash): void {
    try {
      this.#write(crash);
    } catch (refused) {
      // A full disk or a folder that cannot be written: the crash itself is what matters.
      if (storageFailure(this.folder, refused) === null) throw refused;
    }
  }

  #write({ kind, error, details = {} }: Crash): void {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    const at = new Date(this.#nowMs()).toISOString();
    const { message, stack } =
      error instanceof Error ? error : { message: error === undefined ? words(details) : String(error), stack: undefined };
    const clean = (text: string): string => scrubText(text, homedir());
    const report = {
      at,
      kind,
      ...this.#facts,
      message: clean(message),
      details: Object.fromEntries(Object.entries(details).map(([name, value]) => [name, typeof value === "string" ? clean(value) : value])),
      stack: stack === undefined ? [] : clean(stack).split("\n"),
    };
    const name = `${at.replaceAll(/[-:.]/g, "")}-${kind}.json`;
    writeFileSync(join(this.folder, name), `${JSON.stringify(report, null, 2)}\n`, { mode: 0o600 });
    for (const old of this.#names().slice(KEPT)) rmSync(join(this.folder, old), { force: true });
  }

  /** The newest first. */
  list(): CrashView[] {
    return this.#names().flatMap((name) => {
      const parsed = stored.safeParse(this.#read(name));
      return parsed.success ? [{ name, at: parsed.data.at, what: `${WORDS[parsed.data.kind]}: ${parsed.data.message}`.slice(0, 300) }] : [];
    });
  }

  /** @returns how many there were */
  forget(): number {
    const names = this.#names();
    for (const name of names) rmSync(join(this.folder, name), { force: true });
    return names.length;
  }

  #names(): string[] {
    try {
      return readdirSync(this.folder)
        .filter((name) => NAME.test(name))
        .sort()
        .reverse();
    } catch {
      // Nothing ever crashed here.
      return [];
    }
  }

  #read(name: string): unknown {
    try {
      return JSON.parse(readFileSync(join(this.folder, name), "utf8"));
    } catch {
      // Cut by the very crash that it tells of.
      return null;
    }
  }
}

/** For example `out of memory, exit code 5`. */
function words(details: NonNullable<Crash["details"]>): string {
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== "")
    .map(([name, value]) => detailWords(name, value))
    .join(", ");
}

function detailWords(name: string, value: string | number | boolean | null): string {
  if (name === "reason") return reasonWords(String(value));
  if (name === "afterMs") return `stopped after ${Number(value) / 1000} seconds`;
  if (name === "type") return `${value} process`;
  if (name === "name") return `“${value}”`;
  return `${name === "exitCode" ? "exit code" : name} ${value}`;
}

/** The system's own word for why a process ended, such as `abnormal-exit`. */
function reasonWords(reason: string): string {
  return reason === "oom" ? "out of memory" : reason.replaceAll("-", " ");
}
