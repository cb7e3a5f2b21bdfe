import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { ShellState } from "#shared/contract/app/shell.ts";

const stored = z.object({ failed: z.number().int().nonnegative() });
const FAILED_MAX = 3;
const OFF =
  "Everything in the background is off: automatic sync, sending queued ledger updates, daily snapshots, exchanging data with colleagues, and the demo firm's ledgers.";
const FILE = "starts.json";

export interface Start {
  /** Set when this start is to do as little as possible. */
  readonly safeMode: ShellState["safeMode"];
  /** The app is up, or was closed in order: the next start is an ordinary one. */
  wentWell(): void;
  /** This start was refused for another reason (another process has the folder), so it isn't counted. */
  doesNotCount(): void;
}

/**
 * Notes a start before anything can go wrong in it. Three that never came up are followed by safe mode,
 * as is `--safe-mode`.
 */
export function noteStart(home: string, asked: boolean): Start {
  const before = read(home);
  write(home, before + 1);
  return {
    safeMode: safeMode(before, asked),
    wentWell: () => write(home, 0),
    doesNotCount: () => write(home, before),
  };
}

function safeMode(failed: number, asked: boolean): ShellState["safeMode"] {
  const leave = "To leave safe mode, quit Tieout and start it normally.";
  if (asked) return { why: `Tieout is in safe mode. ${OFF}`, leave };
  if (failed < FAILED_MAX) return null;
  return {
    why: `Tieout failed to start ${failed} times in a row, so it's in safe mode. ${OFF}`,
    leave,
  };
}

function read(home: string): number {
  try {
    return stored.parse(JSON.parse(readFileSync(join(home, FILE), "utf8"))).failed;
  } catch {
    // The first start, or a note that was cut.
    return 0;
  }
}

function write(home: string, failed: number): void {
  const file = join(home, FILE);
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 });
    writeFileSync(`${file}.new`, JSON.stringify({ failed }), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } catch {
    // Opening the data folder reports an unwritable folder a moment later.
    return;
  }
}
