import * as oauth from "openid-client";
import type { Http } from "#main/ports/index.ts";
import { portFetch } from "./port-fetch.ts";

/** Where a ledger grants, renews and ends sign-ins. */
export interface ServerAddresses {
  readonly authorizeUrl?: string | undefined;
  readonly tokenUrl: string;
  readonly revokeUrl?: string | undefined;
  readonly clientId: string;
}

const CLOCK_TOLERANCE_S = 86_400;

/**
 * The ledger's authorization server as the library wants it, reached through the HTTP port.
 * @param secret the app's secret, sent by Basic; null names the app by its id alone
 */
export function authorizationServer(config: ServerAddresses, secret: string | null, http: Http, signal: AbortSignal): oauth.Configuration {
  return serverWith(config, secret === null ? oauth.None() : oauth.ClientSecretBasic(secret), http, signal);
}

/** The same with another way to say who asks. */
export function serverWith(config: ServerAddresses, auth: oauth.ClientAuth, http: Http, signal: AbortSignal): oauth.Configuration {
  const server = new oauth.Configuration(
    {
      // A connection file names no issuer; the origin of the token address stands for it where the ledger says `iss`.
      issuer: new URL(config.tokenUrl).origin,
      ...(config.authorizeUrl === undefined ? {} : { authorization_endpoint: config.authorizeUrl }),
      token_endpoint: config.tokenUrl,
      ...(config.revokeUrl === undefined ? {} : { revocation_endpoint: config.revokeUrl }),
    },
    config.clientId,
    // Who signed in is not read here; a clock of this machine that is wrong must not refuse a good grant for its sake.
    { [oauth.clockTolerance]: CLOCK_TOLERANCE_S },
    auth,
  );
  // A connection file allows http for this machine only: the simulated ledgers.
  if (new URL(config.tokenUrl).protocol === "http:") oauth.allowInsecureRequests(server);
  server[oauth.customFetch] = portFetch(http, signal);
  return server;
}
