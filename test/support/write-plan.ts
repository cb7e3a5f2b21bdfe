import { pick, type Random, randomInt, seededRandom } from "#shared/kernel/random.ts";
import type { Fault, FaultPlan } from "#simulator/faults.ts";
import type { SimRequest } from "#simulator/types.ts";

/** Faults above all for requests that change the ledger. */
export class WritePlan implements FaultPlan {
  enabled = false;
  readonly played: FaultPlan["played"] = [];
  #random: Random = seededRandom(1);
  #chance = 0;

  begin(random: Random): void {
    this.#random = random;
    this.#chance = pick(random, [0.2, 0.5, 0.8]);
    this.enabled = true;
  }

  end(): void {
    this.enabled = false;
  }

  next(request: SimRequest, requestNumber: number): Fault | null {
    if (!this.enabled) return null;
    const isWrite = request.method !== "GET" && !request.path.includes("/query/");
    if (this.#random() >= (isWrite ? this.#chance : 0.08)) return null;
    const fault = isWrite ? writeFault(this.#random) : readFault(this.#random);
    this.played.push({ requestNumber, path: request.path, fault });
    return fault;
  }
}

function writeFault(random: Random): Fault {
  return pick(random, [
    { kind: "throttle", retryAfter: pick(random, [null, "1", "30"]) },
    { kind: "status", status: pick(random, [500, 502, 503, 504] as const), applied: random() < 0.5 },
    { kind: "reset", when: "after_apply" },
    { kind: "reset", when: "before_send" },
    { kind: "reset", when: "mid_response" },
    { kind: "timeout", applied: random() < 0.5 },
    { kind: "late", ms: randomInt(random, 1_000, 180_000) },
    { kind: "truncated" },
    { kind: "empty" },
    { kind: "html" },
    { kind: "slow", ms: randomInt(random, 500, 8_000) },
  ] as const);
}

function readFault(random: Random): Fault {
  return pick(random, [
    { kind: "status", status: 503, applied: false },
    { kind: "reset", when: "after_apply" },
    { kind: "timeout", applied: false },
    { kind: "truncated" },
    { kind: "throttle", retryAfter: "1" },
  ] as const);
}
