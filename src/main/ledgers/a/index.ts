import { Defect } from "#shared/kernel/assert.ts";
import type { LedgerAdapter } from "../adapter.ts";

/** The adapter of Ledger A. */
export const adapterA: LedgerAdapter = {
  system: "ledger_a",
  mappingVersion: 1,
  streams: () => [],
  // biome-ignore lint/correctness/useYield: skeleton
  *discover() {
    throw new Defect("not built yet");
  },
  verdict: () => ({ kind: "accepted" }),
};
