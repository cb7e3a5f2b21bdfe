import type { Runtime } from "#main/runtime/create-runtime.ts";
import { localDay } from "#shared/kernel/instant.ts";
import { ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { DemoFirm } from "./demo-firm.ts";
import { hireColleagues, playMonthEnd } from "./demo-month-end.ts";
import { tellStories } from "./demo-stories.ts";

/** Time to look at a firm in which all is well, before something happens in it. */
const CALM_MS = 20_000;

/**
 * The demo firm in a window: its clients are there at once, each is read as soon as its ledger has
 * said what it can do, and its people have begun last month's close. When all have been read, a record vanishes,
 * a lock moves back, and one client has to be signed in to again.
 */
export class DemoShow {
  readonly #demo: DemoFirm;
  readonly #stopped = new AbortController();
  #playing: Promise<void> | null = null;

  constructor(demo: DemoFirm) {
    this.#demo = demo;
  }

  /** Makes the clients and goes on in the background; does nothing more when it is under way. */
  async start(runtime: Runtime): Promise<Result<{ readonly clients: number }, Failure>> {
    const today = localDay(runtime.context.clock.nowMs());
    const opened = await this.#demo.open(runtime, today);
    if (!opened.ok) return opened;
    this.#playing ??= this.#play(runtime, opened.value)
      .catch((error: unknown) => {
        if (!this.#stopped.signal.aborted) runtime.context.log.error("demo.defect", error);
      })
      .finally(() => {
        this.#playing = null;
      });
    return ok({ clients: opened.value.length });
  }

  stop(): void {
    this.#stopped.abort();
  }

  async #play(runtime: Runtime, clientIds: readonly string[]): Promise<void> {
    if (this.#demo.mayWork()) await hireColleagues(runtime);
    await Promise.all(clientIds.map((clientId) => this.#readFirst(runtime, clientId)));
    if (!(await this.#untilUpToDate(runtime, clientIds))) return;
    if (this.#demo.mayWork()) await this.#tellStories(runtime);
    this.#demo.worked();
    await runtime.context.clock.sleep(CALM_MS, this.#stopped.signal);
    if (await this.#demo.playLater(runtime.context.clock.nowMs()))
      await Promise.all(this.#demo.changedLater().map((clientId) => this.#readAgain(runtime, clientId)));
    const signedOut = await this.#demo.loseSignIn(runtime);
    if (signedOut === null) return;
    await runtime.context.engine.sync(signedOut);
    runtime.context.publish("clients.changed", { clientIds: [signedOut] });
  }

  async #tellStories(runtime: Runtime): Promise<void> {
    const clients = await runtime.context.pool.must("firm.clients", {});
    await tellStories(
      runtime,
      clients.filter(({ demo }) => demo),
      this.#demo.today(),
    );
  }

  async #readFirst(runtime: Runtime, clientId: string): Promise<void> {
    const { engine, log, pool, publish } = runtime.context;
    const connected = await this.#demo.connect(runtime, clientId);
    if (!connected.ok) {
      log.warn("demo.not_connected", { clientId, message: connected.failure.message });
      return;
    }
    const client = await pool.must("firm.client", { clientId });
    if (client?.paused === true) return;
    await engine.sync(clientId);
    // Once: what a person does with the client later is theirs.
    if (client !== null && client.rollup?.state !== "up_to_date" && this.#demo.mayWork())
      await playMonthEnd(runtime, client, this.#demo.today());
    publish("clients.changed", { clientIds: [clientId] });
  }

  /** IDs are compared too, because not every ledger reports deletions (rule 26). */
  async #readAgain(runtime: Runtime, clientId: string): Promise<void> {
    const { engine, publish } = runtime.context;
    await engine.sync(clientId);
    await engine.sync(clientId, { reconcileOnly: true });
    publish("clients.changed", { clientIds: [clientId] });
  }

  /** Waits for clients that a person paused and lets go on later, too. @returns false when the demo firm was removed */
  async #untilUpToDate(runtime: Runtime, clientIds: readonly string[]): Promise<boolean> {
    const { signal } = this.#stopped;
    for (;;) {
      const changed = nextChange(runtime, signal);
      const clients = await runtime.context.pool.must("firm.clients", {});
      const states = clients.filter((client) => clientIds.includes(client.clientId)).map((client) => client.rollup?.state);
      if (states.every((state) => state === "up_to_date")) return states.length > 0;
      await changed;
      signal.throwIfAborted();
    }
  }
}

function nextChange(runtime: Runtime, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = runtime.subscribe((event) => {
      if (event.topic === "clients.changed") done();
    });
    const done = () => {
      unsubscribe();
      signal.removeEventListener("abort", done);
      resolve();
    };
    signal.addEventListener("abort", done, { once: true });
  });
}
