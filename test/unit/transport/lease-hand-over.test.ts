import { describe, expect, it } from "vitest";
import { SharedWork } from "#main/firm/shared-work.ts";
import type { WorkServer } from "#main/firm/work-server.ts";
import { createMemoryCounterStore } from "#main/transport/limiter/counter-store.ts";
import type { FilePool } from "#main/workers/pool.ts";
import { pick, type Random, randomInt, seededRandom } from "#shared/kernel/random.ts";
import { fail, ok } from "#shared/kernel/result.ts";
import { createLab, type Lab, limitsOf, type Network } from "#test/support/limiter-lab.ts";
import { createStrictJudge } from "#test/support/strict-judge.ts";
import { createVirtualTime, type VirtualTime } from "#test/support/virtual-time.ts";

const CLIENT = { clientId: "client", system: "ledger_a", tenantId: "tenant" } as const;
const BEFORE_ALL = { page: 0, hash: "0".repeat(64) };
const DAY_MS = 86_400_000;
const LIMITS = limitsOf("ledger_a", { appRequestsPerWindow: null });
const LOST = fail({ code: "lease_lost", message: "Another computer has the lease." } as const);

/** Up to 200 ms until a call arrives. */
const network: Network = (random) => ({ there: random() * 200, work: random() * 300, back: random() * 300 });

/** One lease, by the server's own clock, as the functions of the database give it. */
class Leases {
  #holder: string | null = null;
  #fence = 0;
  #untilMs = 0;
  #counters = {};
  readonly #time: VirtualTime;
  readonly #random: Random;

  constructor(time: VirtualTime, random: Random) {
    this.#time = time;
    this.#random = random;
  }

  /** An administrator takes the lease away from its holder. */
  expire(): void {
    this.#untilMs = 0;
  }

  of(machine: string): Pick<WorkServer, "takeLease" | "count" | "releaseLease"> {
    const asked = async <T>(act: () => T): Promise<T> => {
      await this.#time.sleep(randomInt(this.#random, 1, 60));
      const answer = act();
      await this.#time.sleep(randomInt(this.#random, 1, 60));
      return answer;
    };
    const isHolder = (fence: number) => this.#holder === machine && this.#fence === fence && this.#untilMs > this.#time.monotonicMs();
    return {
      takeLease: () =>
        asked(() => {
          const nowMs = this.#time.monotonicMs();
          const isFree = this.#untilMs <= nowMs;
          if (!isFree && this.#holder !== machine) return LOST;
          if (isFree) this.#fence++;
          [this.#holder, this.#untilMs] = [machine, nowMs + 60_000];
          return ok({ fence: this.#fence, counters: asJsonb(this.#counters), serverMs: Math.floor(nowMs) });
        }),
      count: (_client, fence, counters) =>
        asked(() => {
          if (!isHolder(fence)) return LOST;
          this.#counters = counters;
          this.#untilMs = this.#time.monotonicMs() + 60_000;
          return ok(true as const);
        }),
      releaseLease: (_client, fence) =>
        asked(() => {
          if (isHolder(fence)) this.expire();
        }),
    };
  }
}

/** The database keeps no order of fields. */
function asJsonb(value: object): never {
  const order = (_: string, one: unknown) =>
    typeof one === "object" && one !== null && !Array.isArray(one) ? Object.fromEntries(Object.entries(one).toReversed()) : one;
  return JSON.parse(JSON.stringify(value, order)) as never;
}

/** A computer with a limiter of its own, whose counters go with the lease. */
function computer(name: string, leases: Leases, shared: { time: VirtualTime; judge: Lab["judge"]; seed: number }) {
  const wall = { aheadMs: 0 };
  const { time } = shared;
  const clock: VirtualTime = { ...time, nowMs: () => time.nowMs() + wall.aheadMs };
  const pool = {
    must: async (op: string) =>
      ({ "firm.connections": [CLIENT], "firm.connection": CLIENT, "log.position": BEFORE_ALL, "writes.list": [] })[op],
  } as unknown as FilePool;
  const server = {
    ...leases.of(name),
    endOfLog: async () => ok(BEFORE_ALL),
    jobsBeside: async () => ok({ jobs: [], ids: new Set<string>() }),
  } as unknown as WorkServer;
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const work = new SharedWork({ pool, server, clock, log, localCounters: createMemoryCounterStore(), onPages: () => undefined });
  const lab = createLab({ limits: LIMITS, network, ...shared, time: clock, store: work.counters });
  work.limiters = lab.limiters;
  const giveBack = async () => {
    const own = await work.logOf(CLIENT.clientId);
    await own?.inTurn(() => own.release());
  };
  return { wall, call: lab.call, limiters: lab.limiters, giveBack };
}

/** Several calls at once, broken off after a while, as a sync or a person makes them. */
async function work(time: VirtualTime, { call }: Pick<Lab, "call">, random: Random): Promise<void> {
  const stop = new AbortController();
  time.after(pick(random, [200, 900, 5_000, 30_000, 70_000]), () => stop.abort());
  const lane = pick(random, ["person", "write", "background"] as const);
  const calls = randomInt(random, 1, 40);
  const callAll = async () => {
    for (let made = 0; made < calls && !stop.signal.aborted; made++) await call({ lane, fairKey: lane, signal: stop.signal });
  };
  await Promise.all([callAll(), callAll(), callAll()]);
}

describe("a client that goes from one computer to another", () => {
  it.each([
    { when: "the lease is given back at any moment", expires: false, clocks: [0] },
    { when: "the lease is taken away at any moment, and clocks are a day off", expires: true, clocks: [0, DAY_MS, -DAY_MS] },
  ])("makes no more calls than its ledger allows while $when", async ({ expires, clocks }) => {
    let all = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const random = seededRandom(seed);
      const time = createVirtualTime();
      const judge = createStrictJudge(LIMITS.requestsPerWindow ?? 0, LIMITS.windowMs);
      const leases = new Leases(time, random);
      const computers = ["one", "other"].map((name, at) => computer(name, leases, { time, judge, seed: seed * 2 + at }));
      const act = async (own: (typeof computers)[number]) => {
        for (let turn = 0; turn < 8; turn++) {
          own.wall.aheadMs = pick(random, clocks);
          const working = work(time, own, random);
          await time.sleep(randomInt(random, 0, 8_000));
          if (expires && random() < 0.3) leases.expire();
          await own.giveBack();
          if (random() < 0.5) await working;
          await own.giveBack();
          await time.sleep(pick(random, [0, 300, 4_000, 20_000]));
        }
      };
      await time.run(Promise.all([...computers, ...computers].map(act)));
      all += judge.arrivals.length;
      expect(judge.mostInRollingWindow(), `seed ${seed}`).toBeLessThanOrEqual(LIMITS.requestsPerWindow ?? 0);
    }
    expect(all).toBeGreaterThan(2_000);
  });

  it("goes on where it was when the lease ran out in the middle of a call, and nobody else has called", async () => {
    const time = createVirtualTime();
    const judge = createStrictJudge(LIMITS.requestsPerWindow ?? 0, LIMITS.windowMs);
    const { call, limiters } = computer("one", new Leases(time, seededRandom(1)), { time, judge, seed: 1 });
    const slow = await time.run(limiters.limiterFor("ledger_a", "tenant").acquire({ lane: "background" }));
    await time.pass(100_000);
    expect(await time.run(call({ lane: "background" }))).toBe(true);
    if (slow.kind === "granted") slow.permit.answered();
  });
});
