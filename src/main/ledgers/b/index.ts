import type { LedgerAdapter } from "../adapter.ts";

/** The adapter of Ledger B (skeleton: streams and mappers follow). */
export const adapterB: LedgerAdapter = {
  system: "ledger_b",
  mappingVersion: 1,
  streams: () => [],
  // biome-ignore lint/correctness/useYield: skeleton
  *discover() {
    throw new Error("discovery of Ledger B is not written yet");
  },
  verdict: () => ({ kind: "accepted" }),
};
