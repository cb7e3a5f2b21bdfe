import { describe, expect, it } from "vitest";
import type { StoredFile } from "#main/runtime/connection-file.ts";
import { tokenStateView } from "#main/runtime/token-state.ts";
import type { TokenMark } from "#main/signin/token-marks.ts";
import { fail, ok } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

const MARK: TokenMark = {
  grantKey: "g",
  generation: 7,
  slot: "b",
  storedMs: Date.UTC(2026, 10, 21, 9),
  accessUntilMs: Date.UTC(2026, 10, 21, 9, 30),
  confirmed: true,
  refused: null,
};
const AWAY: Failure = { code: "keychain_unavailable", message: "It is locked.", next: "Unlock it." };
const LACKS: Failure = { code: "keychain_unavailable", message: "It does not hold the sign-in.", next: "Sign in again." };

function view(change: Partial<Parameters<typeof tokenStateView>[0]> = {}, auth: object = { type: "oauth2_authorization_code" }) {
  const file = { auth } as unknown as StoredFile;
  return tokenStateView({ file, secrets: { kind: "keychain" }, problem: null, mark: MARK, token: ok("secret-token"), ...change });
}

describe("how a connection is signed in", () => {
  it("is told with its times and without its token", () => {
    const told = view();
    expect(told).toMatchObject({ state: "signed_in", next: null, generation: 7 });
    expect([told.renewedAt, told.accessUntil]).toEqual(["2026-11-21T09:00:00.000Z", "2026-11-21T09:30:00.000Z"]);
    expect(JSON.stringify(told)).not.toContain("secret-token");
  });

  it("is never 'signed out' while the keychain is away or lacks what it should hold", () => {
    expect(view({ problem: AWAY, token: ok(null) })).toMatchObject({
      state: "keychain_unavailable",
      next: "Unlock it.",
      keychain: { problem: AWAY },
    });
    expect(view({ token: fail(LACKS) })).toMatchObject({
      state: "keychain_unavailable",
      next: "Sign in again.",
      keychain: { problem: null },
    });
  });

  it("blames the keychain only for what the keychain did", () => {
    const state = (code: Failure["code"]) => view({ token: fail({ code, message: "Why.", next: "What to do." }) });
    expect(state("server_unreachable")).toMatchObject({ state: "server_unavailable", words: "Why.", next: "What to do." });
    expect(state("server_certificate").state).toBe("server_unavailable");
    expect(state("secret_missing").state).toBe("not_shared");
    expect(state("server_refused").state).toBe("unreadable");
    expect(state("keychain_unavailable").state).toBe("keychain_unavailable");
  });

  it("tells a refused grant from one that was never given and one that a person ended", () => {
    expect(view({ mark: { ...MARK, refused: "invalid_grant" } })).toMatchObject({ state: "needs_sign_in", refused: "invalid_grant" });
    expect(view({ mark: null, token: ok(null) })).toMatchObject({ state: "not_signed_in", generation: null, renewedAt: null });
    const held = { auth: { type: "oauth2_authorization_code" }, held: { endedAt: "2026-11-21T09:00:00.000Z" } } as unknown as StoredFile;
    expect(view({ file: held, problem: AWAY })).toMatchObject({ state: "ended" });
  });

  it("asks for a new token where a connection that was ended can't be reconnected with the old one", () => {
    const ended = (auth: object) => view({ file: { auth, held: { endedAt: "2026-11-21T09:00:00.000Z" } } as unknown as StoredFile }).next;
    for (const type of ["oauth2_authorization_code", "oauth2_client_credentials"])
      expect(ended({ type })).toBe("Reconnect to the ledger to continue.");
    const renewed = { type: "oauth2_refresh", refreshTokenEnv: "BIRCH_REFRESH" };
    const next = "Ask the person who set up the token to replace it on this computer, then restart Tieout.";
    expect(view({ mark: { ...MARK, refused: "invalid_grant" } }, renewed).next).toBe(next);
    expect(view({ mark: null, token: ok(null) }, renewed).next).toBe(next);
  });

  it("says where the others have theirs from", () => {
    expect(view({}, { type: "bearer_env", variable: "BIRCH" }).words).toContain("BIRCH");
    expect(view({}, { type: "oauth1_token" }).state).toBe("unknown");
    expect(view({}, { type: "oauth2_client_credentials" }).words).toContain("certificate");
  });
});
