import { expect, it } from "vitest";
import { firstThatLoads, type LoadKeychain } from "#main/hosts/node/keychain/keychain-libraries.ts";

/** A library that keeps its entries apart from every other one's. */
function library(entries: Readonly<Record<string, string>> = {}, held = new Map(Object.entries(entries))) {
  const asked: string[] = [];
  const load: LoadKeychain = async () => ({
    get: async (name) => {
      asked.push(name);
      return held.get(name) ?? null;
    },
    set: async (name, value) => void held.set(name, value),
    delete: async (name) => void held.delete(name),
  });
  return { held, asked, load };
}

const broken: LoadKeychain = () => Promise.reject(new Error("Cannot find module '../build/Release/keytar.node'"));

it("uses the first library that loads, and says why the preferred one did not where none does", async () => {
  const spare = library({ a: "1" });
  const items = await firstThatLoads([broken, spare.load]);
  expect(await items.get("a")).toBe("1");
  await expect(firstThatLoads([broken, broken])).rejects.toThrow("keytar.node");
});

it("moves what another library kept while the first did not load, since that is newer", async () => {
  const [first, other] = [library({ token: "1:old", kept: "x" }), library({ token: "2:new" })];
  const items = await firstThatLoads([first.load, other.load], true);
  expect([await items.get("token"), await items.get("token"), await items.get("kept")]).toEqual(["2:new", "2:new", "x"]);
  expect([first.held.get("token"), other.held.size]).toEqual(["2:new", 0]);
});

it("leaves an entry where it is when the first library did not keep it", async () => {
  const other = library({ token: "2:new" });
  const forgetful: LoadKeychain = async () => ({ ...(await library().load()), set: async () => undefined });
  expect(await (await firstThatLoads([forgetful, other.load], true)).get("token")).toBe("2:new");
  expect(other.held.get("token")).toBe("2:new");
});

it("replaces and deletes in all of them, so that nothing old comes back, and never asks another for the canary", async () => {
  const [first, other] = [library({ a: "1" }), library({ a: "0", b: "0", "keychain-check": "x" })];
  const items = await firstThatLoads([first.load, other.load], true);
  await items.set("a", "2");
  await items.delete("b");
  expect([await items.get("a"), await items.get("b"), await items.get("keychain-check")]).toEqual(["2", null, null]);
  expect(other.asked).not.toContain("keychain-check");
});

it("never goes back to an older value, whichever step a process dies at", async () => {
  for (let dies = 1; dies <= 8; dies++) {
    const [first, other] = [library({ a: "1:old" }), library({ a: "2:newer" })];
    let steps = 0;
    const mortal =
      (load: LoadKeychain): LoadKeychain =>
      async () => {
        const items = await load();
        const step = <T>(act: () => Promise<T>): Promise<T> => (++steps >= dies ? Promise.reject(new Error("dead")) : act());
        return {
          get: (name) => step(() => items.get(name)),
          set: (name, value) => step(() => items.set(name, value)),
          delete: (name) => step(() => items.delete(name)),
        };
      };
    const dying = await firstThatLoads([mortal(first.load), mortal(other.load)], true);
    await dying.set("a", "3:newest").catch((error: Error) => expect(error.message).toBe("dead"));
    const next = await firstThatLoads([first.load, other.load], true);
    expect([dies, await next.get("a")]).toEqual([dies, steps < dies ? "3:newest" : "2:newer"]);
    await next.set("a", "4:last");
    expect([dies, await next.get("a")]).toEqual([dies, "4:last"]);
  }
});

it("loses nothing where both use the same entries, as on macOS", async () => {
  const first = library({ a: "1" });
  const items = await firstThatLoads([first.load, library({}, first.held).load], false);
  expect(await items.get("a")).toBe("1");
  await items.set("a", "2");
  expect([await items.get("a"), first.held.get("a")]).toEqual(["2", "2"]);
  await items.delete("a");
  expect(await items.get("a")).toBeNull();
});
