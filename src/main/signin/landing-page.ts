import { assert } from "#shared/kernel/assert.ts";

/**
 * The state of a sign-in that returns over an https landing page: the page reads from it to which
 * port and path of this machine it hands over. The first part alone is what can't be guessed.
 * @param unguessable 256 random bits in base64url
 * @param landing `http://127.0.0.1:PORT/<32 hex digits>`
 */
export function stateForLandingPage(unguessable: string, landing: string): string {
  const { port, pathname, hostname } = new URL(landing);
  assert(hostname === "127.0.0.1" && /^\/[0-9a-f]{32}$/.test(pathname), "the landing page needs an unguessable path");
  return `${unguessable}.${port}.${pathname.slice(1)}`;
}
