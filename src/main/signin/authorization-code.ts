import * as oauth from "openid-client";
import { HttpFailure, type Landing, type Ports } from "#main/ports/index.ts";
import type { Grant } from "#main/transport/oauth-refresh.ts";
import { secretMissing } from "#main/transport/token-source.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";
import { portFetch } from "./port-fetch.ts";

/** `{"type":"oauth2_authorization_code"}` of a connection file. */
export interface AuthorizationCodeConfig {
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecretEnv?: string | undefined;
  readonly scopes: readonly string[];
}

export interface AuthorizationCodeOptions {
  readonly config: AuthorizationCodeConfig;
  readonly ports: Pick<Ports, "clock" | "http" | "env" | "log" | "landing">;
  readonly signal: AbortSignal;
}

/** How long a person has in the browser. */
const PATIENCE_MS = 300_000;

/**
 * Signs in through the person's own browser: PKCE S256, a state of 256 bits, one use of the landing.
 * Failures: `cancelled`, `needs_sign_in` (denied, misused or too late), `ledger_unreachable`,
 * `secret_missing`, `not_supported` where the host can open no landing.
 */
export async function signInByCode(options: AuthorizationCodeOptions): Promise<Result<Grant, Failure>> {
  const { ports, config } = options;
  if (ports.landing === undefined)
    return fail({ code: "not_supported", message: "This host can not receive a sign-in from the browser.", field: "auth.type" });
  const secret = config.clientSecretEnv === undefined ? null : ports.env(config.clientSecretEnv);
  if (secret === undefined || secret === "") return fail(secretMissing(config.clientSecretEnv as string, "the client secret"));
  if (options.signal.aborted) return fail(cancelled());
  // The landing listens before the browser opens: nobody else can take its port in between.
  const landing = await ports.landing();
  try {
    return await throughBrowser(options, landing, secret);
  } finally {
    await landing.close();
  }
}

async function throughBrowser(options: AuthorizationCodeOptions, landing: Landing, secret: string | null): Promise<Result<Grant, Failure>> {
  const { config, ports, signal } = options;
  const server = authorizationServer(config, secret);
  server[oauth.customFetch] = portFetch(ports.http, signal);
  const verifier = oauth.randomPKCECodeVerifier();
  const state = oauth.randomState();
  const address = oauth.buildAuthorizationUrl(server, {
    redirect_uri: landing.redirectUri,
    ...(config.scopes.length === 0 ? {} : { scope: config.scopes.join(" ") }),
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state,
  });
  landing.show(address.href);
  const arrived = await withPatience(options, landing.arrived);
  if (!arrived.ok) return arrived;
  try {
    const tokens = await oauth.authorizationCodeGrant(server, arrived.value, { pkceCodeVerifier: verifier, expectedState: state });
    return ok({ accessToken: tokens.access_token, refreshToken: tokens.refresh_token ?? null, seconds: tokens.expires_in ?? 1_800 });
  } catch (error) {
    return fail(signal.aborted ? cancelled() : grantFailure(error));
  }
}

function authorizationServer(config: AuthorizationCodeConfig, secret: string | null): oauth.Configuration {
  const server = new oauth.Configuration(
    // A connection file names no issuer; the origin of the token address stands for it where the ledger says `iss`.
    { issuer: new URL(config.tokenUrl).origin, authorization_endpoint: config.authorizeUrl, token_endpoint: config.tokenUrl },
    config.clientId,
    undefined,
    secret === null ? oauth.None() : oauth.ClientSecretBasic(secret),
  );
  // A connection file allows http for this machine only: the simulated ledgers.
  if (new URL(config.tokenUrl).protocol === "http:") oauth.allowInsecureRequests(server);
  return server;
}

/** The redirect, unless the person cancels or takes too long. */
async function withPatience({ ports, signal }: AuthorizationCodeOptions, arrived: Promise<URL>): Promise<Result<URL, Failure>> {
  const ended = new AbortController();
  const timer = ports.clock.sleep(PATIENCE_MS, AbortSignal.any([ended.signal, signal])).then(
    () => fail(late()),
    () => fail(cancelled()),
  );
  const outcome = await Promise.race([arrived.then(ok), timer]);
  ended.abort();
  return outcome;
}

/** The library's errors may repeat what was sent, so only the standard's own words are kept. */
function grantFailure(error: unknown): Failure {
  const cause = error instanceof Error && error.cause instanceof HttpFailure ? error.cause : error;
  if (cause instanceof HttpFailure)
    return {
      code: "ledger_unreachable",
      message: "The ledger's sign-in service did not answer.",
      next: "Check the connection and sign in again.",
    };
  const named = (error as { error?: unknown }).error;
  const what = typeof named === "string" && /^[a-z_]{1,40}$/.test(named) ? named : "the answer did not belong to this sign-in";
  return { code: "needs_sign_in", message: `The ledger did not sign in (${what}).`, next: nextStep(what) };
}

function nextStep(what: string): string {
  // One scope that the ledger has not granted to the app refuses the whole sign-in.
  return what === "invalid_scope"
    ? "Remove the scopes that the app is not approved for, then sign in again."
    : "Sign in to the ledger again.";
}

function late(): Failure {
  return { code: "needs_sign_in", message: "Nobody signed in within five minutes.", next: "Start the sign-in again." };
}

function cancelled(): Failure {
  return { code: "cancelled", message: "The sign-in was cancelled." };
}
