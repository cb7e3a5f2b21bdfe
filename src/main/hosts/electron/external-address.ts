const CHARS_MAX = 2_000;
const LOOPBACK = "127.0.0.1";

/** Hosts that the application opens in the person's own browser; `*.` stands for exactly one label. */
export type ExternalHosts = readonly string[];

/** What may be done with an address: opened at once, opened when the person says yes, or never. */
export type ExternalVerdict = { readonly open: "yes" | "ask"; readonly url: URL } | { readonly open: "no" };

/**
 * Judges an address that is to be opened outside: https, no user info, no port, at most 2,000 characters. Hosts
 * of a ledger's profile are known; for any other the person is asked. Plain http is only for a simulated ledger
 * on this machine.
 */
export function judgeExternal(address: string, known: ExternalHosts): ExternalVerdict {
  if (address.length > CHARS_MAX || /[\p{C}\s]/u.test(address) || !URL.canParse(address)) return { open: "no" };
  const url = new URL(address);
  if (url.username !== "" || url.password !== "") return { open: "no" };
  if (url.protocol === "http:" && url.hostname === LOOPBACK) return { open: "yes", url };
  if (url.protocol !== "https:" || url.port !== "") return { open: "no" };
  return { open: known.some((host) => isHost(url.hostname, host)) ? "yes" : "ask", url };
}

/** The host of a profile's address, with `{host}` as the one label that a tenant fills in. */
export function hostOf(pattern: string): string | null {
  const match = /^https:\/\/([A-Za-z0-9.{}-]+)(?:\/|$)/.exec(pattern);
  return match?.[1]?.replace("{host}", "*").toLowerCase() ?? null;
}

function isHost(host: string, known: string): boolean {
  if (!known.startsWith("*.")) return host === known;
  const rest = known.slice(1);
  return host.endsWith(rest) && /^[a-z0-9-]+$/.test(host.slice(0, -rest.length));
}
