import { readFileSync, statSync } from "node:fs";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";

const MAX_BYTES = 20_000;

/** The text of a private key file. The failure names the file and never its content. */
export function readPrivateKeyFile(path: string): Result<string, Failure> {
  try {
    if (statSync(path).size > MAX_BYTES) throw new Error("it is too large to be a key");
    return ok(readFileSync(path, "utf8"));
  } catch (error) {
    return fail({
      code: "secret_missing",
      message: `The private key file ${path} can not be read: ${(error as Error).message}.`,
      field: "auth.privateKeyFile",
      next: "Put the key there, readable for you alone, or correct privateKeyFile.",
    });
  }
}
