import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { z } from "zod";
import { replaceFile } from "#main/files/replace-file.ts";
import type { Runtime } from "#main/runtime/create-runtime.ts";
import { assert } from "#shared/kernel/assert.ts";
import { type CalendarDate, calendarDate } from "#shared/kernel/calendar-date.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { DemoTenant } from "#simulator/demo/demo-ledgers.ts";
import { PRACTICE_APP_ID, PRACTICE_SCOPES } from "#simulator/demo/practice-names.ts";

const stored = z.object({
  today: z.string(),
  playedMs: z.number().nullable(),
  worked: z.boolean().default(true),
  signInLost: z.boolean().default(false),
});
type DemoState = z.infer<typeof stored>;
type StoredConnection = Awaited<ReturnType<Runtime["context"]["connections"]["all"]>>[number];

type ThreadMessage =
  | { readonly kind: "ready"; readonly tenants: readonly DemoTenant[] }
  | { readonly kind: "played" }
  | { readonly kind: "statement"; readonly number: number; readonly text: string | null };

/** An account's statement for some days, by the ids of its ledger. */
interface PracticeStatement {
  readonly tenantId: string;
  readonly accountId: string;
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

/**
 * The demo firm's simulated ledgers, on a separate thread. The data folder stores the day they were created
 * for, so that every later start shows the same books.
 */
export class DemoFirm {
  readonly #home: string;
  readonly #entry: URL;
  readonly #tokens = new Map<string, string>();
  #worker: Worker | null = null;
  #asked = 0;
  #tenants: readonly DemoTenant[] = [];
  /** Client id to the place of its tenant. */
  readonly #clients = new Map<string, number>();
  readonly #connecting = new Map<string, Promise<Result<string, Failure>>>();

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
    const clients = await runtime.context.pool.must("firm.clients", {});
    const signedOut = new Set(clients.filter(({ rollup }) => rollup?.state === "needs_sign_in").map(({ clientId }) => clientId));
    for (const [index, tenant] of this.#tenants.entries()) {
      const connection = await connectionOf(runtime, tenant);
      if (connection === undefined) continue;
      await changeConnection(
        runtime,
        connection,
        signedOut.has(connection.clientId) ? signedOutText(tenant, index) : connectionText(tenant, index),
      );
    }
  }

