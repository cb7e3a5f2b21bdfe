import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  DamagedValue,
  deleteLong,
  ITEM_CHARS_MAX,
  type KeychainItems,
  readLong,
  writeLong,
} from "#main/hosts/node/keychain/long-values.ts";

/** A keychain of entries; `dieAfter` writes and deletes nothing any more, as a process that was killed. */
function keychain() {
  const entries = new Map<string, string>();
  const state = { changes: 0, dieAfter: Number.POSITIVE_INFINITY };
  const change = async (act: () => void): Promise<void> => {
    if (++state.changes > state.dieAfter) throw new Error("killed");
    act();
  };
  const items: KeychainItems = {
    get: async (name) => entries.get(name) ?? null,
    set: (name, value) => change(() => void entries.set(name, value)),
    delete: (name) => change(() => void entries.delete(name)),
  };
  return { entries, items, state };
}

const secret = fc.oneof(
  fc.string({ maxLength: 900 }),
  fc.string({ unit: "grapheme", minLength: 0, maxLength: 3_000 }),
  fc.string({ minLength: 1_000, maxLength: 9_000 }),
);

describe("a secret of any length and script", () => {
  it("comes back unchanged, and no entry is longer than the smallest platform allows", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(secret, { minLength: 1, maxLength: 4 }), async (values) => {
        const { entries, items } = keychain();
        for (const value of values) {
          await writeLong(items, "name", value);
          expect(await readLong(items, "name")).toBe(value);
          for (const entry of entries.values()) expect(Buffer.byteLength(entry, "utf16le")).toBeLessThanOrEqual(2 * ITEM_CHARS_MAX);
        }
        await deleteLong(items, "name");
        expect([await readLong(items, "name"), entries.size]).toEqual([null, 0]);
      }),
      { numRuns: 60 },
    );
  });

  it("leaves nothing behind when a deletion that was interrupted is repeated", async () => {
    for (let dieAfter = 0; dieAfter < 10; dieAfter++) {
      const { entries, items, state } = keychain();
      await writeLong(items, "name", "secret".repeat(1_000));
      state.dieAfter = state.changes + dieAfter;
      await deleteLong(items, "name").catch(() => undefined);
      state.dieAfter = Number.POSITIVE_INFINITY;
      await deleteLong(items, "name");
      expect([...entries.keys()]).toEqual([]);
    }
  });

  it("is the old one or the new one, whole, wherever the writer dies", async () => {
    await fc.assert(
      fc.asyncProperty(fc.option(secret, { nil: null }), secret, async (before, after) => {
        for (let dieAfter = 0; ; dieAfter++) {
          const { items, state } = keychain();
          if (before !== null) await writeLong(items, "name", before);
          state.dieAfter = state.changes + dieAfter;
          const isDone = await writeLong(items, "name", after).then(
            () => true,
            () => false,
          );
          const held = await readLong(items, "name");
          expect(isDone ? [after] : [before, after]).toContain(held);
          if (isDone) return;
          // The next writer is not in the way of what the dead one left.
          state.dieAfter = Number.POSITIVE_INFINITY;
          await writeLong(items, "name", "later".repeat(500));
          expect(await readLong(items, "name")).toBe("later".repeat(500));
        }
      }),
      { numRuns: 30 },
    );
  });

  it("is never read as good when a part is missing, old or foreign", async () => {
    const { entries, items } = keychain();
    const value = "x".repeat(5_000);
    await writeLong(items, "name", value);
    const whole = new Map(entries);
    for (const name of whole.keys()) {
      for (const damage of [null, "AAAA", "", `${whole.get(name)}A`]) {
        if (name === "name" && damage === null) continue;
        if (damage === null) entries.delete(name);
        else entries.set(name, damage);
        await expect(readLong(items, "name")).rejects.toBeInstanceOf(DamagedValue);
        entries.set(name, whole.get(name) as string);
      }
    }
    expect(await readLong(items, "name")).toBe(value);
  });

  it("is refused when the keychain does not give back what it was given", async () => {
    const { items } = keychain();
    const cutting: KeychainItems = { ...items, set: (name, value) => items.set(name, value.slice(0, 512)) };
    await expect(writeLong(cutting, "name", "y".repeat(900))).rejects.toBeInstanceOf(DamagedValue);
    await expect(writeLong(cutting, "name", "y".repeat(4_000))).rejects.toBeInstanceOf(DamagedValue);
  });
});
