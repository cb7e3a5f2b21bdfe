import { windowAddress } from "#shared/contract/places.ts";

const KEY = "tieout.token";

/**
 * The token of the browser host. It arrives once, in the fragment of the printed address; it is then
 * taken out of the address bar and kept for this tab only, so that a reload works.
 */
export function takeSessionToken(): string {
  const match = /^#token=([^&]+)(?:&at=([^&]+))?$/.exec(window.location.hash);
  if (match?.[1] === undefined) return window.sessionStorage.getItem(KEY) ?? "";
  const token = decodeURIComponent(match[1]);
  window.sessionStorage.setItem(KEY, token);
  const place = windowAddress.safeParse(decodeURIComponent(match[2] ?? "/"));
  window.history.replaceState(null, "", `${window.location.pathname}#${place.success ? place.data : "/"}`);
  return token;
}
