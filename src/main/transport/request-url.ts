import { assert } from "#shared/kernel/assert.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

const LOOPBACK = new Set(["127.0.0.1", "[::1]", "localhost"]);
const SAFE_PATH = /^\/(?!\/)[^\s\\?#\p{Cc}]*$/u;

/**
 * Checks the base address of a connection: https (or http to this machine, for the simulated
 * ledgers), no user info, no query, no fragment.
 * @returns the address without a trailing slash, or `invalid_input` naming `baseUrl`
 */
export function readBaseUrl(text: string): Result<string, Failure> {
  if (!URL.canParse(text)) return fail(refusal("isn't an address"));
  const url = new URL(text);
  const isLocal = url.protocol === "http:" && LOOPBACK.has(url.hostname);
  if (url.protocol !== "https:" && !isLocal) return fail(refusal("must begin with https://"));
  if (url.username !== "" || url.password !== "") return fail(refusal("must not contain a user name or password"));
  if (url.search !== "" || url.hash !== "") return fail(refusal("must not contain a query or a fragment"));
  return ok(url.href.replace(/\/+$/, ""));
}

/**
 * The address of one request, always under the base address, on its host.
 * @throws Defect for a path that an adapter must not build
 */
export function requestUrl(baseUrl: string, path: string, query: Readonly<Record<string, string>> = {}): string {
  assert(SAFE_PATH.test(path), `unsafe request path: ${path}`);
  const steps = path.split("/").map((step) => step.toLowerCase().replaceAll("%2e", "."));
  assert(!steps.includes("..") && !steps.includes("."), `unsafe request path: ${path}`);
  const pairs = Object.entries(query).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return `${baseUrl}${path}${pairs.length === 0 ? "" : `?${pairs.join("&")}`}`;
}

function refusal(what: string): Failure {
  return { code: "invalid_input", message: `baseUrl ${what}.`, field: "baseUrl" };
}
