import type { TieOut } from "#shared/model/tie-out.ts";

/** What our figure is held against. */
export const AGAINST_WORDS: Readonly<Record<TieOut["against"], string>> = {
  report: "a report of the ledger",
  query: "a query of the ledger",
  party_balances: "the parties' balances in the ledger",
  count: "the ledger's own counts",
  none: "nothing",
};
