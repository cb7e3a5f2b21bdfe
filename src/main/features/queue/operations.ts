import { z } from "zod";
import { query } from "#main/operations/operation.ts";
import { queuedRead, queuedWrite } from "#shared/contract/sync/queue.ts";
import { ok } from "#shared/kernel/result.ts";
import { inQueueOrder, queuedReadOf, queuedWritesOf } from "./queue-rows.ts";

/** The firm's queue: reads and writes of all clients beside each other. */
export const queueOperations = [
  query("queue.reads", {
    summary: "List the sync queue of all connected clients: running syncs first, then waiting and scheduled ones",
    input: z.object({}),
    output: z.object({ rows: z.array(queuedRead), paused: z.boolean(), online: z.boolean(), why: z.string().nullable() }),
    runs: "core",
    perform: async ({ schedule, pool, connections, engine }) => {
      const { paused, online, why, rows: planned } = await schedule.view();
      const plans = new Map(planned.map((row) => [row.clientId, row]));
      const clients = await pool.must("firm.clients", {});
      const budgets = new Map((await connections.all()).map((stored) => [stored.clientId, connections.budget(stored)]));
      const rows = clients.flatMap((client) => {
        const { clientId } = client;
        return queuedReadOf(client, engine.snapshot(clientId), plans.get(clientId), budgets.get(clientId) ?? null);
      });
      return ok({ rows: rows.sort(inQueueOrder), paused, online, why });
    },
  }),

  query("queue.writes", {
    summary: "List every client's open ledger updates, and the updates that failed in the last 30 days",
    input: z.object({}),
    output: z.object({ rows: z.array(queuedWrite), unreadable: z.array(z.string()) }),
    runs: "core",
    perform: async ({ pool, connections, writeBoard }) => {
      const names = new Map((await pool.must("firm.clients", {})).map(({ clientId, name }) => [clientId, name]));
      const read = (await connections.all()).filter(({ clientId, discovery }) => discovery !== null && names.has(clientId));
      const { jobs, unreadable } = await writeBoard.list(read.map(({ clientId, system, tenantId }) => ({ clientId, system, tenantId })));
      const rows = read.flatMap((stored) =>
        queuedWritesOf(stored, names.get(stored.clientId) ?? "", jobs.get(stored.clientId) ?? [], connections.waits(stored)),
      );
      return ok({ rows, unreadable: unreadable.map((clientId) => names.get(clientId) ?? clientId) });
    },
  }),
] as const;
