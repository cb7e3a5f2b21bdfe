import * as oauth from "openid-client";
import type { Ports } from "#main/ports/index.ts";
import { authorizationServer, type ServerAddresses } from "./authorization-server.ts";
import { type ClientSecretPlace, readClientSecret } from "./client-secret.ts";

/** `unreachable`: the ledger did not confirm it, so the grant may still stand there. */
export type Revocation = "revoked" | "not_offered" | "unreachable";

const PATIENCE_MS = 30_000;

/** Ends a grant at the ledger by its refresh token (or, where it gave none, by the access token). Never throws for an answer. */
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
    // The library's errors may repeat what was sent.
    ports.log.warn("signin.revoke_failed", { kind: error instanceof Error ? error.name : "unknown" });
    return "unreachable";
  } finally {
    ended.abort();
  }
}
