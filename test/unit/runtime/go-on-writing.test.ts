import { expect, it } from "vitest";
import type { ApiContext } from "#main/api/context.ts";
import { goOnWritingForAll } from "#main/runtime/go-on-writing.ts";
import { createVirtualTime } from "#test/support/virtual-time.ts";

it("goes on with every client's writes although the firm's file can't be read at first", async () => {
  const clock = createVirtualTime();
  const answers = [
    { ok: false, failure: { code: "storage", message: "The disk is busy." } },
    {
      ok: true,
      value: [
        { clientId: "one", system: "ledger_a" },
        { clientId: "two", system: null },
      ],
    },
  ];
  const resumed: string[] = [];
  const context = {
    clock,
    log: { warn: () => undefined, error: () => undefined },
    pool: { perform: async () => answers.shift() },
    writes: { resume: async (clientId: string) => void resumed.push(clientId) },
  } as unknown as ApiContext;
  const done = goOnWritingForAll(context, new AbortController().signal);
  await new Promise((resolve) => setImmediate(resolve));
  expect(resumed).toEqual([]);
  await clock.pass(60_000);
  await done;
  expect(resumed).toEqual(["one"]);
});
