import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "#main/hosts/node/clock.ts";
import { findOperation, type OperationInput, type OperationName, type OperationOutput } from "#main/operations/collection.ts";
import type { Ports } from "#main/ports/index.ts";
import { createRuntime, type Runtime } from "#main/runtime/create-runtime.ts";
import { inlineThreads } from "#main/workers/inline-threads.ts";
import type { Reply } from "#shared/contract/reply.ts";
import { assert } from "#shared/kernel/assert.ts";
import { fail } from "#shared/kernel/result.ts";
import { sha256 } from "#test/support/sha256.ts";

/** A computer with a data folder and a keychain, in real time and without ledgers: what setting up a firm needs. */
export interface FirmComputer {
  readonly runtime: Runtime;
  readonly home: string;
  readonly secrets: Map<string, string>;
  /** Asks as a window does. A failure fails the test. */
  ask<N extends OperationName>(name: N, input: OperationInput<N>): Promise<OperationOutput<N>>;
  route(name: OperationName, input: object): Promise<Reply>;
  addClient(clientId: string, name: string, tenantId: string): Promise<void>;
  /** Ends the program and starts it again on the same folder. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export async function firmComputer(user: string, options: { env?: Record<string, string>; aheadMs?: number } = {}): Promise<FirmComputer> {
  const home = mkdtempSync(join(tmpdir(), "tieout-firm-"));
  const secrets = new Map<string, string>();
  const clock = systemClock;
  const ports: Ports = {
    clock: { ...clock, nowMs: () => clock.nowMs() + (options.aheadMs ?? 0), now: () => clock.now() },
    http: () => Promise.reject(new Error("no ledger is asked")),
    random: Math.random,
    uuid: randomUUID,
    sha256,
    secrets: {
      kind: "memory",
      get: async (name) => secrets.get(name) ?? null,
      set: async (name, value) => void secrets.set(name, value),
      delete: async (name) => void secrets.delete(name),
    },
    spawnThread: inlineThreads(home),
    env: (variable) => options.env?.[variable],
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    person: `${user}@computer-of-${user}`,
  };
  const start = () =>
    createRuntime({
      ports,
      writerCount: 1,
      limitsJson: {},
      readProfile: () => fail({ code: "not_found", message: "no profile is used here" }),
    });
  let runtime = await start();
  const computer: FirmComputer = {
    get runtime() {
      return runtime;
    },
    home,
    secrets,
    ask: async (name, input) => {
      const reply = await runtime.route(name, input);
      assert(reply.ok, `${name}: ${JSON.stringify(reply)}`);
      return findOperation(name)?.output.parse(reply.value) as never;
    },
    route: (name, input) => runtime.route(name, input),
    addClient: async (clientId, name, tenantId) => {
      const { pool } = runtime.context;
      await pool.must("firm.addClient", { clientId, name, demo: false, nowMs: clock.nowMs() });
      const connection = { connectionId: `connection-${clientId}`, system: "ledger_a" as const, tenantId, body: "{}" };
      await pool.must("firm.saveConnection", { ...connection, clientId, nowMs: clock.nowMs() });
    },
    restart: async () => {
      await runtime.close();
      runtime = await start();
    },
    close: async () => {
      await runtime.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
  return computer;
}
