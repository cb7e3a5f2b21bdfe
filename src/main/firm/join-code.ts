import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { type ServerAddress, serverAddress } from "#main/store/server/address.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

const PREFIX = "tieout-join-";
const MAX = 200_000;
const content = z.strictObject({ v: z.literal(1), at: serverAddress });

/** A login that doesn't exist yet, and a password for it. */
export function newLogin(): { readonly login: string; readonly password: string } {
  return { login: `tieout_${randomBytes(10).toString("hex")}`, password: randomBytes(24).toString("base64url") };
}

/** What an invited person hands to `firm join`: where the server is, and a login that is good for joining once. */
export function writeJoinCode(at: ServerAddress): string {
  return `${PREFIX}${Buffer.from(JSON.stringify({ v: 1, at })).toString("base64url")}`;
}

export function readJoinCode(code: string): Result<ServerAddress, Failure> {
  const refused = fail({
    code: "invalid_input",
    message: "This isn't an invitation to a firm.",
    field: "code",
    next: "Paste the whole code, including “tieout-join-” at the beginning.",
  } as const);
  const text = code.trim();
  if (!text.startsWith(PREFIX) || text.length > MAX) return refused;
  const bytes = Buffer.from(text.slice(PREFIX.length), "base64url").toString();
  try {
    const read = content.safeParse(JSON.parse(bytes));
    return read.success ? ok(read.data.at) : refused;
  } catch (error) {
    if (error instanceof SyntaxError) return refused;
    throw error;
  }
}

/** What the server keeps of an invitation. */
export function codeHash(password: string): Buffer {
  return createHash("sha256").update(password).digest();
}
