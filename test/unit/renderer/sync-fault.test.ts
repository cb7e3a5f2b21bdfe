import { describe, expect, it } from "vitest";
import type { ClientSync } from "#shared/contract/sync/sync.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { faultAbove } from "../../../src/renderer/features/sync/sync-error.ts";

const failure = (code: Failure["code"], message: string): Failure => ({ code, message });
const sync = (failures: readonly (Failure | null)[], change: Partial<ClientSync> = {}) =>
  ({ state: "failed", failure: null, streams: failures.map((one) => ({ failure: one })), ...change }) as unknown as ClientSync;

describe("what is told above the streams", () => {
  it("is a failure that several of them share, once, with the way to mend it", () => {
    const locked = failure("keychain_unavailable", "The keychain is locked.");
    expect(faultAbove(sync([locked, null, { ...locked }, failure("storage", "full")]), null)).toMatchObject({
      failure: { message: "The keychain is locked." },
      streams: 2,
      ofSignIn: true,
    });
  });

  it("leaves the failure of one stream in its row", () => {
    const alone = failure("ledger_rejected", "No such table.");
    expect(faultAbove(sync([alone, null]), "No such table.")).toBeNull();
    expect(faultAbove(sync([alone], { failure: alone }), null)).toBeNull();
  });

  it("is the failure of one stream that stopped the whole run", () => {
    const alone = failure("ledger_unreachable", "Ledger B didn't answer: connection refused");
    expect(faultAbove(sync([alone, null], { state: "offline" }), alone.message)).toMatchObject({ failure: alone, streams: 1 });
    expect(faultAbove(sync([alone], { state: "offline", failure: alone }), null)).toMatchObject({ failure: alone, streams: 1 });
    expect(faultAbove(sync([alone], { state: "incomplete" }), alone.message)).toBeNull();
  });

  it("counts all data sets that a stopped run left behind, also those without the failure", () => {
    const alone = failure("needs_sign_in", "The ledger rejected the access token.");
    const left = (having: readonly (Failure | null)[]) =>
      ["up_to_date", "incomplete", "failed", "incomplete", "not_supported"].map((state, at) => ({ state, failure: having[at] ?? null }));
    const streams = (having: readonly (Failure | null)[]) =>
      faultAbove(sync([], { state: "needs_sign_in", streams: left(having) as never }), alone.message)?.streams;
    expect([streams([null, alone]), streams([null, alone, { ...alone }])]).toEqual([3, 3]);
  });

  it("leads to the connection only where the main action doesn't: a client that must sign in has a button for it", () => {
    const ended = failure("needs_sign_in", "Sign in.");
    const leads = (state: ClientSync["state"], ...of: Failure[]) => faultAbove(sync(of, { state, failure: ended }), null)?.ofSignIn;
    expect([leads("needs_sign_in"), leads("needs_sign_in", ended), leads("needs_sign_in", ended, ended)]).toEqual([false, false, false]);
    expect([leads("failed"), leads("paused", ended, ended)]).toEqual([true, true]);
  });

  it("is the run's own failure, or what is left of it; and nothing while a run is under way", () => {
    expect(faultAbove(sync([], { failure: failure("needs_sign_in", "Sign in.") }), null)).toMatchObject({ streams: 0, ofSignIn: true });
    expect(faultAbove(sync([]), "It broke.")).toMatchObject({ failure: { message: "It broke." }, ofSignIn: false });
    expect(faultAbove(sync([], { state: "syncing" }), "It broke.")).toBeNull();
  });
});
