import { describe, expect, it } from "vitest";
import { type SecretStore, SecretsUnavailable } from "#main/ports/index.ts";
import { watchKeychain } from "#main/runtime/keychain-watch.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { createVirtualTime } from "#test/support/virtual-time.ts";

const LOCKED: Failure = { code: "keychain_unavailable", message: "locked", next: "unlock" };

function lab() {
  const time = createVirtualTime();
  const state = { locked: false, damaged: false, looks: 0, backs: 0 };
  const ask = async <T>(value: T): Promise<T> => {
    if (state.locked || state.damaged) throw new SecretsUnavailable(LOCKED, state.damaged ? "damaged" : "locked");
    return value;
  };
  const inner: SecretStore = {
    kind: "keychain",
    get: () => ask("value"),
    set: () => ask(undefined),
    delete: () => ask(undefined),
    check: async () => {
      state.looks++;
      return state.locked ? LOCKED : null;
    },
  };
  const ended = new AbortController();
  const { secrets, run } = watchKeychain(inner, time);
  const running = run(async () => void state.backs++, ended.signal);
  return { time, state, secrets, ended, running };
}

describe("a keychain that went away", () => {
  it("is not looked at while it can be used", async () => {
    const { time, state, secrets, ended, running } = lab();
    await secrets.get("one");
    await time.pass(3_600_000);
    expect([state.looks, state.backs]).toEqual([0, 0]);
    ended.abort();
    await running;
  });

  it("is looked at again, more and more seldom, and its return is told once", async () => {
    const { time, state, secrets, ended, running } = lab();
    state.locked = true;
    await expect(secrets.get("one")).rejects.toBeInstanceOf(SecretsUnavailable);
    await time.pass(15_000);
    expect(state.looks).toBe(1);
    await time.pass(3_600_000);
    // 15 s, doubled until ten minutes: a look may make the system ask for a password.
    expect(state.looks).toBeGreaterThanOrEqual(8);
    expect(state.looks).toBeLessThanOrEqual(12);
    expect(state.backs).toBe(0);
    state.locked = false;
    await time.pass(600_000);
    expect(state.backs).toBe(1);
    await time.pass(3_600_000);
    expect(state.backs).toBe(1);
    ended.abort();
    await running;
  });

  it("is back at once when something else can use it, and can go again", async () => {
    const { time, state, secrets, ended, running } = lab();
    for (let round = 1; round <= 3; round++) {
      state.locked = true;
      await expect(secrets.set("one", "two")).rejects.toThrow("locked");
      await time.pass(1);
      state.locked = false;
      expect(await secrets.get("one")).toBe("value");
      await time.pass(1);
      expect(state.backs).toBe(round);
    }
    expect(state.looks).toBe(0);
    ended.abort();
    await running;
  });

  it("is not taken for away because one value is damaged", async () => {
    const { time, state, secrets, ended, running } = lab();
    state.damaged = true;
    await expect(secrets.get("one")).rejects.toThrow();
    await time.pass(60_000);
    expect(state.looks).toBe(0);
    ended.abort();
    await running;
  });
});
