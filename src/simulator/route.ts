import type { SimRequest } from "./types.ts";
import type { Responder } from "./vendor.ts";

/** Finds the tenant of a URL (`/t/<n>/…` when there are several) and strips the prefix; null when there is none. */
export function route(
  simulated: Responder | readonly Responder[],
  url: URL,
  request: Omit<SimRequest, "path" | "query">,
): { readonly target: Responder; readonly request: SimRequest } | null {
  const match = /^\/t\/(\d+)(\/.*)?$/.exec(url.pathname);
  const list = "respond" in simulated ? [simulated] : simulated;
  const single = "respond" in simulated && match === null;
  const target = single ? simulated : list[Number(match?.[1] ?? "NaN")];
  if (target === undefined) return null;
  const path = single ? url.pathname : (match?.[2] ?? "/");
  return { target, request: { ...request, path, query: url.searchParams } };
}
