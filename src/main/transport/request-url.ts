import { assert } from "#shared/kernel/assert.ts";

const SAFE_PATH = /^\/(?!\/)[^\s\\?#\p{Cc}]*$/u;

/**
 * The address of one request, always under the base address, on its host. The base address may end with a slash.
 * @throws Defect for a path that an adapter must not build
 */
export function requestUrl(baseUrl: string, path: string, query: Readonly<Record<string, string>> = {}): string {
  assert(SAFE_PATH.test(path), `unsafe request path: ${path}`);
  const steps = path.split("/").map((step) => step.toLowerCase().replaceAll("%2e", "."));
  assert(!steps.includes("..") && !steps.includes("."), `unsafe request path: ${path}`);
  const pairs = Object.entries(query).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return `${baseUrl.replace(/\/+$/, "")}${path}${pairs.length === 0 ? "" : `?${pairs.join("&")}`}`;
}
