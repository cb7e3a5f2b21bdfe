import type { IdPage, Position, StreamPage } from "#main/ledgers/adapter.ts";

/** `backfill`: first read. `delta`: changes. `full`: everything again. `ids`: only which records still exist. */
export type PassKind = "backfill" | "delta" | "full" | "ids";

/** A page that was read to its end and isn't committed yet, with everything that its commit depends on. */
export interface HeldPage {
  readonly stream: string;
  readonly kind: PassKind;
  /** The page starts its pass, here. Null: it continues one. */
  readonly begin: { readonly position: Position | null } | null;
  readonly page: StreamPage | IdPage;
  readonly fetchedAtMs: number;
  readonly startedMs: number;
  readonly nowMs: number;
}
