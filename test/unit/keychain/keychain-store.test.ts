import { describe, expect, it } from "vitest";
import { superviseKeychain } from "#main/hosts/node/keychain/keychain-items.ts";
import type { KeychainAnswer, KeychainCall, KeychainProcess } from "#main/hosts/node/keychain/keychain-messages.ts";
import { problemOf } from "#main/hosts/node/keychain/keychain-problem.ts";
import { keychainStore } from "#main/hosts/node/keychain/keychain-store.ts";
import { SecretsUnavailable } from "#main/ports/index.ts";

/** What a helper does with a question. */
type Mood = "open" | "locked" | "silent" | "dying" | { readonly error: string; readonly installed?: boolean };

/** Helper processes over one keychain that behaves as gnome-keyring was seen to: locked, it answers null to a question. */
function keychain(patienceMs = 20) {
  const entries = new Map<string, string>();
  const state: { mood: Mood; helpers: number; killed: number; asked: KeychainCall[] } = { mood: "open", helpers: 0, killed: 0, asked: [] };
  const held: (() => void)[] = [];
  const answer = (call: KeychainCall): KeychainAnswer => {
    const { mood } = state;
    if (typeof mood === "object") return { id: call.id, ok: false, message: mood.error, installed: mood.installed ?? true };
    if (mood === "locked")
      return call.op === "set"
        ? { id: call.id, ok: false, message: "Cannot create an item in a locked collection", installed: true }
        : { id: call.id, ok: true, value: null };
    if (call.op === "set") entries.set(call.name, call.value);
    if (call.op === "delete") entries.delete(call.name);
    return { id: call.id, ok: true, value: call.op === "get" ? (entries.get(call.name) ?? null) : null };
  };
  const spawn = (): KeychainProcess => {
    state.helpers++;
    let tell: (answer: KeychainAnswer) => void = () => undefined;
    let exited: () => void = () => undefined;
    return {
      post: (call) => {
        state.asked.push(call);
        if (state.mood === "dying") queueMicrotask(() => exited());
        else if (state.mood === "silent") held.push(() => tell(answer(call)));
        else queueMicrotask(() => tell(answer(call)));
      },
      onAnswer: (listener) => {
        tell = listener;
      },
      onExit: (listener) => {
        exited = listener;
      },
      hold: () => undefined,
      kill: () => void state.killed++,
    };
  };
  const secrets = keychainStore(superviseKeychain(spawn, patienceMs));
  const releaseHeld = (): void => {
    for (const tell of held.splice(0)) tell();
  };
  return { entries, state, secrets, releaseHeld };
}

async function reasonOf(act: Promise<unknown>): Promise<string> {
  const error = await act.then(
    () => null,
    (caught: unknown) => caught,
  );
  if (!(error instanceof SecretsUnavailable)) throw new Error(`not unavailable but ${String(error)}`);
  expect(error.failure).toMatchObject({ code: "keychain_unavailable", next: expect.stringMatching(/Nothing was deleted/) });
  return error.reason;
}

