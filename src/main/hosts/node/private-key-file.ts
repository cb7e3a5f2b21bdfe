import { readNamedFile } from "#main/files/named-file.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

const MAX_BYTES = 20_000;

/** The text of a private key file. The failure names the file and never its content. */
export function readPrivateKeyFile(path: string): Result<string, Failure> {
  const read = readNamedFile(path, "auth.privateKeyFile", MAX_BYTES);
  if (read.ok) return ok(read.value.toString("utf8"));
  return fail({
    ...read.failure,
    code: "secret_missing",
    message: `The private key file ${read.failure.message}`,
    next: `Make sure that the key is in this file and that only you can read it. To use another file, correct "privateKeyFile" in the connection file, remove the client's connection if it has one, and connect the client again.`,
  });
}
