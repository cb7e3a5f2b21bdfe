import type { ClientSync } from "#shared/contract/sync/sync.ts";
import { counted } from "#shared/kernel/readable.ts";
import { codeLabel } from "#shared/model/labels/code-labels.ts";
import { refused, reply } from "../ask.ts";
import { type Command, EXIT } from "../command.ts";

/** For a machine or container that nobody looks at; several share a firm's clients by their leases. */
export const work: Command = {
  noun: "work",
  verb: "",
  summary:
    "Sync clients and send ledger updates without opening a window, until Ctrl-C or SIGTERM. With the firm's server, several computers can share the work",
  asks: ["clients.list"],
  options: {},
  required: [],
  sends: true,
  wholeBooks: true,
  run: async (run) => {
    const { door, output, signal } = run;
    const listed = await reply(run, "clients.list", {});
    if (!listed.ok) return refused(run, listed.failure);
    const names = new Map(listed.value.rows.map(({ clientId, name }) => [clientId, name]));
    const connected = listed.value.rows.filter(({ ledger }) => ledger !== null).length;
    const states = new Map<string, string>();
    const done = new Set<string>();
    const unsubscribe = door.subscribe(({ topic, payload }) => {
      if (topic !== "sync.progress") return;
      const { clientId, state } = payload as ClientSync;
      if (states.get(clientId) !== state) output.progress(`${names.get(clientId) ?? clientId}: ${codeLabel(state)}`);
      states.set(clientId, state);
      if (state === "up_to_date") done.add(clientId);
    });
    output.progress(`Working for ${counted(connected, "connected client")}. Press Ctrl-C to stop.`);
    const stopped = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    if (!signal.aborted) {
      await run.goOn();
      if (!signal.aborted) await stopped;
    }
    unsubscribe();
    output.result({ clients: names.size, synced: done.size }, [`Stopped. ${counted(done.size, "client")} synced.`]);
    return EXIT.done;
  },
};
