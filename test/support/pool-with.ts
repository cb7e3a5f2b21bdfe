import type { FirmNeeds } from "#main/firm/firm-port.ts";

/** The files with another `must`, as a program has them that ends in the middle of something. */
export function poolWith(pool: FirmNeeds["pool"], must: FirmNeeds["pool"]["must"]): FirmNeeds["pool"] {
  return {
    must,
    perform: (op, input, transfer) => pool.perform(op, input, transfer),
    hold: (clientId, failure) => pool.hold(clientId, failure),
    free: (clientId) => pool.free(clientId),
  };
}
