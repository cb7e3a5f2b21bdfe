import { findEntries } from "#main/hosts/node/entries.ts";
import { type CoreOptions, type OpenCore, openCore } from "#main/hosts/node/open-core.ts";
import type { BenchTenant } from "./ledgers-process.ts";

type Runtime = OpenCore["runtime"];

/** Opens the app's own core on a data folder, and closes it after the work. */
export async function inCore<T>(home: string, work: (core: OpenCore) => Promise<T>, more: Pick<CoreOptions, "clock"> = {}): Promise<T> {
  const opened = await openCore({ home, secrets: "memory", command: "bench", entries: findEntries(), reviveDemo: false, ...more });
  if (!opened.ok) throw new Error(opened.failure.message);
  try {
    return await work(opened.value);
  } finally {
    await opened.value.close();
  }
}

/** The value of an answer that has to succeed. */
export async function must(answer: ReturnType<Runtime["route"]>): Promise<unknown> {
  const done = await answer;
  if (!done.ok) throw new Error(done.failure.message);
  return done.value;
}

/** Connects a client to each ledger and reads all of it. @returns the clients, in the order of their ledgers */
export async function firstReads({ runtime }: OpenCore, tenants: readonly BenchTenant[]): Promise<string[]> {
  for (const [at, { token }] of tenants.entries()) process.env[`TIEOUT_BENCH_${at}`] = token;
  const clientIds: string[] = [];
  for (const [at, { token: _, ...tenant }] of tenants.entries()) {
    const { clientId } = (await must(runtime.route("clients.add", { name: tenant.name }))) as { readonly clientId: string };
    const auth = { type: "bearer_env", variable: `TIEOUT_BENCH_${at}` };
    const limits = { requestsPerWindow: 100_000, requestsPerDay: 1_000_000, appRequestsPerWindow: null };
    await must(runtime.route("connections.add", { clientId, file: JSON.stringify({ ...tenant, auth, limits }) }));
    clientIds.push(clientId);
  }
  await syncAll(runtime, clientIds);
  return clientIds;
}

/** Reads what is new in these clients' ledgers, all at once. */
export async function syncAll({ context }: Runtime, clientIds: readonly string[]): Promise<void> {
  for (const done of await Promise.all(clientIds.map((clientId) => context.engine.sync(clientId))))
    if (done?.state !== "up_to_date") throw new Error(`${done?.clientId} is ${done?.state}: ${done?.failure?.message}`);
}
