import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { z } from "zod";
import type { Runtime } from "#main/runtime/create-runtime.ts";
import type { DemoTenant } from "#main/simulator/demo-ledgers.ts";
import { type CalendarDate, calendarDate } from "#shared/kernel/calendar-date.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";

const stored = z.object({ today: z.string(), playedMs: z.number().nullable() });
type DemoState = z.infer<typeof stored>;

type ThreadMessage = { readonly kind: "ready"; readonly tenants: readonly DemoTenant[] } | { readonly kind: "played" };

/**
 * The demo firm's simulated ledgers, on a thread of their own. The data folder remembers for which
 * day they were made, so that every later start shows the same books.
 */
export class DemoFirm {
  readonly #home: string;
  readonly #entry: URL;
  readonly #tokens = new Map<string, string>();
  #worker: Worker | null = null;
  #tenants: readonly DemoTenant[] = [];

  constructor(home: string, entry: URL) {
    this.#home = home;
    this.#entry = entry;
  }

  /** Tokens of the demo ledgers, under the names that the demo connections use. */
  token(variable: string): string | undefined {
    return this.#tokens.get(variable);
  }

  /** True when this data folder holds a demo firm. */
  exists(): boolean {
    return existsSync(this.#stateFile());
  }

  /** Starts the ledgers when the folder holds a demo firm, and points its connections at them. */
  async revive(runtime: Runtime): Promise<void> {
    if (!this.exists()) return;
    await this.#startLedgers(this.#load());
    for (const [index, tenant] of this.#tenants.entries()) {
      const connection = (await runtime.context.connections.all()).find(
        (candidate) => candidate.tenantId === tenant.tenantId && candidate.system === tenant.system,
      );
      if (connection !== undefined)
        await runtime.context.pool.must("firm.updateConnection", {
          connectionId: connection.connectionId,
          body: connectionText(tenant, index),
        });
    }
  }

  /** Makes the demo firm's clients and connections; goes on where an earlier attempt stopped. */
  async create(
    runtime: Runtime,
    today: CalendarDate,
  ): Promise<Result<{ readonly clients: number; readonly clientIds: readonly string[] }, Failure>> {
    if (!this.exists()) this.#save({ today, playedMs: null });
    if (this.#worker === null) await this.#startLedgers(this.#load());
    const made = await Promise.all(this.#tenants.map((tenant, index) => connect(runtime, tenant, index)));
    const clientIds: string[] = [];
    for (const client of made) {
      if (!client.ok) return client;
      clientIds.push(client.value);
    }
    return ok({ clients: clientIds.length, clientIds });
  }

  /** Plays what only a mirror that was read before can notice. Once. */
  async playLater(nowMs: number): Promise<boolean> {
    const state = this.#load();
    const worker = this.#worker;
    if (state.playedMs !== null || worker === null) return false;
    await new Promise<void>((resolve) => {
      worker.once("message", () => resolve());
      worker.postMessage({ kind: "play_later", nowMs });
    });
    this.#save({ ...state, playedMs: nowMs });
    return true;
  }

  /** Takes the demo firm out of the data folder, mirrors included. */
  async remove(runtime: Runtime): Promise<number> {
    const ids = await runtime.context.pool.must("firm.removeDemo", {});
    for (const id of ids)
      for (const end of ["", "-wal", "-shm"]) rmSync(join(this.#home, "clients", `${id}.sqlite${end}`), { force: true });
    rmSync(this.#stateFile(), { force: true });
    await this.stop();
    return ids.length;
  }

  async stop(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = null;
  }

  async #startLedgers(state: DemoState): Promise<void> {
    const worker = new Worker(this.#entry, {
      name: "demo-ledgers",
      workerData: { today: calendarDate(state.today), playedMs: state.playedMs },
    });
    worker.unref();
    this.#tenants = await new Promise((resolve, reject) => {
      worker.once("message", (message: ThreadMessage) => resolve(message.kind === "ready" ? message.tenants : []));
      worker.once("error", reject);
    });
    this.#worker = worker;
    for (const [index, tenant] of this.#tenants.entries()) this.#tokens.set(variableName(index), tenant.token);
  }

  #load(): DemoState {
    return stored.parse(JSON.parse(readFileSync(this.#stateFile(), "utf8")));
  }

  #save(state: DemoState): void {
    writeFileSync(this.#stateFile(), JSON.stringify(state), { mode: 0o600 });
  }

  #stateFile(): string {
    return join(this.#home, "demo.json");
  }
}

/** One client of the demo firm, with its connection; the one that is there when it was made before. */
async function connect(runtime: Runtime, tenant: DemoTenant, index: number): Promise<Result<string, Failure>> {
  const { pool, uuid, clock, connections, publish } = runtime.context;
  const known = (await connections.all()).find((candidate) => candidate.tenantId === tenant.tenantId && candidate.system === tenant.system);
  if (known !== undefined) return ok(known.clientId);
  const existing = (await pool.must("firm.clients", {})).find((client) => client.demo && client.name === tenant.name);
  const clientId = existing?.clientId ?? uuid();
  if (existing === undefined) {
    const { added } = await pool.must("firm.addClient", { clientId, name: tenant.name, demo: true, nowMs: clock.nowMs() });
    if (!added)
      return fail({
        code: "already_exists",
        message: `There is already a client named ${tenant.name}, which the demo firm wants to use.`,
        field: "name",
      });
    publish("clients.changed", { clientIds: [clientId] });
  }
  const added = await connections.add(clientId, connectionText(tenant, index));
  if (!added.ok) return added;
  publish("clients.changed", { clientIds: [clientId] });
  return ok(clientId);
}

function variableName(index: number): string {
  return `TIEOUT_DEMO_TOKEN_${index}`;
}

function connectionText(tenant: DemoTenant, index: number): string {
  return JSON.stringify({
    system: tenant.system,
    name: tenant.name,
    tenantId: tenant.tenantId,
    baseUrl: tenant.baseUrl,
    profile: "neutral",
    auth: { type: "bearer_env", variable: variableName(index) },
    ...(tenant.journals ? { journals: true } : {}),
  });
}
