import type { Failure } from "#shared/model/ledger/failure.ts";

/** What a page may send in one call beside a file. */
const CALL_CHARS_MAX = 1024 * 1024;
/** A file of 50 MB as base64, the largest that any operation takes; each operation's schema says what it takes itself. */
const FILE_CHARS_MAX = 70_000_000;
/** No call is longer: a reader of unknown length may stop here. */
export const CALL_BYTES_MAX = FILE_CHARS_MAX + CALL_CHARS_MAX;

/** Whether a page sent more in one call than it may: the content of a file is counted apart from the rest. */
export function isTooLong(message: unknown): boolean {
  const content = contentOf(message);
  try {
    return content > FILE_CHARS_MAX || JSON.stringify(message).length - content > CALL_CHARS_MAX;
  } catch {
    // What has no JSON (a cycle, a big integer) is no call either.
    return true;
  }
}

/** For people: a page itself never sends so much, but a file that somebody chose may. */
export function tooLong(field: string): Failure {
  return {
    code: "invalid_input",
    message: "This file or text is too large for Tieout.",
    field,
    next: "Choose a smaller file, or enter less text.",
  };
}

function contentOf(message: unknown): number {
  if (typeof message !== "object" || message === null || !("input" in message)) return 0;
  const { input } = message;
  if (typeof input !== "object" || input === null || !("content" in input)) return 0;
  return typeof input.content === "string" ? input.content.length : 0;
}
