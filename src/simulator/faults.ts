import { pick, type Random, randomInt } from "#shared/kernel/random.ts";
import type { SimRequest } from "./types.ts";

/** What goes wrong with one request. `applied` says whether the ledger did the work before it went wrong. */
export type Fault =
  | { readonly kind: "throttle"; readonly retryAfter: string | null }
  | { readonly kind: "status"; readonly status: 500 | 502 | 503 | 504; readonly applied: boolean }
  | { readonly kind: "reset"; readonly when: "before_send" | "mid_response" | "after_apply" }
  | { readonly kind: "timeout"; readonly applied: boolean }
  /** Nothing is heard, and the ledger does the work `ms` later. */
  | { readonly kind: "late"; readonly ms: number }
  | { readonly kind: "truncated" }
  | { readonly kind: "html" }
  | { readonly kind: "empty" }
  /** Where a further page of a list is asked for: the page before it, once more. */
  | { readonly kind: "duplicate" }
  | { readonly kind: "slow"; readonly ms: number };

/** Decides per request; null leaves it alone. Asked once for each request with a good token. */
export interface FaultPlan {
  next(request: SimRequest, requestNumber: number): Fault | null;
  /** What was done, in order. */
  readonly played: PlayedFault[];
  /** Switches all faults off or on again. */
  enabled: boolean;
}

export interface PlayedFault {
  readonly requestNumber: number;
  readonly path: string;
  readonly fault: Fault;
}

/** Faults at request numbers (from 1) or for matching paths; with neither, for any request. */
export interface PlannedFault {
  readonly fault: Fault;
  readonly requestNumber?: number;
  /** A pattern, or the end of the path. */
  readonly path?: RegExp | string;
  /** How many matching requests it hits; default 1. */
  readonly times?: number;
}

export function noFaults(): FaultPlan {
  return plannedFaults([]);
}

export function plannedFaults(planned: readonly PlannedFault[]): FaultPlan {
  const left = planned.map(({ times = 1 }) => times);
  return planOf((request, requestNumber) => {
    const at = planned.findIndex((candidate, index) => (left[index] as number) > 0 && matches(candidate, request, requestNumber));
    const found = planned[at];
    if (found === undefined) return null;
    left[at] = (left[at] as number) - 1;
    return found.fault;
  });
}

/** Random faults of every kind (or of `kinds`) with the given probability. */
export function seededFaults(random: Random, probability: number, kinds: readonly Fault["kind"][] = FAULT_KINDS): FaultPlan {
  return planOf(() => (random() < probability ? inventFault(random, pick(random, kinds)) : null));
}

/** Every kind of fault. */
export const FAULT_KINDS: readonly Fault["kind"][] = [
  "throttle",
  "status",
  "reset",
  "timeout",
  "truncated",
  "html",
  "empty",
  "duplicate",
  "slow",
];

function planOf(choose: (request: SimRequest, requestNumber: number) => Fault | null): FaultPlan {
  const plan: FaultPlan = {
    enabled: true,
    played: [],
    next(request, requestNumber) {
      const fault = plan.enabled ? choose(request, requestNumber) : null;
      if (fault !== null) plan.played.push({ requestNumber, path: request.path, fault });
      return fault;
    },
  };
  return plan;
}

function matches(planned: PlannedFault, request: SimRequest, requestNumber: number): boolean {
  if (planned.requestNumber !== undefined && planned.requestNumber !== requestNumber) return false;
  if (planned.path === undefined) return true;
  return typeof planned.path === "string" ? request.path.endsWith(planned.path) : planned.path.test(request.path);
}

function inventFault(random: Random, kind: Fault["kind"]): Fault {
  switch (kind) {
    case "throttle":
      // Absent, ordinary, zero, absurd, a date and nonsense have all been seen in the wild.
      return { kind, retryAfter: pick(random, [null, "1", "7", "60", "0", "-5", "66975", "Wed, 21 Oct 2026 07:28:00 GMT", "soon"]) };
    case "status":
      return { kind, status: pick(random, [500, 502, 503, 504] as const), applied: random() < 0.5 };
    case "reset":
      return { kind, when: pick(random, ["before_send", "mid_response", "after_apply"] as const) };
    case "timeout":
      return { kind, applied: random() < 0.5 };
    case "late":
      return { kind, ms: randomInt(random, 1_000, 180_000) };
    case "slow":
      return { kind, ms: randomInt(random, 500, 8000) };
    default:
      return { kind };
  }
}
