import type { LedgerSystem } from "../books/source-ref.ts";

/** The words people read; the only place outside the adapters that turns the identity into something. */
export function ledgerLabel(system: LedgerSystem): string {
  const labels: Record<LedgerSystem, string> = { ledger_a: "Ledger A", ledger_b: "Ledger B", ledger_c: "Ledger C" };
  return labels[system];
}

/** A profile by the name that its ledger has everywhere, with the profile's own: "Ledger A (Acme Books)". A name that says both stays. */
export function profileName({ ledger, label }: { readonly ledger: string; readonly label: string }): string {
  return label.includes(ledger) ? label : `${ledger} (${label})`;
}
