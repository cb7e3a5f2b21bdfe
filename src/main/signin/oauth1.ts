import { createHmac } from "node:crypto";
import OAuth from "oauth-1.0a";
import type { Ports } from "#main/ports/index.ts";
import { newTokenFrom, secretMissing, type TokenSource } from "#main/transport/tokens/token-source.ts";
import { dayName } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/** `{"type":"oauth1_token"}` of a connection file: the four values are variables of the environment. */
export interface OAuth1Config {
  readonly consumerKeyEnv: string;
  readonly consumerSecretEnv: string;
  readonly tokenEnv: string;
  readonly tokenSecretEnv: string;
}

/** Signs one request. @returns the value of its `authorization` header */
export type SignRequest = (request: { readonly method: string; readonly url: string }) => string;

/** From this day on no new connection may be made this way; those that are there go on. */
const NEW_UNTIL = "2027-01-01";

/** Refuses a new connection when the vendor no longer accepts new integrations of this kind. */
export function refuseNewOAuth1(today: string): Failure | null {
  if (today < NEW_UNTIL) return null;
  return {
    code: "not_supported",
    message: `The ledger stopped accepting new OAuth 1.0 connections on ${dayName(NEW_UNTIL)}.`,
    field: "auth.type",
    next: "In the connection file, set auth.type to oauth2_client_credentials (a certificate) or oauth2_authorization_code (the browser). Existing connections keep working.",
  };
}

/** Gives the token while all four values are there; there is nothing to renew. */
export function createOAuth1Source(config: OAuth1Config, env: Ports["env"]): TokenSource {
  return {
    token: async () => {
      const values = readValues(config, env);
      return values.ok ? ok(values.value.token) : values;
    },
    refresh: async () =>
      fail({
        code: "needs_sign_in",
        message: "The ledger doesn't accept this connection's token.",
        ...newTokenFrom(config.tokenEnv, config.tokenSecretEnv),
      }),
  };
}

/**
 * Signs requests with HMAC-SHA256, a fresh nonce and the time of the clock.
 * @param realm the ledger's account id
 * @throws Error when a value is missing; `createOAuth1Source` has said so before
 */
export function oauth1Signer(config: OAuth1Config, realm: string, ports: Pick<Ports, "clock" | "env" | "uuid">): SignRequest {
  return (request) => {
    const values = readValues(config, ports.env);
    if (!values.ok) throw new Error(values.failure.message);
    const { consumerKey, consumerSecret, token, tokenSecret } = values.value;
    const oauth = new OAuth({
      consumer: { key: consumerKey, secret: consumerSecret },
      realm,
      signature_method: "HMAC-SHA256",
      hash_function: (base, key) => createHmac("sha256", key).update(base).digest("base64"),
    });
    oauth.getTimeStamp = () => Math.floor(ports.clock.nowMs() / 1_000);
    oauth.getNonce = () => ports.uuid().replaceAll("-", "");
    return oauth.toHeader(oauth.authorize({ method: request.method, url: request.url }, { key: token, secret: tokenSecret })).Authorization;
  };
}

interface Values {
  readonly consumerKey: string;
  readonly consumerSecret: string;
  readonly token: string;
  readonly tokenSecret: string;
}

function readValues(config: OAuth1Config, env: Ports["env"]): Result<Values, Failure> {
  const variables = [config.consumerKeyEnv, config.consumerSecretEnv, config.tokenEnv, config.tokenSecretEnv];
  const missing = variables.find((variable) => (env(variable) ?? "") === "");
  if (missing !== undefined) return fail(secretMissing(missing, "an OAuth 1.0 key, token or secret"));
  const [consumerKey = "", consumerSecret = "", token = "", tokenSecret = ""] = variables.map((variable) => env(variable) ?? "");
  return ok({ consumerKey, consumerSecret, token, tokenSecret });
}
