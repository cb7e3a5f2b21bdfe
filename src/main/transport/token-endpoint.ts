import { z } from "zod";
import { HttpFailure, type HttpResponse, type Ports } from "#main/ports/index.ts";
import { isWholeJson } from "#shared/kernel/json-cut.ts";
import type { Failure } from "#shared/model/failure.ts";
import { backoffMs } from "./retry.ts";

/** `{"type":"oauth2_refresh"}` of a connection file. */
export interface OAuthRefreshConfig {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecretEnv?: string | undefined;
  /** Absent when only a sign-in in the browser brings the first one. */
  readonly refreshTokenEnv?: string | undefined;
}

export interface TokenRequest {
  readonly config: OAuthRefreshConfig;
  readonly grantKey: string;
  readonly refreshToken: string;
  /** Null for an app without one. */
  readonly clientSecret: string | null;
  readonly ports: Pick<Ports, "clock" | "http" | "random" | "log">;
}

export type TokenAnswer =
  | { readonly kind: "granted"; readonly accessToken: string; readonly seconds: number; readonly rotated: string | null }
  /** The grant is dead: the ledger refused the refresh token itself. */
  | { readonly kind: "refused"; readonly word: string; readonly failure: Failure }
  /** Nothing is known about the token: nobody answered, or not in the words of a sign-in service. */
  | { readonly kind: "failed"; readonly failure: Failure };

const tokenAnswer = z.object({
  access_token: z.string().min(1),
  // Ledger C sends the seconds as a string.
  expires_in: z.coerce.number().positive().catch(1_800),
  refresh_token: z.string().min(1).optional(),
});
const errorAnswer = z.object({ error: z.string().regex(/^[a-z_]{1,40}$/) });

const TRIES = 3;
const TIMEOUT_MS = 30_000;
const MAX_BYTES = 1_048_576;
const DAY_SECONDS = 86_400;
/** The app's registration is wrong, not the person's sign-in. */
const OF_THE_APP = new Set(["invalid_client", "unauthorized_client"]);
const PASSING = new Set(["temporarily_unavailable", "server_error", "slow_down"]);

/**
 * Asks for new tokens by refresh token. A lost answer is asked for again with the same token, which
 * ledgers honour for a while after they have rotated it.
 */
export async function requestTokens(request: TokenRequest): Promise<TokenAnswer> {
  const { ports, grantKey } = request;
  let isLost = false;
  for (let tried = 1; ; tried++) {
    const response = await post(request);
    // Tokens may have been issued in an answer that was cut off, so it counts as lost.
    const isGarbled = response !== null && response.status >= 200 && response.status < 300 && !isWholeJson(response.body);
    const isFinal = response !== null && response.status < 500 && response.status !== 429 && !isGarbled;
    if (isFinal || (isGarbled && tried === TRIES)) return read(response, isLost);
    isLost ||= response === null || isGarbled;
    ports.log.warn("auth.token_endpoint_failed", { connection: grantKey, status: response?.status ?? null, tried });
    if (tried === TRIES)
      return { kind: "failed", failure: unreachable(response === null ? "did not answer" : `answered with status ${response.status}`) };
    await ports.clock.sleep(backoffMs(tried, undefined, ports.random));
  }
}

async function post({ config, refreshToken, clientSecret, ports }: TokenRequest): Promise<HttpResponse | null> {
  const form = new URLSearchParams({ grant_type: "refresh_token", refresh_token: refreshToken });
  const headers: Record<string, string> = { "content-type": "application/x-www-form-urlencoded", accept: "application/json" };
  if (clientSecret === null) form.set("client_id", config.clientId);
  else headers.authorization = `Basic ${basicCredentials(config.clientId, clientSecret)}`;
  try {
    return await ports.http({
      method: "POST",
      url: config.tokenUrl,
      headers,
      body: form.toString(),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    });
  } catch (error) {
    if (error instanceof HttpFailure) return null;
    throw error;
  }
}

/** The standard asks for form encoding of both parts before they are joined. */
function basicCredentials(clientId: string, secret: string): string {
  return Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`).toString("base64");
}

function read(response: HttpResponse, isLost: boolean): TokenAnswer {
  const json = parseJson(response.body);
  const answer = response.status === 200 ? tokenAnswer.safeParse(json) : null;
  if (answer?.success === true) {
    const { access_token: accessToken, expires_in: seconds, refresh_token: rotated } = answer.data;
    return { kind: "granted", accessToken, seconds: Math.min(seconds, DAY_SECONDS), rotated: rotated ?? null };
  }
  const named = errorAnswer.safeParse(json);
  // A captive portal or a proxy may answer in the ledger's place: that says nothing about the sign-in.
  if (!named.success || response.status < 400 || PASSING.has(named.data.error))
    return { kind: "failed", failure: unreachable(`gave no answer of a sign-in service (status ${response.status})`) };
  // The body may repeat what was sent, so only the standard's error word is kept.
  const word = named.data.error;
  const failure: Failure = OF_THE_APP.has(word)
    ? {
        code: "needs_sign_in",
        message: `The ledger refused the app itself (${word}).`,
        next: "Check the client id and the client secret of the app's registration, then sign in again.",
      }
    : {
        code: "needs_sign_in",
        message: `The ledger did not renew the sign-in (${word})${isLost ? "; an earlier answer of it was lost on the way" : ""}.`,
        next: "Sign in to the ledger again; the mirror stays readable and reading goes on where it ended.",
      };
  return { kind: "refused", word, failure };
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return null;
  }
}

function unreachable(how: string): Failure {
  return {
    code: "ledger_unreachable",
    message: `The ledger's sign-in service ${how}.`,
    next: "Check the connection; it is tried again later.",
  };
}
