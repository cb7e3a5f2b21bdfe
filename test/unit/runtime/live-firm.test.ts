import { expect, it } from "vitest";
import { LiveFirm } from "#main/runtime/live-firm.ts";

it("changes one after another, and lets go of every firm but the last", async () => {
  const open = new Set<number>();
  let made = 0;
  const waits: (() => void)[] = [];
  const live = await LiveFirm.open({
    ...({ pool: {}, clock: {}, localCounters: {} } as never as object),
    open: async () => {
      const firm = ++made;
      if (firm > 1) await new Promise<void>((resolve) => waits.push(resolve));
      open.add(firm);
      return { firm, close: async () => void open.delete(firm) };
    },
    share: () => null,
    meet: async () => null,
  } as never);
  const work = { rest: async () => undefined, limiters: {} } as never;
  const both = Promise.all([live.change(work), live.change(work)]);
  // The later answer comes first, where both are asked at once.
  for (let turn = 0; turn < 4; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
    waits.pop()?.();
  }
  await both;
  expect([live.firm, [...open]]).toMatchObject([{ firm: 3 }, [3]]);
});