describe("secrets in a keychain", () => {
  it("believe null only while the canary can be read", async () => {
    const { secrets, state } = keychain();
    await secrets.set("one", "value");
    expect([await secrets.get("one"), await secrets.get("never")]).toEqual(["value", null]);
    state.mood = "locked";
    expect(await reasonOf(secrets.get("one"))).toBe("locked");
    expect(await reasonOf(secrets.get("never"))).toBe("locked");
    expect(await reasonOf(secrets.delete("one"))).toBe("locked");
    expect(await secrets.check?.()).toMatchObject({ code: "keychain_unavailable" });
    state.mood = "open";
    expect(await secrets.check?.()).toBeNull();
    expect(await secrets.get("one")).toBe("value");
  });

  it("are not called damaged when the keychain is locked between two of their parts", async () => {
    const { secrets, state, entries } = keychain();
    await secrets.set("long", "z".repeat(5_000));
    let reads = 0;
    const get = entries.get.bind(entries);
    entries.get = (name) => {
      if (name.startsWith("long#") && ++reads === 2) state.mood = "locked";
      return state.mood === "locked" ? undefined : get(name);
    };
    expect(await reasonOf(secrets.get("long"))).toBe("locked");
    state.mood = "open";
    entries.delete("long#a1");
    expect(await secrets.get("long").catch((error: unknown) => error)).toMatchObject({ reason: "damaged" });
  });

  it("are not there in a keychain that was locked from the start", async () => {
    const { secrets, state, entries } = keychain();
    state.mood = "locked";
    expect(await reasonOf(secrets.get("one"))).toBe("locked");
    expect(entries.size).toBe(0);
  });

  it("start a new helper after one that crashed, or whose service died", async () => {
    const { secrets, state } = keychain();
    await secrets.set("one", "value");
    expect(state.helpers).toBe(1);
    state.mood = "dying";
    expect(await reasonOf(secrets.get("one"))).toBe("crashed");
    state.mood = { error: "The name org.freedesktop.secrets was not provided by any .service files" };
    expect(await reasonOf(secrets.get("one"))).toBe("no_service");
    state.mood = "open";
    expect(await secrets.get("one")).toBe("value");
    // Each trouble was looked at twice, by a new helper each: a service that came back at once is no trouble.
    expect(state.helpers).toBe(5);
  });

  it("wait for a person at a prompt without piling up more, and go on when it is answered", async () => {
    const { secrets, state, releaseHeld } = keychain();
    await secrets.set("one", "value");
    state.mood = "silent";
    expect(await reasonOf(secrets.get("one"))).toBe("slow");
    const { length } = state.asked;
    expect(await reasonOf(secrets.get("one"))).toBe("slow");
    expect(await reasonOf(secrets.set("two", "other"))).toBe("slow");
    expect([state.asked.length, state.killed]).toEqual([length, 0]);
    state.mood = "open";
    releaseHeld();
    expect(await secrets.get("one")).toBe("value");
    expect(state.helpers).toBe(1);
  });

  it("refuse a NUL before anything is sent", async () => {
    const { secrets, state } = keychain();
    expect(() => secrets.set("one", "a\0b")).toThrow(/NUL/);
    expect(state.asked).toEqual([]);
  });

  it("say in every case what is wrong and what to do, and nothing of what the library said", async () => {
    const said: readonly (readonly [string, string])[] = [
      ["Cannot autolaunch D-Bus without X11 $DISPLAY", "no_bus"],
      ["Could not connect: Connection refused", "no_bus"],
      ["The name org.freedesktop.secrets was not provided by any .service files", "no_service"],
      ['Object does not exist at path "/org/freedesktop/secrets/collection/login"', "no_collection"],
      ["Cannot create an item in a locked collection", "locked"],
      ["User interaction is not allowed.", "locked"],
      ["The user canceled the operation. (-128)", "cancelled"],
      ["Prompt was dismissed", "cancelled"],
      ["something new about secret-4711", "unknown"],
    ];
    for (const [message, reason] of said) {
      expect(problemOf(message)).toBe(reason);
      const { secrets, state } = keychain();
      state.mood = { error: message };
      const error = await secrets.get("one").catch((caught: unknown) => caught);
      expect(error).toMatchObject({ reason, failure: { code: "keychain_unavailable" } });
      expect(JSON.stringify((error as SecretsUnavailable).failure)).not.toContain("4711");
    }
    const { secrets, state } = keychain();
    state.mood = { error: "Cannot find package 'keytar'", installed: false };
    expect(await reasonOf(secrets.get("one"))).toBe("not_installed");
  });

  it("answer in the order of asking, so that a replaced secret is never mixed with the one before", async () => {
    const { secrets } = keychain();
    const values = Array.from({ length: 6 }, (_, index) => String(index).repeat(3_000 + index));
    await Promise.all(values.map((value) => secrets.set("one", value)));
    expect(await secrets.get("one")).toBe(values.at(-1));
  });
});
