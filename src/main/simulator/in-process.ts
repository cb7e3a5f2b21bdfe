import type { Http } from "#main/ports/index.ts";
import type { SimulatedLedger } from "./server.ts";

/** Any host will do; several ledgers live under `/t/<n>` as with `listen`. */
export const IN_PROCESS_BASE_URL = "http://simulator.invalid";

/** The HTTP port without a socket, for tests in virtual time. */
export function inProcessHttp(simulated: SimulatedLedger | readonly SimulatedLedger[]): Http {
  throw new Error(`not written yet: ${simulated}`);
}
