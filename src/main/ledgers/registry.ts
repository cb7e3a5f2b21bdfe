import type { LedgerSystem } from "#shared/model/source-ref.ts";
import { adapterA } from "./a/index.ts";
import { writesA } from "./a/writes.ts";
import type { LedgerAdapter } from "./adapter.ts";
import { adapterB } from "./b/index.ts";
import { writesB } from "./b/writes.ts";
import { adapterC } from "./c/index.ts";
import { writesC } from "./c/writes.ts";
import type { LedgerWrites } from "./writing.ts";

const adapters: Record<LedgerSystem, LedgerAdapter> = { ledger_a: adapterA, ledger_b: adapterB, ledger_c: adapterC };

const writers: Record<LedgerSystem, LedgerWrites> = { ledger_a: writesA, ledger_b: writesB, ledger_c: writesC };

/** How a ledger is written to. */
export function writesFor(system: LedgerSystem): LedgerWrites {
  return writers[system];
}

/** The one place that turns a ledger's identity into its adapter. */
export function adapterFor(system: LedgerSystem): LedgerAdapter {
  return adapters[system];
}
