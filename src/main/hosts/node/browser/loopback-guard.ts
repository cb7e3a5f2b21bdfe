import type { IncomingHttpHeaders } from "node:http";

/**
 * True when a request comes from the page that this server handed out, or from a person who opened
 * its address: exact Host (against DNS rebinding), exact Origin, and what the browser says of itself.
 * @param authority host and port that this server listens on
 */
export function isOwnRequest(method: string, headers: IncomingHttpHeaders, authority: string): boolean {
  if (headers.host !== authority) return false;
  const { origin } = headers;
  if (origin === undefined ? method !== "GET" : origin !== `http://${authority}`) return false;
  const site = headers["sec-fetch-site"];
  return site === undefined || site === "same-origin" || site === "none" || isPageLoad(method, headers);
}

/** A whole page that a person is sent to, as by the file that opens the browser. The page that sent them can't read it. */
function isPageLoad(method: string, headers: IncomingHttpHeaders): boolean {
  return method === "GET" && headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";
}
