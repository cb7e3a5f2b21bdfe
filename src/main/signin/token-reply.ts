import type { TokenEndpointResponse } from "openid-client";
import { type Http, HttpFailure, type HttpResponse } from "#main/ports/index.ts";

/** The outcome of one request to a token endpoint. */
export type TokenReply =
  | { readonly kind: "granted"; readonly tokens: TokenEndpointResponse }
  /** The standard's error code. Nothing else of the answer is kept, because it may repeat what was sent. */
  | { readonly kind: "refused"; readonly word: string }
  /** No answer, or one that was cut off: tokens may have been issued anyway. */
  | { readonly kind: "lost"; readonly status: number | null }
  | { readonly kind: "busy"; readonly status: number }
  /** Neither tokens nor a standard error: a captive portal, or an answer to something else. */
  | { readonly kind: "unclear"; readonly status: number | null };

/** Runs one of the library's grants and classifies its outcome. @throws for a defect */
export async function askForTokens(http: Http, grant: (http: Http) => Promise<TokenEndpointResponse>): Promise<TokenReply> {
  const seen: { answer?: HttpResponse; failure?: unknown } = {};
  const watched: Http = async (request) => {
    try {
      seen.answer = await http(request);
      return seen.answer;
    } catch (error) {
      seen.failure = error;
      throw error;
    }
  };
  try {
    return { kind: "granted", tokens: await grant(watched) };
  } catch (error) {
    if (seen.failure instanceof HttpFailure) return { kind: "lost", status: null };
    if (seen.failure !== undefined) throw seen.failure;
    // The library doesn't read the body of a 401 with a challenge, though it contains the error code.
    const word = errorWord(seen.answer === undefined ? error : jsonOf(seen.answer.body));
    return sorted(seen.answer?.status ?? null, word, seen.answer !== undefined && jsonOf(seen.answer.body) === undefined);
  }
}

function sorted(status: number | null, word: string | null, isGarbled: boolean): TokenReply {
  if (status !== null && (status >= 500 || status === 429)) return { kind: "busy", status };
  if (status !== null && status >= 200 && status < 300 && isGarbled) return { kind: "lost", status };
  const isRefusal = word !== null && (status === null || status >= 400);
  return isRefusal ? { kind: "refused", word } : { kind: "unclear", status };
}

function errorWord(told: unknown): string | null {
  const { error: word } = (told ?? {}) as { readonly error?: unknown };
  return typeof word === "string" && /^[a-z_]{1,40}$/.test(word) ? word : null;
}

/** Undefined for bytes that are not JSON. */
export function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}
