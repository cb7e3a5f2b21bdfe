import type { ClientSync } from "#shared/contract/sync/sync.ts";
import { counted } from "#shared/kernel/readable.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";
import { failureWords, refused, reply } from "../ask.ts";
import { type Command, EXIT } from "../command.ts";

export const demoStart: Command = {
  noun: "demo",
  verb: "start",
  summary: "Create the demo firm with simulated ledgers, and sync its clients",
  asks: ["demo.make", "demo.playLater", "clients.list", "sync.run", "sync.reconcile"],
  options: {},
  required: [],
  sends: true,
  wholeBooks: true,
  run: async (run) => {
    const { output, signal } = run;
    output.progress("Starting the simulated ledgers and connecting to them.");
    const made = await reply(run, "demo.make", {});
    if (!made.ok) {
      output.failure(made.failure);
      return EXIT.failed;
    }
    const listed = await reply(run, "clients.list", {});
    if (!listed.ok) return refused(run, listed.failure);
    const names = new Map(listed.value.rows.map((client) => [client.clientId, client.name]));
    const syncAll = () =>
      Promise.all(
        made.value.clientIds.map(async (clientId) => {
          const sync = await reply(run, "sync.run", { clientId, urgent: false });
          output.progress(
            `${names.get(clientId) ?? clientId}: ${sync.ok ? codeLabel(sync.value.state).toLowerCase() : failureWords(sync.failure).join(" ")}`,
          );
          return sync.ok ? sync.value : null;
        }),
      );
    let clients = await syncAll();
    // What only a mirror that was read before can notice: a deletion, a lock that moves back.
    const later = signal.aborted ? null : await reply(run, "demo.playLater", {});
    if (later?.ok && later.value.played) {
      clients = await syncAll();
      // A hard deletion shows in no delta: ids are compared now, not at the next daily comparison.
      await Promise.all(later.value.changed.map((clientId) => reply(run, "sync.reconcile", { clientId })));
    }
    const done = clients.filter((client): client is ClientSync => client?.state === "up_to_date").length;
    output.result(
      {
        clients: clients.map((client) => ({
          clientId: client?.clientId,
          name: names.get(client?.clientId ?? ""),
          state: client?.state,
          asOf: client?.asOf,
        })),
      },
      [`The demo firm has ${counted(clients.length, "client")}, ${done} synced.`],
    );
    return done === clients.length ? EXIT.done : signal.aborted ? EXIT.queued : EXIT.partly;
  },
};

export const demoReset: Command = {
  noun: "demo",
  verb: "reset",
  summary: "Delete the demo firm and create it again",
  asks: ["demo.stop", ...demoStart.asks],
  options: {},
  required: [],
  run: async (run) => {
    const removed = await reply(run, "demo.stop", {});
    return removed.ok ? demoStart.run(run) : refused(run, removed.failure);
  },
};
