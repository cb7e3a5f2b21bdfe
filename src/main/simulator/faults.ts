import type { Random } from "#shared/kernel/random.ts";
import type { SimRequest } from "./types.ts";

/** What goes wrong with one request. `applied` says whether the ledger did the work before it went wrong. */
export type Fault =
  | { readonly kind: "throttle"; readonly retryAfter: string | null }
  | { readonly kind: "status"; readonly status: 500 | 502 | 503 | 504; readonly applied: boolean }
  | { readonly kind: "reset"; readonly when: "before_send" | "mid_response" | "after_apply" }
  | { readonly kind: "timeout"; readonly applied: boolean }
  | { readonly kind: "truncated" }
  | { readonly kind: "html" }
  | { readonly kind: "empty" }
  /** The answer to the request before, once more. */
  | { readonly kind: "duplicate" }
  | { readonly kind: "slow"; readonly ms: number };

/** Decides per request; null leaves it alone. Asked once for each request that passed the limits. */
export interface FaultPlan {
  next(request: SimRequest, requestNumber: number): Fault | null;
  /** What was done, in order. */
  readonly played: { readonly requestNumber: number; readonly path: string; readonly fault: Fault }[];
  /** Switches all faults off or on again. */
  enabled: boolean;
}

/** Faults at request numbers (from 1) or for matching paths. */
export interface PlannedFault {
  readonly fault: Fault;
  readonly requestNumber?: number;
  readonly path?: RegExp | string;
  /** How many matching requests it hits; default 1. */
  readonly times?: number;
}

export function noFaults(): FaultPlan {
  return plannedFaults([]);
}

export function plannedFaults(planned: readonly PlannedFault[]): FaultPlan {
  throw new Error(`not written yet: ${planned.length}`);
}

/** Random faults of every kind (or of `kinds`) with the given probability. */
export function seededFaults(random: Random, probability: number, kinds?: readonly Fault["kind"][]): FaultPlan {
  throw new Error(`not written yet: ${random()} ${probability} ${kinds}`);
}
