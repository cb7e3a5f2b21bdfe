import type { LedgerRequest } from "#main/ledgers/adapter.ts";

const HIDDEN = "[secret]";
const BEARER = /\b(Bearer|Basic)\s+[\w.~+/-]{8,}=*/gi;
const LONGEST = 2_000;

/** The request as it may appear in logs and findings: names of query parameters, never their values. */
export function requestLine(request: Pick<LedgerRequest, "method" | "path" | "query">): string {
  const names = Object.keys(request.query ?? {});
  const query = names.length === 0 ? "" : `?${names.map((name) => `${name}=…`).join("&")}`;
  return printable(`${request.method} ${request.path.split("?", 1)[0]}${query}`).slice(0, LONGEST);
}

/** Text without the given secrets and without anything that looks like a credential header. */
export function withoutSecrets(text: string, secrets: readonly (string | null)[]): string {
  let clean = text;
  for (const secret of secrets) {
    if (secret === null || secret.length < 4) continue;
    for (const form of new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])) {
      clean = clean.replaceAll(form, HIDDEN);
    }
  }
  return clean.replace(BEARER, `$1 ${HIDDEN}`);
}

/** Control characters become spaces, so that a ledger's text can't forge a second log line. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, " ");
}
