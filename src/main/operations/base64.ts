import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";

/** The bytes of a file that came as text. */
export function bytesOf(base64: string): Result<Uint8Array<ArrayBuffer>, Failure> {
  try {
    return ok(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));
  } catch (error) {
    const message = `The file's content is not base64: ${error instanceof Error ? error.message : String(error)}`;
    return fail({ code: "invalid_input", message, field: "content" });
  }
}

/** Bytes as text, for a bridge that carries text. */
export function textOf(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += CHUNK) binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(binary);
}

// A call takes some tens of thousands of arguments.
const CHUNK = 8_192;
