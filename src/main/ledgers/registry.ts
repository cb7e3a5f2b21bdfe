import type { LedgerSystem } from "#shared/model/books/source-ref.ts";
import { adapterA } from "./a/index.ts";
import { originsA } from "./a/origins.ts";
import { signInA } from "./a/sign-in.ts";
import { writesA } from "./a/writes.ts";
import type { LedgerAdapter } from "./adapter.ts";
import { adapterB } from "./b/index.ts";
import { originsB } from "./b/origins.ts";
import { signInB } from "./b/sign-in.ts";
import { writesB } from "./b/writes.ts";
import { adapterC } from "./c/index.ts";
import { originsC } from "./c/origins.ts";
import { signInC } from "./c/sign-in.ts";
import { writesC } from "./c/writes.ts";
import type { StreamOrigin } from "./origin.ts";
import type { LedgerSignIn } from "./sign-in.ts";
import type { LedgerWrites } from "./writing.ts";

const adapters: Record<LedgerSystem, LedgerAdapter> = { ledger_a: adapterA, ledger_b: adapterB, ledger_c: adapterC };

const writers: Record<LedgerSystem, LedgerWrites> = { ledger_a: writesA, ledger_b: writesB, ledger_c: writesC };

const signIns: Record<LedgerSystem, LedgerSignIn> = { ledger_a: signInA, ledger_b: signInB, ledger_c: signInC };

const origins: Record<LedgerSystem, Readonly<Record<string, StreamOrigin>>> = {
  ledger_a: originsA,
  ledger_b: originsB,
  ledger_c: originsC,
};

/** Where a stream is read, by its name; undefined for one that is read no more. */
export function originOf(system: LedgerSystem, stream: string): StreamOrigin | undefined {
  return origins[system][stream];
}

/** How a ledger is signed in to. */
export function signInFor(system: LedgerSystem): LedgerSignIn {
  return signIns[system];
}

/** How a ledger is written to. */
export function writesFor(system: LedgerSystem): LedgerWrites {
  return writers[system];
}

/** The one place that turns a ledger's identity into its adapter. */
export function adapterFor(system: LedgerSystem): LedgerAdapter {
  return adapters[system];
}
