import { z } from "zod";
import { HttpFailure, type HttpResponse, type Ports } from "#main/ports/index.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";
import { backoffMs } from "./retry.ts";
import { secretMissing, type TokenSource } from "./token-source.ts";

/** `{"type":"oauth2_refresh"}` of a connection file. */
export interface OAuthRefreshConfig {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecretEnv?: string | undefined;
  /** Absent when only a sign-in in the browser brings the first one. */
  readonly refreshTokenEnv?: string | undefined;
}

/** What a ledger grants when a person signs in. */
export interface Grant {
  readonly accessToken: string;
  /** Null when the ledger gives none: a person signs in again when the access token ends. */
  readonly refreshToken: string | null;
  readonly seconds: number;
}

/** A token source that also takes a fresh grant. */
export interface GrantSource extends TokenSource {
  /** Stores the grant's refresh token, then uses its access token. Failure: `keychain_unavailable`. */
  adopt(grant: Grant): Promise<Result<null, Failure>>;
}

export interface OAuthRefreshOptions {
  readonly config: OAuthRefreshConfig;
  readonly connectionId: string;
  readonly ports: Pick<Ports, "clock" | "http" | "random" | "secrets" | "env" | "log">;
}

const tokenAnswer = z.object({
  access_token: z.string().min(1),
  // Ledger C sends the seconds as a string.
  expires_in: z.coerce.number().positive().catch(1_800),
  refresh_token: z.string().min(1).optional(),
});

const TRIES = 3;
/** Renewed at this part of its life, so that pages in flight do not outlive it. */
const RENEW_AT = 0.8;
const TIMEOUT_MS = 30_000;
const MAX_BYTES = 1_048_576;

/** Under which name the secret store keeps a connection's newest refresh token. */
export function refreshTokenName(connectionId: string): string {
  return `${connectionId}/refresh_token`;
}

/**
 * Access tokens by refresh token. The first refresh token comes from the environment; from then on
 * the newest one is in the secret store, and it is stored before the access token that came with it
 * is used: a crash in between must not lose a single-use token. Access tokens stay in memory.
 */
export function createOAuthRefreshSource(options: OAuthRefreshOptions): GrantSource {
  const { clock, secrets, log } = options.ports;
  let access: { readonly token: string; readonly renewAtMs: number } | null = null;
  /** A rotated token that the secret store could not take yet. */
  let unstored: string | null = null;
  let running: Promise<Result<string, Failure>> | null = null;

  const renew = async (): Promise<Result<string, Failure>> => {
    const current = unstored === null ? await readRefreshToken(options) : ok(unstored);
    if (!current.ok) return current;
    const answer = await requestToken(options, current.value);
    if (!answer.ok) return answer;
    const { access_token: token, refresh_token: rotated = current.value, expires_in: seconds } = answer.value;
    const kept = await keep({ accessToken: token, refreshToken: rotated, seconds });
    return kept.ok ? ok(token) : kept;
  };
  const keep = async ({ accessToken, refreshToken, seconds }: Grant): Promise<Result<null, Failure>> => {
    unstored = refreshToken;
    try {
      if (refreshToken === null) await secrets.delete(refreshTokenName(options.connectionId));
      else await secrets.set(refreshTokenName(options.connectionId), refreshToken);
    } catch (error) {
      log.error("auth.store_failed", error, { connection: options.connectionId });
      return fail(keychainFailure());
    }
    unstored = null;
    access = { token: accessToken, renewAtMs: clock.monotonicMs() + seconds * 1_000 * RENEW_AT };
    return ok(null);
  };
  const renewOnce = (): Promise<Result<string, Failure>> => {
    running ??= renew().finally(() => {
      running = null;
    });
    return running;
  };

  return {
    token: async () => (access !== null && clock.monotonicMs() < access.renewAtMs ? ok(access.token) : renewOnce()),
    refresh: async (refused) => (access !== null && access.token !== refused ? ok(access.token) : renewOnce()),
    adopt: async (grant) => {
      // A renewal under way would store the older grant's token over the new one.
      await running;
      return keep(grant);
    },
  };
}

async function readRefreshToken({ config, connectionId, ports }: OAuthRefreshOptions): Promise<Result<string, Failure>> {
  try {
    const stored = await ports.secrets.get(refreshTokenName(connectionId));
    if (stored !== null) return ok(stored);
  } catch (error) {
    // Locked is not disconnected: nothing is deleted and the environment is not asked instead.
    ports.log.error("auth.read_failed", error, { connection: connectionId });
    return fail(keychainFailure());
  }
  if (config.refreshTokenEnv === undefined) return fail(notSignedIn());
  const first = ports.env(config.refreshTokenEnv);
  return first === undefined || first === "" ? fail(secretMissing(config.refreshTokenEnv, "the first refresh token")) : ok(first);
}

async function requestToken(options: OAuthRefreshOptions, refreshToken: string): Promise<Result<z.infer<typeof tokenAnswer>, Failure>> {
  const { config, ports } = options;
  const secret = config.clientSecretEnv === undefined ? null : ports.env(config.clientSecretEnv);
  if (secret === undefined || secret === "") return fail(secretMissing(config.clientSecretEnv as string, "the client secret"));
  for (let tried = 1; ; tried++) {
    const response = await post(options, refreshToken, secret);
    if (response !== null && response.status < 500 && response.status !== 429) return readTokenAnswer(response);
    ports.log.warn("auth.token_endpoint_failed", { connection: options.connectionId, status: response?.status ?? null, tried });
    // A lost answer may have rotated the token; ledgers honour the old one for a while.
    if (tried === TRIES) return fail(unreachable(response));
    await ports.clock.sleep(backoffMs(tried, undefined, ports.random));
  }
}

async function post({ config, ports }: OAuthRefreshOptions, refreshToken: string, secret: string | null): Promise<HttpResponse | null> {
  const form = new URLSearchParams({ grant_type: "refresh_token", refresh_token: refreshToken });
  const headers: Record<string, string> = { "content-type": "application/x-www-form-urlencoded", accept: "application/json" };
  if (secret === null) form.set("client_id", config.clientId);
  else headers.authorization = `Basic ${basicCredentials(config.clientId, secret)}`;
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

function readTokenAnswer(response: HttpResponse): Result<z.infer<typeof tokenAnswer>, Failure> {
  const json = parseJson(response.body);
  const answer = response.status === 200 ? tokenAnswer.safeParse(json) : null;
  if (answer?.success === true) return ok(answer.data);
  const named = z.object({ error: z.string().regex(/^[a-z_]{1,40}$/) }).safeParse(json);
  // The body may repeat what was sent, so only the standard's error word is kept.
  const what = named.success ? named.data.error : `status ${response.status}`;
  return fail({
    code: "needs_sign_in",
    message: `The ledger did not renew the sign-in (${what}).`,
    next: "Sign in to the ledger again.",
  });
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return null;
  }
}

function unreachable(response: HttpResponse | null): Failure {
  const how = response === null ? "did not answer" : `answered with status ${response.status}`;
  return {
    code: "ledger_unreachable",
    message: `The ledger's sign-in service ${how}.`,
    next: "Check the connection; it is tried again later.",
  };
}

function notSignedIn(): Failure {
  return { code: "needs_sign_in", message: "Nobody is signed in to the ledger.", next: "Sign in to the ledger." };
}

function keychainFailure(): Failure {
  return {
    code: "keychain_unavailable",
    message: "The keychain could not be used, so the sign-in was not renewed.",
    next: "Unlock the keychain and try again.",
  };
}
