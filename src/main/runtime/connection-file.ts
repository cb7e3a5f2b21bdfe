import { z } from "zod";
import { limitsOverride } from "#main/transport/limiter/limits.ts";
import type { Instant } from "#shared/kernel/instant.ts";
import { fail, type Result } from "#shared/kernel/result.ts";
import { ledgerSystem } from "#shared/model/books/source-ref.ts";
import { readGiven, wrongField } from "#shared/model/labels/given-input.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

const name = z.string().min(1);
const webAddress = z.string().refine(isLedgerAddress, "use an https address (http only for this computer), without a user name, ? or #");

const REDIRECT_RULE =
  "use the word “loopback”, an http address of this computer with a port of 1024 or higher, or the https address of a landing page";

const auth = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("bearer_env"), variable: name }),
  z.strictObject({
    type: z.literal("oauth2_refresh"),
    tokenUrl: webAddress,
    clientId: name,
    revokeUrl: webAddress.optional(),
    clientSecretEnv: name.optional(),
    refreshTokenEnv: name,
  }),
  z.strictObject({
    type: z.literal("oauth2_authorization_code"),
    authorizeUrl: webAddress,
    tokenUrl: webAddress,
    revokeUrl: webAddress.optional(),
    /** Where the ledger lists the tenants of a grant. */
    tenantsUrl: webAddress.optional(),
    clientId: name,
    clientSecretEnv: name.optional(),
    scopes: z.array(z.string()),
    redirect: z.string().refine(isRedirect, REDIRECT_RULE),
  }),
  z.strictObject({
    type: z.literal("oauth2_client_credentials"),
    tokenUrl: webAddress,
    clientId: name,
    certificateId: name,
    privateKeyFile: name,
    algorithm: z.enum(["PS256", "ES256"]),
    scopes: z.array(z.string()),
  }),
  z.strictObject({ type: z.literal("oauth1_token"), consumerKeyEnv: name, consumerSecretEnv: name, tokenEnv: name, tokenSecretEnv: name }),
]);

const connectionFile = z.strictObject({
  system: ledgerSystem,
  name,
  tenantId: z.string().regex(/^[A-Za-z0-9_-]{1,80}$/, "use 1 to 80 letters, digits, - and _"),
  baseUrl: webAddress,
  profile: name.default("neutral"),
  auth,
  limits: limitsOverride.optional(),
  journals: z.boolean().optional(),
});

/** A connection file, version 1: where a ledger is, how to sign in, which limits hold. No secrets. */
export type ConnectionFile = z.infer<typeof connectionFile>;

/** What this computer adds to a connection that was made in the window; no part of a connection file. */
export interface Held {
  /** Connections of one sign-in share its grant. */
  readonly grant?: string;
  /** The profile whose registration is kept here, when it has a secret. */
  readonly app?: string | undefined;
  /** The key in the secret store that signs, in place of `privateKeyFile`. */
  readonly keyId?: string;
  /** When that key's certificate ends. */
  readonly keyEndsAt?: Instant;
  /** Set while a person has ended the connection: nothing is sent. */
  readonly endedAt?: Instant | undefined;
}

/** A connection as the firm's file keeps it. */
export type StoredFile = ConnectionFile & { readonly held?: Held };

/** The file of a stored connection. It was checked when it was added. */
export function storedFile(stored: { readonly body: string }): StoredFile {
  return JSON.parse(stored.body) as StoredFile;
}

/**
 * Reads the text of a connection file.
 * @returns a failure with code `invalid_input` whose `field` names the key
 */
export function readConnectionFile(text: string): Result<ConnectionFile, Failure> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return fail({
      code: "invalid_input",
      message: `Tieout can't read the connection file (${(error as Error).message}).`,
      field: "file",
      next: "Correct the JSON text.",
    });
  }
  const read = readGiven(connectionFile, json);
  if (read.ok) return read;
  const { path, message } = read.failure;
  const where = path.length === 0 ? "Connection file" : `${path.join(".")} in the connection file`;
  return fail({ code: "invalid_input", message: wrongField(where, message), field: path.join(".") || "file" });
}

/** An https address (http for this computer) without user, query or fragment. */
export function isLedgerAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") return false;
  return url.protocol === "https:" || (url.protocol === "http:" && ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname));
}

/** True for what a sign-in can return to: `loopback`, a registered loopback address, or a landing page. */
export function isRedirect(text: string): boolean {
  if (text === "loopback") return true;
  if (!isLedgerAddress(text)) return false;
  const { protocol, port, hostname } = new URL(text);
  return protocol === "https:" || (hostname !== "[::1]" && Number(port) >= 1_024);
}
