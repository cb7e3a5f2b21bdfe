import { createHmac, timingSafeEqual } from "node:crypto";
import type { SimRequest } from "./types.ts";

/** An app's and a user's token as a ledger knows them. */
export interface OAuth1Credentials {
  readonly consumerKey: string;
  readonly consumerSecret: string;
  readonly token: string;
  readonly tokenSecret: string;
  readonly realm: string;
}

/** How far two clocks may be apart. */
const SKEW_SECONDS = 300;

/**
 * Checks an OAuth 1.0 signature (HMAC-SHA256) from the standard's text: header parameters, query and
 * address in one sorted base string; each nonce once.
 * @param address scheme, host and path as the client sent them
 * @returns what is wrong, or null
 */
export function oauth1Fault(
  request: Pick<SimRequest, "method" | "query" | "headers">,
  address: string,
  credentials: OAuth1Credentials,
  nowMs: number,
  nonces: Set<string>,
): string | null {
  const header = /^OAuth (.+)$/.exec(request.headers.authorization ?? "")?.[1];
  if (header === undefined) return "no OAuth header";
  const sent = new Map<string, string>();
  for (const [, name = "", value = ""] of header.matchAll(/([a-z_0-9]+)="([^"]*)"/g)) sent.set(name, decodeURIComponent(value));
  const expected = { oauth_consumer_key: credentials.consumerKey, oauth_token: credentials.token, oauth_signature_method: "HMAC-SHA256" };
  for (const [name, value] of Object.entries(expected)) if (sent.get(name) !== value) return name;
  if (sent.get("realm") !== credentials.realm) return "realm";
  if (Math.abs(nowMs / 1_000 - Number(sent.get("oauth_timestamp"))) > SKEW_SECONDS) return "timestamp";
  const nonce = sent.get("oauth_nonce") ?? "";
  if (nonce === "" || nonces.has(nonce)) return "nonce";
  nonces.add(nonce);
  const signature = sent.get("oauth_signature") ?? "";
  const parameters = [...sent].filter(([name]) => name !== "realm" && name !== "oauth_signature");
  const base = baseString(request.method, address, [...parameters, ...request.query]);
  const key = `${encoded(credentials.consumerSecret)}&${encoded(credentials.tokenSecret)}`;
  const right = Buffer.from(createHmac("sha256", key).update(base).digest("base64"));
  const given = Buffer.from(signature);
  return right.length === given.length && timingSafeEqual(right, given) ? null : "signature";
}

function baseString(method: string, address: string, parameters: readonly (readonly [string, string])[]): string {
  const pairs = parameters.map(([name, value]) => [encoded(name), encoded(value)] as const);
  pairs.sort(([a, x], [b, y]) => compare(a, b) || compare(x, y));
  const joined = pairs.map(([name, value]) => `${name}=${value}`).join("&");
  return [method.toUpperCase(), encoded(address), encoded(joined)].join("&");
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Percent-encoding of the standard: everything but letters, digits and `-._~`. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
