import { mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { isOutOfRoom } from "#main/files/storage-failure.ts";
import type { Log } from "#main/ports/index.ts";
import { scrubText } from "./scrub-text.ts";

const FILE_BYTES_MAX = 5 * 1024 * 1024;
const FILES_KEPT = 10;

/** What is held of lines that a full disk did not take; more is dropped. */
const HELD_BYTES_MAX = 256 * 1024;

/**
 * JSON lines in `<home>/logs/tieout.log`, rotated at start. Callers pass built fields, never bodies or secrets.
 * A log that cannot be written, because the disk is full, stops nothing.
 */
export function openLogFile(home: string): Log {
  const folder = join(home, "logs");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, "tieout.log");
  rotate(path);
  const destination = pino.destination({ dest: path, sync: true, mode: 0o600, maxLength: HELD_BYTES_MAX });
  destination.on("error", (error: unknown) => {
    if (!isOutOfRoom(error)) throw error;
  });
  const logger = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
  return {
    info: (event, fields) => logger.info(fields ?? {}, event),
    warn: (event, fields) => logger.warn(fields ?? {}, event),
    error: (event, error, fields) => {
      // What other code throws may quote an address, a header or a file of the person's.
      const clean = (text: string): string => scrubText(text, homedir());
      const { message, stack } = error instanceof Error ? error : new Error(String(error));
      const cause = error instanceof Error && error.cause !== undefined ? clean(String(error.cause)) : null;
      logger.error({ ...fields, message: clean(message), stack: stack === undefined ? null : clean(stack), cause }, event);
    },
  };
}

function rotate(path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size < FILE_BYTES_MAX) return;
  rmSync(`${path}.${FILES_KEPT - 1}`, { force: true });
  for (let index = FILES_KEPT - 2; index >= 1; index--) {
    if (statSync(`${path}.${index}`, { throwIfNoEntry: false }) !== undefined) renameSync(`${path}.${index}`, `${path}.${index + 1}`);
  }
  renameSync(path, `${path}.1`);
}
