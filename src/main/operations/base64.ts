import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/** The bytes of a file that came as text. Node's own decoder skips what is not base64, so the platform's strict one looks first. */
export function bytesOf(base64: string): Result<Uint8Array<ArrayBuffer>, Failure> {
  try {
    return ok(new Uint8Array(Buffer.from(atob(base64), "latin1")));
  } catch {
    return fail({ code: "invalid_input", message: "The file's content isn't valid base64.", field: "content" });
  }
}
