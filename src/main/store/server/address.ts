import { z } from "zod";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/** Where a firm's PostgreSQL is and who connects to it. Without `tls` it is reached on this machine only. */
export const serverAddress = z.strictObject({
  host: z.string().min(1).max(300),
  port: z.number().int().min(1).max(65_535),
  database: z.string().min(1).max(63),
  user: z.string().min(1).max(63),
  password: z.string().max(1_000),
  tls: z.boolean(),
  /** The certificate authority, in PEM, where the system doesn't know it. */
  ca: z.string().max(100_000).optional(),
});
export type ServerAddress = z.infer<typeof serverAddress>;

const DEFAULT_PORT = 5432;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/;

/**
 * Reads `postgres://user@host:port/database`. A server elsewhere is always reached over TLS with its certificate verified.
 * @param given the password where the address has none, and a certificate authority in PEM
 */
export function readServerAddress(
  url: string,
  given: { readonly password?: string | undefined; readonly ca?: string | undefined } = {},
): Result<ServerAddress, Failure> {
  const read = URL.canParse(url) ? new URL(url) : null;
  if (read === null || !/^postgres(?:ql)?:$/.test(read.protocol) || read.hostname === "") return wrong("This isn't a PostgreSQL address.");
  const unknown = [...read.searchParams.keys()].find((name) => name !== "sslmode");
  if (unknown !== undefined) return wrong(`The address has the setting ${unknown}, which Tieout doesn't support.`);
  const host = read.hostname.replace(/^\[(.+)\]$/, "$1");
  const isHere = LOOPBACK.test(host);
  const mode = read.searchParams.get("sslmode") ?? (isHere && given.ca === undefined ? "disable" : "verify-full");
  if (mode !== "verify-full" && !(mode === "disable" && isHere))
    return wrong("Connections to a server on another computer must use TLS with a verified certificate (sslmode=verify-full).");
  const address = serverAddress.safeParse({
    host,
    port: read.port === "" ? DEFAULT_PORT : Number(read.port),
    database: decodeURIComponent(read.pathname.slice(1)),
    user: decodeURIComponent(read.username),
    password: read.password === "" ? (given.password ?? "") : decodeURIComponent(read.password),
    tls: mode === "verify-full",
    ...(given.ca === undefined ? {} : { ca: given.ca }),
  });
  if (address.success) return ok(address.data);
  return wrong(`The address has no usable ${String(address.error.issues[0]?.path[0] ?? "form")}.`);
}

function wrong(message: string): Result<never, Failure> {
  return fail({ code: "invalid_input", message, field: "url", next: "Use the form postgres://user@host:5432/database." });
}

/** The address without its password, for people. */
export function shownAddress({ host, port, database }: Pick<ServerAddress, "host" | "port" | "database">): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}/${database}`;
}
