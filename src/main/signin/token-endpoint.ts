import * as oauth from "openid-client";
import type { Http, Ports } from "#main/ports/index.ts";
import { backoffMs } from "#main/transport/retry.ts";
import { newTokenFrom } from "#main/transport/tokens/token-source.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { authorizationServer } from "./authorization-server.ts";
import { askForTokens, jsonOf } from "./token-reply.ts";

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

const TRIES = 3;
const DAY_SECONDS = 86_400;
/** The app's registration is wrong, not the person's sign-in. */
const OF_THE_APP = new Set(["invalid_client", "unauthorized_client"]);
const PASSING = new Set(["temporarily_unavailable", "server_error", "slow_down"]);

/**
 * Asks for new tokens by refresh token. A lost answer is asked for again with the same token, which
 * ledgers honour for a while after they have rotated it.
 */
export async function requestTokens({ config, grantKey, refreshToken, clientSecret, ports }: TokenRequest): Promise<TokenAnswer> {
  let isLost = false;
  for (let tried = 1; ; tried++) {
    const reply = await askForTokens(ports.http, (http) =>
      oauth.refreshTokenGrant(authorizationServer(config, clientSecret, onlyWhatIsRead(http), new AbortController().signal), refreshToken),
    );
    if (reply.kind === "granted") {
      const { access_token: accessToken, expires_in: seconds = 1_800, refresh_token: rotated = null } = reply.tokens;
      return { kind: "granted", accessToken, seconds: Math.min(seconds, DAY_SECONDS), rotated };
    }
    if (reply.kind === "refused" && !PASSING.has(reply.word)) return refusal(reply.word, isLost, config.refreshTokenEnv);
    if (reply.kind === "refused") return failed(`is busy (${reply.word})`, RETRIED);
    if (reply.kind === "unclear") return failed(`returned an unexpected answer (status ${reply.status})`);
    isLost ||= reply.kind === "lost";
    ports.log.warn("auth.token_endpoint_failed", { connection: grantKey, status: reply.status, tried });
    if (tried === TRIES) {
      if (reply.status === null) return failed("didn't answer");
      const isBusy = reply.status === 429 || reply.status >= 500;
      return failed(`returned no usable answer (status ${reply.status})`, isBusy ? RETRIED : CHECK_NETWORK);
    }
    await ports.clock.sleep(backoffMs(tried, undefined, ports.random));
  }
}

/** This answer may use up the old refresh token: nothing in it that is never read may cost the new one. */
function onlyWhatIsRead(http: Http): Http {
  return async (request) => {
    const answer = await http(request);
    const told = answer.status === 200 ? (jsonOf(answer.body) as Record<string, unknown> | null | undefined) : null;
    if (told === null || typeof told !== "object") return answer;
    const { access_token, refresh_token, expires_in } = told;
    const read = { access_token, refresh_token, token_type: "bearer", ...(Number(expires_in) > 0 ? { expires_in } : {}) };
    return { ...answer, body: new Uint8Array(new TextEncoder().encode(JSON.stringify(read))) };
  };
}

/** @param variable where the first token of a connection comes from that nobody signs in to */
function refusal(word: string, isLost: boolean, variable: string | undefined): TokenAnswer {
  const failure: Failure = OF_THE_APP.has(word)
    ? {
        code: "needs_sign_in",
        message: `The ledger rejected your registered app (${word}).`,
        next:
          variable === undefined
            ? "Check the app's client ID and secret, then reconnect to the ledger."
            : "Check the app's client ID in the connection file and, if the app has a client secret, the secret's environment variable. If you change the secret, restart Tieout.",
      }
    : {
        code: "needs_sign_in",
        message: `The ledger didn't renew the sign-in (${word}).${isLost ? " Its answer to an earlier attempt never arrived." : ""}`,
        ...(variable === undefined
          ? { next: "Reconnect to the ledger. The local copy stays available, and sync continues where it stopped." }
          : newTokenFrom(variable)),
      };
  return { kind: "refused", word, failure };
}

// A sync or a ledger update may be what needs the token.
const RETRIED = "Tieout tries again the next time it contacts the ledger.";
const CHECK_NETWORK = `${RETRIED} If this keeps happening, check your internet connection.`;

function failed(how: string, next = CHECK_NETWORK): TokenAnswer {
  return {
    kind: "failed",
    failure: {
      code: "ledger_unreachable",
      message: `The ledger's sign-in service ${how}.`,
      next,
    },
  };
}
