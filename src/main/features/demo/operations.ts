import { z } from "zod";
import { command } from "#main/operations/operation.ts";
import { fail, ok } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

const NO_DEMO: Failure = { code: "not_supported", message: "This host has no simulated ledgers." };

/** The demo firm on simulated ledgers. */
export const demoOperations = [
  command("demo.start", {
    summary: "Make the demo firm on embedded simulated ledgers, connect it and start reading",
    input: z.object({}),
    output: z.object({ clients: z.number().int() }),
    runs: "core",
    allowed: "viewer",
    perform: async ({ demo }) => (demo === null ? fail(NO_DEMO) : demo.start()),
  }),

  command("demo.make", {
    summary: "Make the demo firm and connect it, and read nothing yet",
    input: z.object({}),
    output: z.object({ clientIds: z.array(z.string()).readonly() }),
    runs: "core",
    allowed: "viewer",
    perform: async ({ demo }) => (demo === null ? fail(NO_DEMO) : demo.make()),
  }),

  command("demo.playLater", {
    summary: "Once, change the demo ledgers' books in ways that only a mirror that was read before can notice",
    input: z.object({}),
    output: z.object({ played: z.boolean(), changed: z.array(z.string()).readonly() }),
    runs: "core",
    allowed: "viewer",
    perform: async ({ demo }) => (demo === null ? fail(NO_DEMO) : ok(await demo.playLater())),
  }),

  command("demo.stop", {
    summary: "Take the demo firm out of the data folder",
    input: z.object({}),
    output: z.object({ removed: z.number().int() }),
    runs: "core",
    perform: async ({ demo }) => (demo === null ? fail(NO_DEMO) : ok({ removed: await demo.remove() })),
    command: { verb: "demo stop", lines: ({ removed }) => [`${removed} demo clients removed.`] },
  }),
] as const;
