import { z } from "zod";
import { command, query } from "#main/operations/operation.ts";
import { clientId, day, shortId } from "#shared/contract/fields.ts";
import { counted } from "#shared/kernel/readable.ts";
import { fail, ok } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

const NO_DEMO: Failure = { code: "not_supported", message: "The demo firm isn't available in this version of Tieout." };

/** The demo firm on simulated ledgers. */
export const demoOperations = [
  command("demo.start", {
    summary: "Create the demo firm on practice ledgers, connect it and start syncing",
    input: z.object({}),
    output: z.object({ clients: z.number().int() }),
    runs: "core",
    allowed: "viewer",
    perform: async ({ demo }) => (demo === null ? fail(NO_DEMO) : demo.start()),
  }),

  command("demo.make", {
    summary: "Create and connect the demo firm without syncing it",
    input: z.object({}),
    output: z.object({ clientIds: z.array(z.string()).readonly() }),
    runs: "core",
    allowed: "viewer",
    perform: async ({ demo }) => (demo === null ? fail(NO_DEMO) : demo.make()),
  }),

  command("demo.playLater", {
    summary: "Make the demo's prepared changes in the practice ledgers, so that the next sync finds them. The changes are made only once",
    input: z.object({}),
    output: z.object({ played: z.boolean(), changed: z.array(z.string()).readonly() }),
    runs: "core",
    allowed: "viewer",
    perform: async ({ demo }) => (demo === null ? fail(NO_DEMO) : ok(await demo.playLater())),
  }),

  query("demo.bankStatement", {
    summary: "Get a practice bank statement to import for a demo client's account",
    input: z.object({ clientId, accountId: shortId, from: day, to: day }),
    output: z.object({ fileName: z.string(), content: z.string() }).nullable(),
    runs: "core",
    perform: async ({ demo }, { clientId: client, accountId, from, to }) => {
      const text = demo === null ? null : await demo.statement(client, accountId, from, to);
      return ok(text === null ? null : { fileName: `practice-statement-${to}.ofx`, content: Buffer.from(text).toString("base64") });
    },
  }),

  command("demo.stop", {
    summary: "Delete the demo firm",
    input: z.object({}),
    output: z.object({ removed: z.number().int() }),
    runs: "core",
    perform: async ({ demo }) => (demo === null ? fail(NO_DEMO) : ok({ removed: await demo.remove() })),
    command: {
      verb: "demo stop",
      lines: ({ removed }) => [removed === 0 ? "There was no demo firm to delete." : `${counted(removed, "demo client")} deleted.`],
    },
  }),
] as const;
