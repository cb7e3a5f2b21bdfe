import { createHash, randomBytes } from "node:crypto";

const OPEN_CODES_MAX = 8;

/**
 * The browsers that may call the core. A one-time code lets one in and gives it a token. Both are random and
 * too long to guess, so wrong ones are refused without a delay that would also lock out the right ones.
 */
export class BrowserSessions {
  /** Digests, so that how long a lookup takes says nothing about a code or token. */
  readonly #codes = new Set<string>();
  readonly #tokens = new Set<string>();

  /** A code for an address. When too many are unused, the oldest one ends. */
  newCode(): string {
    const code = randomBytes(16).toString("base64url");
    this.#codes.add(digest(code));
    for (const oldest of [...this.#codes].slice(0, -OPEN_CODES_MAX)) this.#codes.delete(oldest);
    return code;
  }

  /** @returns the token of a new session, or null when the code is wrong or was used before */
  exchange(code: string): string | null {
    if (!this.#codes.delete(digest(code))) return null;
    const token = randomBytes(32).toString("base64url");
    this.#tokens.add(digest(token));
    return token;
  }

  accepts(token: string | readonly string[] | undefined): boolean {
    return typeof token === "string" && this.#tokens.has(digest(token));
  }
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}
