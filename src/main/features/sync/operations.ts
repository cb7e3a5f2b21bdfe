import { z } from "zod";
import { findClient, mirroredClient } from "#main/operations/client-source.ts";
import { command, query } from "#main/operations/operation.ts";
import { heldRecords } from "#main/store/documents/record-deltas.ts";
import { clientId } from "#shared/contract/fields.ts";
import { clientSync, syncPlan } from "#shared/contract/sync/sync.ts";
import { counted } from "#shared/kernel/readable.ts";
import { fail, ok } from "#shared/kernel/result.ts";
import { message } from "#shared/language/t.ts";
import { calendarDateString } from "#shared/model/books/money.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { startReading } from "./start-reading.ts";
import { syncStatus } from "./sync-status.ts";

const ofClient = z.object({ clientId });
const done = z.object({ done: z.literal(true) });

/** Reading ledgers: starting, stopping and watching it. */
export const syncOperations = [
  query("sync.status", {
    summary: "Show a client's sync status: data sets, queue and API requests",
    input: ofClient,
    output: clientSync,
    runs: "core",
    perform: (context, { clientId: id }) => syncStatus(context, id),
  }),

  // It asks the ledger for sizes, which costs a few calls, and reads nothing into the mirror.
  command("sync.plan", {
    summary: "Estimate the first sync before it starts",
    input: ofClient,
    output: syncPlan,
    runs: "core",
    allowed: "viewer",
    perform: async (context, { clientId: id }, _prepared, { signal }) => {
      const client = await findClient(context, id);
      return client.ok ? context.engine.plan(id, signal ?? new AbortController().signal) : client;
    },
    command: {
      verb: "sync plan",
      sends: true,
      lines: ({ calls, pages, estimateSeconds, dayBudgets }) => [
        `A first sync needs ${counted(calls, "API request")} for ${counted(pages, "page")} of records and takes ${aboutTime(estimateSeconds)}.${dayBudgets <= 1 ? "" : ` The ledger's daily limit spreads the requests over ${counted(dayBudgets, "day")}.`}`,
      ],
    },
  }),

  // It ends early, with cursors kept, when the caller stops waiting.
  command("sync.run", {
    summary: "Sync one client and wait until the sync is done",
    input: ofClient.extend({
      full: z.boolean().default(false).describe("Full resync instead of changes only"),
      streams: z.array(z.string().max(80)).max(100).optional().describe("Only these data sets"),
      urgent: z.boolean().default(true).describe("Take priority over automatic syncs"),
    }),
    output: clientSync,
    runs: "core",
    perform: async (context, { clientId: id, full, streams, urgent }, _prepared, { signal }) => {
      const client = await findClient(context, id);
      if (!client.ok) return client;
      const sync = await context.engine.sync(id, { full, urgent, ...(streams === undefined ? {} : { only: streams }) }, signal);
      return sync === null ? fail(notConnected(client.value.name)) : ok(sync);
    },
  }),

  // `missing` are the ids dated in the range.
  command("sync.reconcile", {
    summary: "Compare Tieout's record IDs with the ledger's. Records missing from the ledger are marked “Deleted in ledger”",
    input: ofClient.extend({ from: calendarDateString.optional(), to: calendarDateString.optional() }),
    output: z.object({ sync: clientSync, missing: z.array(z.string()) }),
    runs: "core",
    perform: async (context, { clientId: id, from, to }, _prepared, { signal }) => {
      const source = await mirroredClient(context, id);
      if (!source.ok) return source;
      const sinceMs = context.clock.nowMs();
      const sync = await context.engine.sync(id, { reconcileOnly: true, urgent: true }, signal);
      if (sync === null) return fail(notConnected("The client"));
      const range = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
      const missing = await context.pool.perform("removed.since", { ...source.value, sinceMs, ...range });
      return missing.ok ? ok({ sync, missing: missing.value }) : missing;
    },
  }),

  // Progress arrives on `sync.progress`.
  command("sync.start", {
    summary: "Start syncing the named clients in the background. If none are named, sync every client that isn't paused",
    input: z.object({ clientIds: z.array(clientId).max(10_000).optional(), full: z.boolean().default(false) }),
    output: done,
    runs: "core",
    perform: async (context, { clientIds, full }) => {
      const clients = await context.pool.must("firm.clients", {});
      const unknown = clientIds?.find((id) => !clients.some((client) => client.clientId === id));
      if (unknown !== undefined) return fail({ code: "not_found", message: `No client has the ID ${unknown}.`, field: "client" });
      const only = clientIds?.length === 1 ? clients.find(({ clientId: id }) => id === clientIds[0]) : undefined;
      if (only?.system === null) return fail(notConnected(only.name));
      const wanted = clients.filter(({ clientId: id, system, paused }) => system !== null && (clientIds?.includes(id) ?? !paused));
      for (const client of wanted) startReading(context, client.clientId, { full, urgent: clientIds?.length === 1 });
      return ok({ done: true as const });
    },
  }),

  command("sync.pause", {
    summary: "Pause a client's sync until someone resumes it",
    input: ofClient,
    output: done,
    runs: "core",
    outdates: ["clients"],
    perform: async (context, { clientId: id }) => {
      const client = await findClient(context, id);
      if (!client.ok) return client;
      await context.pool.must("firm.setPaused", { clientId: id, paused: true });
      await context.engine.stop(id);
      return ok({ done: true as const });
    },
  }),

  command("sync.resume", {
    summary: "Resume a client's sync",
    input: ofClient,
    output: done,
    runs: "core",
    outdates: ["clients"],
    perform: async (context, { clientId: id }) => {
      const client = await findClient(context, id);
      if (!client.ok) return client;
      await context.pool.must("firm.setPaused", { clientId: id, paused: false });
      startReading(context, id, { urgent: true });
      return ok({ done: true as const });
    },
  }),

  // What isn't being read starts.
  command("sync.goFirst", {
    summary: message("Move a client's sync ahead of automatic syncs for other clients on the same ledger software"),
    input: ofClient,
    output: done,
    runs: "core",
    perform: async (context, { clientId: id }) => {
      const client = await findClient(context, id);
      if (!client.ok) return client;
      if (context.engine.goFirst(id)) return ok({ done: true as const });
      if (client.value.paused) return fail(isPaused(client.value.name));
      startReading(context, id, { urgent: true, goesFirst: true });
      return ok({ done: true as const });
    },
  }),

  query("sync.held", {
    summary: "Count the records of each data set in the local copy",
    input: ofClient,
    output: z.array(z.object({ stream: z.string(), records: z.number().int(), removed: z.number().int() })),
    runs: "reader",
    unread: [],
    perform: ({ mirror }) => ok(heldRecords(mirror.db)),
  }),
] as const;

/** How long a read takes, as roughly as it is known. */
function aboutTime(seconds: number): string {
  if (seconds < 90) return `about ${counted(seconds, "second")}`;
  if (seconds < 5_400) return `about ${counted(Math.ceil(seconds / 60), "minute")}`;
  return `about ${counted(Math.ceil(seconds / 3_600), "hour")}`;
}

function notConnected(name: string): Failure {
  return { code: "not_found", message: `${name} isn't connected to a ledger.`, field: "client", next: "Add a connection first." };
}

function isPaused(name: string): Failure {
  return { code: "conflict", message: `Sync is paused for ${name}.`, field: "client", next: "Resume the client's sync first." };
}
