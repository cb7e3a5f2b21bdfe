import type { PackTrust } from "#main/pack/archive/verify-pack.ts";
import type { PackProgress } from "#main/pack/make-pack.ts";
import type { PackOrder } from "#main/pack/pack-order.ts";
import type { ViewOrder } from "#main/pack/views/view-order.ts";
import type { PackToKeep } from "#main/store/records/pack-store.ts";
import type { MadePack } from "#shared/contract/close/packs.ts";
import type { ExportedFile } from "#shared/contract/reports/open-data.ts";
import type { Result } from "#shared/kernel/result.ts";
import type { PackComparison, PackVerification } from "#shared/model/close/pack.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/** How far a pack is, or what it came to; `toKeep` null when it is on record already. */
export type PackStep =
  | { readonly kind: "going"; readonly progress: PackProgress }
  /** The core signs, because it alone asks the keychain; the next step brings the signature. */
  | { readonly kind: "sign"; readonly text: string }
  | { readonly kind: "made"; readonly made: MadePack; readonly toKeep: Omit<PackToKeep, "person" | "madeMs"> | null }
  | { readonly kind: "failed"; readonly failure: Failure };

/** Puts a pack that was made on record. */
export interface PackOps<Source> {
  "packs.keep": [Source & { readonly pack: PackToKeep }, { readonly packNo: number }];
}

/**
 * Operations of the thread that makes and checks packs. They take their time and let others in between;
 * a step works until there is progress to tell.
 */
export interface PackMakingOps {
  "packMaking.begin": [{ readonly clientId: string; readonly making: string; readonly order: PackOrder }, null];
  "packMaking.step": [{ readonly making: string; readonly signature?: string }, PackStep];
  "packMaking.abandon": [{ readonly making: string }, null];
  "packMaking.verify": [
    { readonly path: string; readonly prior: string | null; readonly trust: PackTrust },
    Result<PackVerification, Failure>,
  ];
  /** The bytes of a pack on record, or of one file in it. */
  "packMaking.read": [{ readonly path: string; readonly entry: string | null }, Result<Uint8Array, Failure>];
  /** Readable views as files for other programs; `making` names the work for the message that ends it early. */
  "packMaking.views": [{ readonly clientId: string; readonly making: string; readonly order: ViewOrder }, Result<ExportedFile[], Failure>];
  "packMaking.compare": [{ readonly older: string; readonly newer: string }, Result<PackComparison, Failure>];
}

const MAKING: ReadonlySet<string> = new Set<keyof PackMakingOps>([
  "packMaking.begin",
  "packMaking.step",
  "packMaking.abandon",
  "packMaking.verify",
  "packMaking.compare",
  "packMaking.read",
  "packMaking.views",
]);

export function isPackMaking(op: string): op is keyof PackMakingOps {
  return MAKING.has(op);
}
