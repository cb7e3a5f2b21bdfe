import type { SimulatedLedger } from "./server.ts";

/** `baseUrl` of a single ledger; of several, tenant n lives under `<baseUrl>/t/<n>`. Tokens: `<tenant base>/oauth/token`. */
export interface Listener {
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** A real HTTP server on 127.0.0.1; port 0 or none picks a free one. */
export function listen(simulated: SimulatedLedger | readonly SimulatedLedger[], port?: number): Promise<Listener> {
  throw new Error(`not written yet: ${simulated} ${port}`);
}
