import type { LedgerSystem } from "../books/source-ref.ts";

/** The words people read; the only place outside the adapters that turns the identity into something. */
export function ledgerLabel(system: LedgerSystem): string {
  const labels: Record<LedgerSystem, string> = { ledger_a: "Ledger A", ledger_b: "Ledger B", ledger_c: "Ledger C" };
  return labels[system];
}
