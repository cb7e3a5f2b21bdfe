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
    next: `Put the key file there, readable only by you. Or remove the client's connection, if it has one, correct "privateKeyFile" in the connection file, and connect the client again.`,
  });
}
