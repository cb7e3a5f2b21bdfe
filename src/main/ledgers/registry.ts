import type { LedgerSystem } from "#shared/model/source-ref.ts";
import { adapterA } from "./a/index.ts";
import type { LedgerAdapter } from "./adapter.ts";
import { adapterB } from "./b/index.ts";
import { adapterC } from "./c/index.ts";

const adapters: Record<LedgerSystem, LedgerAdapter> = { ledger_a: adapterA, ledger_b: adapterB, ledger_c: adapterC };

/** The one place that turns a ledger's identity into its adapter. */
export function adapterFor(system: LedgerSystem): LedgerAdapter {
  return adapters[system];
}
