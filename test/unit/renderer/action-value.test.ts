import { expect, it, vi } from "vitest";

/** The module as another window loads it. */
async function inAnotherWindow() {
  vi.resetModules();
  return (await import("../../../src/renderer/features/writes/idempotency-key.ts")).actionValue;
}

it("two windows never make the same value, not even in the same millisecond", async () => {
  vi.useFakeTimers({ now: 0 });
  const [one, other] = [await inAnotherWindow(), await inAnotherWindow()];
  const values = [one(), one(), other(), other()];
  vi.useRealTimers();
  expect(new Set(values).size).toBe(4);
});
