import type { LedgerAdapter } from "../adapter.ts";
import { unwritten } from "./unwritten.ts";

/** Ledger C behind the adapter surface. */
export const adapterC: LedgerAdapter = {
  system: "ledger_c",
  mappingVersion: 1,
  streams: () => [],
  discover: unwritten,
  verdict: () => ({ kind: "accepted" }),
};
