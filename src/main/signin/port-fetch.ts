import type { CustomFetch } from "openid-client";
import type { Http } from "#main/ports/index.ts";

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 1_048_576;

/** The HTTP port as the `fetch` of the OAuth library: no redirects, a bounded answer. @throws HttpFailure */
export function portFetch(http: Http, signal: AbortSignal): CustomFetch {
  return async (url, { method, headers, body }) => {
    const answer = await http({
      method,
      url,
      headers: { ...headers },
      ...(body == null ? {} : { body: String(body) }),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      signal,
    });
    return new Response(answer.body, { status: answer.status, headers: { ...answer.headers } });
  };
}
