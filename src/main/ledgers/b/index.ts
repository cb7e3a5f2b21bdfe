import type { LedgerAdapter } from "../adapter.ts";
import { discoverB } from "./capabilities.ts";
import { reportsB } from "./reports.ts";
import { streamsB } from "./streams.ts";
import { verdictB } from "./verdicts.ts";

/** Everything that is known about Ledger B, behind the common surface. */
export const adapterB: LedgerAdapter = {
  system: "ledger_b",
  mappingVersion: 3,
  lockStreams: ["company"],
  streams: streamsB,
  discover: discoverB,
  reports: reportsB,
  verdict: verdictB,
};
