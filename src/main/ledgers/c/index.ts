import type { LedgerAdapter } from "../adapter.ts";
import { discoverC } from "./discovery/capabilities.ts";
import { reportsC } from "./reports.ts";
import { streamsC } from "./streams.ts";
import { verdictC } from "./verdicts.ts";

/** Ledger C, the database of an ERP behind a query language, on the adapter surface. */
export const adapterC: LedgerAdapter = {
  system: "ledger_c",
  mappingVersion: 3,
  lockStreams: ["accounting-periods"],
  streams: streamsC,
  discover: discoverC,
  reports: reportsC,
  verdict: verdictC,
};