  /**
   * Starts the ledgers and makes the clients, without asking any ledger anything.
   * @returns the clients' ids; `connect` takes each of them
   */
  async open(runtime: Runtime, today: CalendarDate): Promise<Result<readonly string[], Failure>> {
    if (!this.exists()) this.#save({ today, playedMs: null, worked: false, signInLost: false });
    if (this.#worker === null) await this.#startLedgers(this.#load());
    const clientIds: string[] = [];
    for (const [index, tenant] of this.#tenants.entries()) {
      const clientId = await clientOf(runtime, tenant);
      if (!clientId.ok) return clientId;
      clientIds.push(clientId.value);
      this.#clients.set(clientId.value, index);
    }
    return ok(clientIds);
  }

  /** Asks the client's ledger what it can do and stores the connection, unless that was done before. */
  connect(runtime: Runtime, clientId: string): Promise<Result<string, Failure>> {
    const index = this.#clients.get(clientId) ?? -1;
    const tenant = this.#tenants[index];
    assert(tenant !== undefined, `${clientId} is a client of the demo firm`);
    const asked = this.#connecting.get(clientId) ?? connectOnce(runtime, clientId, connectionText(tenant, index));
    this.#connecting.set(clientId, asked);
    return asked.finally(() => this.#connecting.delete(clientId));
  }

  /** Makes the demo firm with all its connections; goes on where an earlier attempt stopped. */
  async create(
    runtime: Runtime,
    today: CalendarDate,
  ): Promise<Result<{ readonly clients: number; readonly clientIds: readonly string[] }, Failure>> {
    const opened = await this.open(runtime, today);
    if (!opened.ok) return opened;
    const made = await Promise.all(opened.value.map((clientId) => this.connect(runtime, clientId)));
    const refused = made.find((one) => !one.ok);
    if (refused !== undefined && !refused.ok) return refused;
    return ok({ clients: opened.value.length, clientIds: opened.value });
  }

  /** The last day of the demo ledgers' books. */
  today(): CalendarDate {
    return calendarDate(this.#load().today);
  }

  /** True until the firm's people have done their part of last month's close. */
  mayWork(): boolean {
    return this.exists() && !this.#load().worked;
  }

  worked(): void {
    if (this.mayWork()) this.#save({ ...this.#load(), worked: true });
  }

  /** The clients in whose books something happens in `playLater`. */
  changedLater(): readonly string[] {
    return [...this.#clients].filter(([, index]) => this.#tenants[index]?.changesLater === true).map(([clientId]) => clientId);
  }

  /** Plays what only a mirror that was read before can notice. Once. */
  async playLater(nowMs: number): Promise<boolean> {
    const state = this.#load();
    const worker = this.#worker;
    if (state.playedMs !== null || worker === null) return false;
    await answerOf(worker, { kind: "play_later", nowMs }, (message) => message.kind === "played");
    this.#save({ ...state, playedMs: nowMs });
    return true;
  }

  /** Takes a client's token away, so that someone has to sign in to its ledger again. Once. @returns the client's id */
  async loseSignIn(runtime: Runtime): Promise<string | null> {
    const state = this.#load();
    if (state.signInLost || this.#worker === null) return null;
    this.#save({ ...state, signInLost: true });
    const index = this.#tenants.findIndex(({ signIn }) => signIn !== null);
    const tenant = this.#tenants[index];
    const connection = tenant === undefined ? undefined : await connectionOf(runtime, tenant);
    if (tenant === undefined || connection === undefined) return null;
    await changeConnection(runtime, connection, signedOutText(tenant, index));
    return connection.clientId;
  }

  /** The bank's own statement of an account, as OFX; null where there is none. */
  async statement(asked: PracticeStatement): Promise<string | null> {
    if (this.#worker === null) return null;
    const number = ++this.#asked;
    const answer = await answerOf(
      this.#worker,
      { kind: "statement", number, ...asked },
      (message) => message.kind === "statement" && message.number === number,
    );
    return answer.kind === "statement" ? answer.text : null;
  }

  /** Takes the demo firm out of the data folder, mirrors included. */
  async remove(runtime: Runtime): Promise<number> {
    const ids = await runtime.context.pool.must("firm.removeDemo", {});
    for (const id of ids)
      for (const end of ["", "-wal", "-shm", "-sums"]) rmSync(join(this.#home, "clients", `${id}.sqlite${end}`), { force: true });
    rmSync(this.#stateFile(), { force: true });
    await this.stop();
    this.#clients.clear();
    return ids.length;
  }

  async stop(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = null;
  }

  async #startLedgers(state: DemoState): Promise<void> {
    const worker = new Worker(this.#entry, {
      name: "demo-ledgers",
      workerData: { kind: "demo", today: calendarDate(state.today), playedMs: state.playedMs },
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
    replaceFile(this.#stateFile(), JSON.stringify(state));
  }

  #stateFile(): string {
    return join(this.#home, "demo.json");
  }
}

/** Asks the ledgers' thread, and waits for the answer to this question. */
function answerOf(worker: Worker, question: object, isAnswer: (message: ThreadMessage) => boolean): Promise<ThreadMessage> {
  return new Promise((resolve) => {
    const listen = (message: ThreadMessage) => {
      if (!isAnswer(message)) return;
      worker.off("message", listen);
      resolve(message);
    };
    worker.on("message", listen);
    worker.postMessage(question);
  });
}

/** The client that stands for a demo ledger; made when there is none yet. */
async function clientOf(runtime: Runtime, tenant: DemoTenant): Promise<Result<string, Failure>> {
  const { pool, uuid, clock, publish } = runtime.context;
  const connected = await connectionOf(runtime, tenant);
  if (connected !== undefined) return ok(connected.clientId);
  const existing = (await pool.must("firm.clients", {})).find((client) => client.demo && client.name === tenant.name);
  if (existing !== undefined) return ok(existing.clientId);
  const clientId = uuid();
  const { added } = await pool.must("firm.addClient", { clientId, name: tenant.name, demo: true, nowMs: clock.nowMs() });
  if (!added)
    return fail({
      code: "already_exists",
      message: `There is already a client named ${tenant.name}. The demo firm needs that name.`,
      field: "name",
      next: "Start the demo in an empty data folder.",
    });
  publish("clients.changed", { clientIds: [clientId] });
  return ok(clientId);
}

async function connectionOf(runtime: Runtime, { tenantId, system }: DemoTenant): Promise<StoredConnection | undefined> {
  return (await runtime.context.connections.all()).find((one) => one.tenantId === tenantId && one.system === system);
}

async function changeConnection(runtime: Runtime, { connectionId, body: was }: StoredConnection, body: string): Promise<void> {
  await runtime.context.pool.must("firm.updateConnection", { connectionId, was, body });
}

async function connectOnce(runtime: Runtime, clientId: string, file: string): Promise<Result<string, Failure>> {
  const { connections, publish } = runtime.context;
  if ((await connections.find(clientId)) !== null) return ok(clientId);
  const added = await connections.add(clientId, file);
  if (!added.ok) return added;
  publish("clients.changed", { clientIds: [clientId] });
  return ok(clientId);
}

function variableName(index: number): string {
  return `TIEOUT_DEMO_TOKEN_${index}`;
}

function connectionText(tenant: DemoTenant, index: number): string {
  return JSON.stringify(connectionFile(tenant, index));
}

/** The connection without its token: a person signs in to the practice ledger's own page, as they would to a real one. */
function signedOutText(tenant: DemoTenant, index: number): string {
  const file = connectionFile(tenant, index);
  const { signIn, tenantId } = tenant;
  if (signIn === null) return JSON.stringify(file);
  const auth = { type: "oauth2_authorization_code", ...signIn, clientId: PRACTICE_APP_ID, scopes: PRACTICE_SCOPES, redirect: "loopback" };
  // A grant of its own: under the connection's id the token that was taken away is still in use.
  return JSON.stringify({ ...file, auth, held: { grant: `demo-${tenantId}` } });
}

function connectionFile(tenant: DemoTenant, index: number) {
  return {
    system: tenant.system,
    name: tenant.name,
    tenantId: tenant.tenantId,
    baseUrl: tenant.baseUrl,
    profile: "neutral",
    auth: { type: "bearer_env", variable: variableName(index) },
    ...(tenant.journals ? { journals: true } : {}),
  };
}
