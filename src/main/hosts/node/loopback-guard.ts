import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

const BAD_TOKENS_MAX = 5;
const LOCKED_MS = 60_000;

/**
 * True when a request comes from the page that this server handed out, or from a person who typed
 * its address: exact Host (against DNS rebinding), exact Origin, and what the browser says of itself.
 * @param authority host and port that this server listens on
 */
export function isOwnRequest(method: string, headers: IncomingHttpHeaders, authority: string): boolean {
  if (headers.host !== authority) return false;
  const { origin } = headers;
  if (origin === undefined ? method !== "GET" : origin !== `http://${authority}`) return false;
  const site = headers["sec-fetch-site"];
  return site === undefined || site === "same-origin" || site === "none";
}

/**
 * Judges the token of each call. After five wrong ones every call is refused for a minute. A call
 * without a token is refused too, but it is no guess: a page that was opened without its fragment
 * must not lock out the one that has it.
 */
export class TokenGuard {
  readonly #expected: Buffer;
  readonly #nowMs: () => number;
  #bad = 0;
  #lockedUntilMs = 0;

  constructor(token: string, nowMs: () => number) {
    this.#expected = digest(token);
    this.#nowMs = nowMs;
  }

  accepts(token: string | readonly string[] | undefined): boolean {
    if (this.#nowMs() < this.#lockedUntilMs || typeof token !== "string" || token === "") return false;
    // Digests have one length, so that the comparison takes the same time for any guess.
    if (timingSafeEqual(digest(token), this.#expected)) {
      this.#bad = 0;
      return true;
    }
    this.#bad += 1;
    if (this.#bad >= BAD_TOKENS_MAX) {
      this.#lockedUntilMs = this.#nowMs() + LOCKED_MS;
      this.#bad = 0;
    }
    return false;
  }
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
