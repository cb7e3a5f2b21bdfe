import * as oauth from "openid-client";
import type { Ports } from "#main/ports/index.ts";
import { authorizationServer, type ServerAddresses } from "./authorization-server.ts";
import { type ClientSecretPlace, readClientSecret } from "./client-secret.ts";

/** `unreachable`: the ledger didn't confirm, so the grant may still exist there. */
export type Revocation = "revoked" | "not_offered" | "unreachable";

const PATIENCE_MS = 30_000;

/** Revokes a grant at the ledger by its refresh token (or by the access token where there is none). No answer makes it throw. */
export async function revokeGrant(
  config: ServerAddresses & ClientSecretPlace,
  token: string,
  ports: Pick<Ports, "http" | "env" | "log" | "secrets" | "clock">,
): Promise<Revocation> {
  if (config.revokeUrl === undefined) return "not_offered";
  const secret = await readClientSecret(config, ports);
  if (!secret.ok) return "unreachable";
  const ended = new AbortController();
  const timer = ports.clock.sleep(PATIENCE_MS, ended.signal).then(
    () => "late" as const,
    () => "late" as const,
  );
  try {
    const server = authorizationServer(config, secret.value, ports.http, ended.signal);
    const outcome = await Promise.race([oauth.tokenRevocation(server, token).then(() => "revoked" as const), timer]);
    return outcome === "revoked" ? "revoked" : "unreachable";
  } catch (error) {
    // The library's errors may contain what was sent.
    ports.log.warn("signin.revoke_failed", { kind: error instanceof Error ? error.name : "unknown" });
    return "unreachable";
  } finally {
    ended.abort();
  }
}
