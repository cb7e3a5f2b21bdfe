import * as oauth from "openid-client";
import type { Http, Landing, Ports } from "#main/ports/index.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { t } from "#shared/language/t.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { authorizationServer } from "./authorization-server.ts";
import { type ClientSecretPlace, readClientSecret } from "./client-secret.ts";
import { stateForLandingPage } from "./landing-page.ts";
import type { Grant } from "./oauth-refresh.ts";
import { askForTokens, type TokenReply } from "./token-reply.ts";

/** `{"type":"oauth2_authorization_code"}` of a connection file. */
export interface AuthorizationCodeConfig extends ClientSecretPlace {
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly revokeUrl?: string | undefined;
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** `loopback`, a loopback address that was registered to the letter, or the https address of a landing page. */
  readonly redirect?: string | undefined;
}

/** A grant, with what the redirect said besides: ledgers name the chosen tenant there. */
export interface CodeGrant extends Grant {
  readonly redirect: Readonly<Record<string, string>>;
}

export interface AuthorizationCodeOptions {
  readonly config: AuthorizationCodeConfig;
  readonly ports: Pick<Ports, "clock" | "http" | "env" | "log" | "landing" | "secrets">;
  readonly signal: AbortSignal;
}

/** How long a person has in the browser. */
const PATIENCE_MS = 300_000;

/**
 * Signs in through the person's own browser: PKCE S256, a state of 256 bits, one use of the landing.
 * Failures: `cancelled`, `needs_sign_in` (denied, misused or too late), `ledger_unreachable`,
 * `secret_missing`, `not_supported` where the host can open no landing.
 */
export async function signInByCode(options: AuthorizationCodeOptions): Promise<Result<CodeGrant, Failure>> {
  const { ports, config } = options;
  if (ports.landing === undefined)
    return fail({ code: "not_supported", message: "Signing in through the browser isn't possible here.", field: "auth.type" });
  const secret = await readClientSecret(config, ports);
  if (!secret.ok) return secret;
  if (options.signal.aborted) return fail(cancelled());
  const { redirect = "loopback" } = config;
  // The landing listens before the browser opens: nobody else can take its port in between.
  let landing: Landing;
  try {
    landing = await (redirect.startsWith("http://") ? ports.landing(redirect) : ports.landing());
  } catch (error) {
    ports.log.error("signin.no_landing", error);
    return fail(noLanding(redirect));
  }
  try {
    return await throughBrowser(options, landing, secret.value);
  } finally {
    await landing.close();
  }
}

async function throughBrowser(
  options: AuthorizationCodeOptions,
  landing: Landing,
  secret: string | null,
): Promise<Result<CodeGrant, Failure>> {
  const { config, ports, signal } = options;
  const server = (http: Http) => authorizationServer(config, secret, http, signal);
  const verifier = oauth.randomPKCECodeVerifier();
  const viaPage = config.redirect?.startsWith("https://") === true;
  const state = viaPage ? stateForLandingPage(oauth.randomState(), landing.redirectUri) : oauth.randomState();
  const redirectUri = viaPage ? (config.redirect as string) : landing.redirectUri;
  const address = oauth.buildAuthorizationUrl(server(ports.http), {
    redirect_uri: redirectUri,
    ...(config.scopes.length === 0 ? {} : { scope: config.scopes.join(" ") }),
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state,
  });
  landing.expect?.(state);
  landing.show(address.href);
  const arrived = await withPatience(options, landing.arrived);
  if (!arrived.ok) return arrived;
  // The ledger compares the address of the exchange with the one that was asked with.
  const answered = new URL(redirectUri);
  answered.search = arrived.value.search;
  const checks = { pkceCodeVerifier: verifier, expectedState: state };
  const reply = await askForTokens(ports.http, (http) => oauth.authorizationCodeGrant(server(http), answered, checks));
  if (reply.kind !== "granted") return fail(signal.aborted ? cancelled() : refusal(reply));
  const { access_token: accessToken, refresh_token: refreshToken = null, expires_in: seconds = 1_800 } = reply.tokens;
  return ok({ accessToken, refreshToken, seconds, redirect: besides(answered.searchParams) });
}

function besides(parameters: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...parameters].filter(([name]) => !["code", "state", "iss", "session_state"].includes(name)));
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

function refusal(reply: Exclude<TokenReply, { kind: "granted" }>): Failure {
  if (reply.kind === "busy")
    return {
      code: "ledger_unreachable",
      message: "The ledger's sign-in service is busy or temporarily unavailable.",
      next: "Wait a few minutes, then sign in again.",
    };
  if (reply.kind === "lost")
    return {
      code: "ledger_unreachable",
      message: "The ledger's sign-in service didn't answer.",
      next: "Check your internet connection and sign in again.",
    };
  const next = "Sign in to the ledger again.";
  if (reply.kind === "unclear")
    return { code: "needs_sign_in", message: "The ledger's sign-in service returned an unexpected answer.", next };
  const { word } = reply;
  if (word === "access_denied")
    return {
      code: "needs_sign_in",
      message: "Access was declined on the ledger's sign-in page.",
      next: "Sign in again and allow access.",
      detail: word,
    };
  return { code: "needs_sign_in", message: `The ledger rejected the sign-in (${word}).`, next, ...adviceFor(word) };
}

/** One scope the ledger hasn't approved for the app fails the whole sign-in; the field says that this was it. */
function adviceFor(word: string): Pick<Failure, "field" | "next"> {
  if (word !== "invalid_scope") return {};
  return {
    field: "scopes",
    next: "Ask the ledger's provider to approve the permissions (scopes) that your app requests, then sign in again. If you're connecting with a connection file, you can also remove the unapproved scopes from it.",
  };
}

function noLanding(redirect: string): Failure {
  return {
    code: "busy",
    message: `Tieout couldn't receive the sign-in from the browser${redirect.startsWith("http://") ? ` at ${redirect}` : ""}.`,
    next: redirect.startsWith("http://")
      ? "Quit the program that uses this address, then sign in again. If that doesn't help, register another address with the ledger and connect the client with that address."
      : "Restart Tieout and sign in again.",
  };
}

function late(): Failure {
  return { code: "needs_sign_in", message: "The sign-in timed out after five minutes.", next: "Sign in again." };
}

function cancelled(): Failure {
  return { code: "cancelled", message: t("The sign-in was canceled.") };
}
