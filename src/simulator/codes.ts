import { createHash } from "node:crypto";
import { type Random, randomInt } from "#shared/kernel/random.ts";

/** Authorization codes: issued for a challenge, redeemed once with its verifier. */
export interface Codes {
  /** The redirect for a person's decision; null when the request is malformed, so that nobody is redirected. */
  authorize(query: URLSearchParams, decision: Decision): string | null;
  /** What the person consented to, when the code is valid and client, address and verifier match the request. */
  redeem(form: URLSearchParams, clientId: string | null): Consent | null;
}

/** The consent behind a code. */
export interface Consent {
  readonly clientId: string;
  readonly tenants: readonly string[] | null;
  readonly scopes: readonly string[];
}

/** The person's decision: the tenants (null: all), or no. */
export type Decision = { readonly tenants: readonly string[] | null; readonly parameters?: Readonly<Record<string, string>> } | "denied";

export interface CodeRules {
  /** Scopes that the app is approved for; null: any. Any other scope refuses the whole request. */
  readonly approvedScopes: readonly string[] | null;
  readonly acceptsRedirect: (redirectUri: string) => boolean;
  readonly knowsClient: (clientId: string) => boolean;
}

interface Asked extends Consent {
  readonly redirectUri: string;
  readonly challenge: string;
  readonly untilMs: number;
}

const LIFETIME_MS = 300_000;

export function createCodes(nowMs: () => number, random: Random, rules: CodeRules): Codes {
  const open = new Map<string, Asked>();
  return {
    authorize(query, decision) {
      const redirectUri = query.get("redirect_uri") ?? "";
      const challenge = query.get("code_challenge") ?? "";
      const clientId = query.get("client_id") ?? "";
      const state = query.get("state") ?? "";
      const isWhole = query.get("response_type") === "code" && query.get("code_challenge_method") === "S256" && clientId !== "";
      if (!isWhole || state === "" || !/^[\w-]{43}$/.test(challenge) || !URL.canParse(redirectUri)) return null;
      if (!rules.knowsClient(clientId) || !rules.acceptsRedirect(redirectUri)) return null;
      const scopes = (query.get("scope") ?? "").split(" ").filter((scope) => scope !== "");
      const landing = new URL(redirectUri);
      landing.searchParams.set("state", state);
      const isApproved = rules.approvedScopes === null || scopes.every((scope) => rules.approvedScopes?.includes(scope));
      if (!isApproved) landing.searchParams.set("error", "invalid_scope");
      else if (decision === "denied") landing.searchParams.set("error", "access_denied");
      else {
        const code = `code-${Array.from({ length: 4 }, () => randomInt(random, 0, 0xffffffff).toString(16).padStart(8, "0")).join("")}`;
        open.set(code, { clientId, redirectUri, challenge, scopes, tenants: decision.tenants, untilMs: nowMs() + LIFETIME_MS });
        landing.searchParams.set("code", code);
        for (const [name, value] of Object.entries(decision.parameters ?? {})) landing.searchParams.set(name, value);
      }
      return landing.href;
    },
    redeem(form, clientId) {
      const code = form.get("code") ?? "";
      const asked = open.get(code);
      // A failed attempt uses the code up, so that it can't be guessed.
      open.delete(code);
      if (asked === undefined || asked.untilMs <= nowMs()) return null;
      const client = clientId ?? form.get("client_id") ?? asked.clientId;
      const challenge = createHash("sha256")
        .update(form.get("code_verifier") ?? "")
        .digest("base64url");
      const isSame = client === asked.clientId && form.get("redirect_uri") === asked.redirectUri && challenge === asked.challenge;
      return isSame ? asked : null;
    },
  };
}
