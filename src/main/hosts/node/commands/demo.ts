import type { ClientSync } from "#shared/contract/sync.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { type Command, EXIT } from "./command.ts";

export const demoStart: Command = {
  noun: "demo",
  verb: "start",
  summary: "makes the demo firm on embedded simulated ledgers and syncs it",
  options: {},
  required: [],
  sends: true,
  run: async ({ core, context, output, signal }) => {
    output.progress("Starting the simulated ledgers and asking each what it can do.");
    const made = await core.demo.create(core.runtime, context.clock.now().slice(0, 10) as CalendarDate);
    if (!made.ok) {
      output.failure(made.failure);
      return EXIT.failed;
    }
    const names = new Map((await context.pool.must("firm.clients", {})).map((client) => [client.clientId, client.name]));
    const syncAll = () =>
      Promise.all(
        made.value.clientIds.map(async (id) => {
          const sync = await context.engine.sync(id, {}, signal);
          output.progress(`${names.get(id) ?? id}: ${sync?.state ?? "not connected"}`);
          return sync;
        }),
      );
    let clients = await syncAll();
    // What only a mirror that was read before can notice: a deletion, a lock that moves back.
    if (!signal.aborted && (await core.demo.playLater(context.clock.nowMs()))) {
      clients = await syncAll();
      // A hard deletion shows in no delta: ids are compared now, not at the next daily comparison.
      await Promise.all(core.demo.changedLater().map((id) => context.engine.sync(id, { reconcileOnly: true }, signal)));
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
      [`The demo firm has ${clients.length} clients, ${done} up to date.`],
    );
    return done === clients.length ? EXIT.done : signal.aborted ? EXIT.queued : EXIT.partly;
  },
};

export const demoStop: Command = {
  noun: "demo",
  verb: "stop",
  summary: "takes the demo firm out of the data folder",
  options: {},
  required: [],
  run: async ({ core, output }) => {
    const removed = await core.demo.remove(core.runtime);
    output.result({ removed }, [`${removed} demo clients removed.`]);
    return EXIT.done;
  },
};

export const demoReset: Command = {
  noun: "demo",
  verb: "reset",
  summary: "removes the demo firm and makes it afresh",
  options: {},
  required: [],
  run: async (run) => {
    await run.core.demo.remove(run.core.runtime);
    return demoStart.run(run);
  },
};
