import type { LedgerAdapter } from "../adapter.ts";
import { discover } from "./capabilities.ts";
import { reportsA } from "./reports.ts";
import { streams } from "./streams.ts";
import { verdict } from "./verdicts.ts";

/** The adapter of Ledger A: its requests, its pages and the mapping of its records. */
export const adapterA: LedgerAdapter = {
  system: "ledger_a",
  mappingVersion: 3,
  lockStreams: ["organisation"],
  streams,
  discover,
  reports: reportsA,
  verdict,
};
