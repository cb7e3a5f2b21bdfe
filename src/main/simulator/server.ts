import type { Random } from "#shared/kernel/random.ts";
import type { FaultPlan } from "./faults.ts";
import type { AppWindow, Gate } from "./gate.ts";
import type { Referee } from "./referee.ts";
import type { TokenIssuer, TokenOptions } from "./tokens.ts";
import type { SimLedger, SimLimits, SimRequest } from "./types.ts";

/** How a request ended, as its client sees it. */
export type SimAnswer =
  | { readonly kind: "response"; readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string }
  /** `sent` false: nothing left the client. `partial`: bytes that arrived before the break. */
  | { readonly kind: "reset"; readonly sent: boolean; readonly partial: string }
  /** No answer ever comes. */
  | { readonly kind: "silence" };

export interface SimulatedLedger {
  respond(request: SimRequest): Promise<SimAnswer>;
  readonly ledger: SimLedger;
  readonly referee: Referee;
  readonly gate: Gate;
  readonly tokens: TokenIssuer;
  readonly faults: FaultPlan;
  readonly limits: SimLimits;
  readonly clock: SimClock;
}

export interface SimClock {
  nowMs(): number;
  sleep(ms: number): Promise<void>;
}

export interface SimulatedLedgerOptions {
  readonly ledger: SimLedger;
  readonly clock: SimClock;
  readonly random: Random;
  readonly latencyMs: readonly [low: number, high: number];
  readonly faults?: FaultPlan;
  /** Default: the ledger's own limits. */
  readonly limits?: SimLimits;
  readonly app?: AppWindow;
  readonly tokens?: Pick<TokenOptions, "lifetimeMs" | "reuseGraceMs">;
}

/** Puts the vendor-shaped half behind a token check, limits, latency and faults. */
export function createSimulatedLedger(options: SimulatedLedgerOptions): SimulatedLedger {
  throw new Error(`not written yet: ${options.latencyMs}`);
}
