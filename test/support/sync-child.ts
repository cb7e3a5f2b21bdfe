/**
 * A process of its own that syncs every client of a data folder: real threads, sockets and files.
 * Arguments: data folder, JSON list of connection files. Tokens come in the environment. It prints
 * `reading` when the first run starts and the ends of all runs as one line of JSON.
 */
import { fileURLToPath } from "node:url";
import { openCore } from "#main/hosts/node/open-core.ts";
import { workerEntry } from "./built.ts";

const [home, connections] = process.argv.slice(2) as [string, string];
const main = new URL("../../src/main/", import.meta.url);
const core = await openCore({
  home,
  secrets: process.env.SECRETS === "keychain" ? "keychain" : "memory",
  command: "sync-child",
  entries: {
    clientWorker: await workerEntry(),
    demoThread: new URL("simulator/demo-thread.ts", main),
    keychainProcess: new URL("keychain-process.ts", main),
    sqlProcess: new URL("sql-process.ts", main),
    resources: fileURLToPath(new URL("../../resources", import.meta.url)),
  },
});
if (!core.ok) throw new Error(core.failure.message);
const { runtime } = core.value;
const known = await runtime.context.connections.all();
const clientIds: string[] = [];
for (const file of JSON.parse(connections) as { readonly name: string; readonly tenantId: string }[]) {
  const before = known.find(({ tenantId }) => tenantId === file.tenantId);
  clientIds.push(before?.clientId ?? (await connect(file)));
}
process.stdout.write("reading\n");
const request = process.env.RECONCILE === "1" ? { reconcileOnly: true } : process.env.FULL === "1" ? { full: true } : {};
const done = await Promise.all(clientIds.map((clientId) => runtime.context.engine.sync(clientId, request)));
process.stdout.write(`${JSON.stringify(done.map((run) => ({ clientId: run?.clientId, state: run?.state, failure: run?.failure })))}\n`);
await core.value.close();

/** A killed process may have left the client without its connection. */
async function connect(file: { readonly name: string }): Promise<string> {
  const clients = await runtime.context.pool.must("firm.clients", {});
  let clientId = clients.find(({ name }) => name === file.name)?.clientId;
  if (clientId === undefined) {
    const added = await runtime.route("clients.add", { name: file.name });
    if (!added.ok) throw new Error(added.failure.message);
    clientId = (added.value as { clientId: string }).clientId;
  }
  const connected = await runtime.route("connections.add", { clientId, file: JSON.stringify(file) });
  if (!connected.ok) throw new Error(connected.failure.message);
  return clientId;
}
