import { createHash } from "node:crypto";
import { type Random, randomInt } from "#shared/kernel/random.ts";

/** Authorization codes: given out for a challenge, redeemed once with its verifier. */
export interface Codes {
  /** The redirect that a person's consent leads to; null when the question is malformed. */
  authorize(query: URLSearchParams): string | null;
  /** True when the code is fresh and client, address and verifier are those of the question. */
  redeem(form: URLSearchParams): boolean;
}

interface Asked {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly challenge: string;
  readonly untilMs: number;
}

const LIFETIME_MS = 300_000;

/** @param asks whether the person consents; without consent the redirect carries `access_denied` */
export function createCodes(nowMs: () => number, random: Random, asks: () => boolean): Codes {
  const open = new Map<string, Asked>();
  return {
    authorize(query) {
      const redirectUri = query.get("redirect_uri") ?? "";
      const challenge = query.get("code_challenge") ?? "";
      const clientId = query.get("client_id") ?? "";
      const state = query.get("state") ?? "";
      const isWhole = query.get("response_type") === "code" && query.get("code_challenge_method") === "S256" && clientId !== "";
      if (!isWhole || state === "" || !/^[\w-]{43}$/.test(challenge) || !URL.canParse(redirectUri)) return null;
      const landing = new URL(redirectUri);
      landing.searchParams.set("state", state);
      if (!asks()) landing.searchParams.set("error", "access_denied");
      else {
        const code = `code-${Array.from({ length: 4 }, () => randomInt(random, 0, 0xffffffff).toString(16).padStart(8, "0")).join("")}`;
        open.set(code, { clientId, redirectUri, challenge, untilMs: nowMs() + LIFETIME_MS });
        landing.searchParams.set("code", code);
      }
      return landing.href;
    },
    redeem(form) {
      const code = form.get("code") ?? "";
      const asked = open.get(code);
      // Whoever fails with a code has used it up: it can not be guessed at.
      open.delete(code);
      if (asked === undefined || asked.untilMs <= nowMs()) return false;
      const client = form.get("client_id") ?? asked.clientId;
      const challenge = createHash("sha256")
        .update(form.get("code_verifier") ?? "")
        .digest("base64url");
      return client === asked.clientId && form.get("redirect_uri") === asked.redirectUri && challenge === asked.challenge;
    },
  };
}
