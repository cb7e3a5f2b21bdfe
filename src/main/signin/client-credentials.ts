import * as oauth from "openid-client";
import type { Http, Ports } from "#main/ports/index.ts";
import type { TokenSource } from "#main/transport/tokens/token-source.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { serverWith } from "./authorization-server.ts";
import { readPrivateKey, type SigningAlgorithm } from "./private-key.ts";
import { askForTokens } from "./token-reply.ts";

/** `{"type":"oauth2_client_credentials"}` of a connection file, with access to the private key. */
export interface ClientCredentialsConfig {
  readonly tokenUrl: string;
  readonly clientId: string;
  /** The ledger's id of the uploaded certificate; the assertion's `kid`. */
  readonly certificateId: string;
  readonly algorithm: SigningAlgorithm;
  readonly scopes: readonly string[];
  /** The private key as PEM text. It is read for every signature, so that a corrected key is used at once. */
  readonly privateKey: () => Promise<Result<string, Failure>>;
}

export interface ClientCredentialsOptions {
  readonly config: ClientCredentialsConfig;
  readonly connectionId: string;
  readonly ports: Pick<Ports, "clock" | "http" | "log">;
}

/** Well below the hour that the ledger allows. */
const ASSERTION_SECONDS = 240;
const RENEW_AT = 0.8;
/** Beyond this difference, assertions are signed with the ledger's time instead of this machine's. */
const SKEW_MS = 10_000;
/** Per request, including the first one. */
const TRIES = 3;

interface Access {
  readonly token: string;
  readonly renewAtMs: number;
}

/**
 * Access tokens for an assertion that is signed locally (PS256 or ES256). There is no refresh token: a new
 * assertion is signed when the access token is about to expire. Concurrent callers share one request. Failures:
 * `needs_sign_in` (the ledger refused key, certificate or app), `ledger_unreachable`, `secret_missing` and
 * `keychain_unavailable` for the key.
 */
export function createClientCredentialsSource(options: ClientCredentialsOptions): TokenSource {
  const { clock } = options.ports;
  const time = { offsetMs: 0 };
  let access: Access | null = null;
  let running: Promise<Result<string, Failure>> | null = null;

  const renew = async (): Promise<Result<string, Failure>> => {
    const asked = await askWithRightClock(options, time);
    if (!asked.ok) return asked;
    access = { token: asked.value.token, renewAtMs: clock.monotonicMs() + asked.value.seconds * 1_000 * RENEW_AT };
    return ok(access.token);
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
    whenRefused: {
      next: "Check in the ledger that the certificate is valid and that its role has access to these books. To use a new certificate, choose Disconnect on the Connection screen, select “Also remove the connection from this client,” and connect the client again.",
    },
  };
}

interface Given {
  readonly token: string;
  readonly seconds: number;
}

interface ClockOffset {
  /** The ledger's clock minus this machine's, from the dates of its answers. */
  offsetMs: number;
}

/** A refusal may only mean that this machine's clock is wrong: if the answer's date shows that, a second assertion is tried. */
async function askWithRightClock(options: ClientCredentialsOptions, time: ClockOffset): Promise<Result<Given, Failure>> {
  const before = time.offsetMs;
  const first = await ask(options, time);
  const isMended = !first.ok && first.failure.code === "needs_sign_in" && Math.abs(time.offsetMs - before) > SKEW_MS;
  if (!isMended) return first;
  options.ports.log.warn("signin.clock_corrected", { connection: options.connectionId, offsetMs: time.offsetMs });
  return ask(options, time);
}

/** An answer that was cut off, or a web page instead of one, says nothing about key or app: a new assertion is sent. */
async function ask(options: ClientCredentialsOptions, time: ClockOffset): Promise<Result<Given, Failure>> {
  const { config, ports } = options;
  for (let tried = 1; ; tried++) {
    const text = await config.privateKey();
    if (!text.ok) return text;
    const key = await readPrivateKey(text.value, config.algorithm);
    if (!key.ok) return key;
    const auth = oauth.PrivateKeyJwt({ key: key.value, kid: config.certificateId }, { [oauth.modifyAssertion]: sign(config, ports, time) });
    const reply = await askForTokens(dated(ports, time), (http) =>
      oauth.clientCredentialsGrant(serverWith(config, auth, http, new AbortController().signal)),
    );
    if (reply.kind === "granted") return ok({ token: reply.tokens.access_token, seconds: reply.tokens.expires_in ?? 1_800 });
    if (reply.kind === "refused") return fail(refusal(reply.word));
    if (reply.kind === "unclear") return fail(refusal(null));
    if (reply.kind === "busy") return fail(busy());
    const isGarbled = reply.status !== null;
    if (!isGarbled || tried === TRIES) return fail(unreachable());
    await ports.clock.sleep(tried * 1_000);
  }
}

/** The claims that the ledger requires: its token address as audience, the scopes, and times by its own clock. */
function sign(config: ClientCredentialsConfig, { clock }: Pick<Ports, "clock">, time: ClockOffset) {
  return (header: Record<string, unknown>, claims: Record<string, unknown>): void => {
    const now = Math.floor((clock.nowMs() + time.offsetMs) / 1_000);
    header.typ = "JWT";
    claims.aud = config.tokenUrl;
    claims.iat = now;
    claims.exp = now + ASSERTION_SECONDS;
    // A ledger with a slow clock would refuse it.
    delete claims.nbf;
    if (config.scopes.length > 0) claims.scope = [...config.scopes];
  };
}

/** The HTTP port, which also learns the ledger's clock from its answers. */
function dated({ http, clock }: Pick<Ports, "http" | "clock">, time: ClockOffset): Http {
  return async (request) => {
    const response = await http(request);
    const aheadMs = Date.parse(response.headers.date ?? "") - clock.nowMs();
    if (!Number.isNaN(aheadMs)) time.offsetMs = Math.abs(aheadMs) > SKEW_MS ? aheadMs : 0;
    return response;
  };
}

/** @param word null where the answer was neither a token nor a standard refusal */
function refusal(word: string | null): Failure {
  return {
    code: "needs_sign_in",
    message:
      word === null
        ? "The ledger's sign-in service returned an unexpected answer."
        : `The ledger rejected the sign-in with the certificate (${word}).`,
    next: "Check in the ledger that the certificate is uploaded, hasn't expired, and belongs to this connection's client ID.",
  };
}

function busy(): Failure {
  return {
    code: "ledger_unreachable",
    message: "The ledger's sign-in service is busy or temporarily unavailable.",
    next: "Wait a few minutes, then try again. A sync continues where it stopped.",
  };
}

function unreachable(): Failure {
  return {
    code: "ledger_unreachable",
    message: "The ledger's sign-in service didn't answer.",
    next: "Check your internet connection and try again. A sync continues where it stopped.",
  };
}
