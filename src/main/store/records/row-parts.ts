import type { DecimalString } from "#shared/kernel/decimal.ts";
import { type Instant, instantFromMs } from "#shared/kernel/instant.ts";
import type { Money } from "#shared/model/books/money.ts";

/** What the mirror adds to every record it hands out. */
export interface MirrorFacts {
  readonly removedDetectedAt: Instant | null;
  readonly changeHash: string;
  readonly asOf: Instant | null;
}

/** The bookkeeping columns that every mirrored record is read with. */
export interface RecordColumns {
  readonly source_id: unknown;
  readonly entity_word: number;
  readonly fetched_ms: number;
  readonly removed_ms: number | null;
  readonly completed_ms: number | null;
}

export const RECORD_COLUMNS = [
  "source_record.source_id",
  "source_record.entity_word",
  "source_record.fetched_ms",
  "source_record.removed_ms",
  "stream.completed_ms",
] as const;

/** An amount that the row must have, with its currency. */
export function money(amount: DecimalString | undefined, currency: string): Money {
  return { amount: amount as DecimalString, currency };
}

/** What the mirror knows of the record itself. */
export function facts(row: RecordColumns & { readonly change_hash: Buffer }): MirrorFacts {
  return {
    removedDetectedAt: row.removed_ms === null ? null : instantFromMs(row.removed_ms),
    changeHash: row.change_hash.toString("hex"),
    // A record that was read back after a posting is newer than the last whole sync of its data set.
    asOf: row.completed_ms === null ? null : instantFromMs(Math.max(row.completed_ms, row.fetched_ms)),
  };
}

/** `{ key: value }`, or nothing when there is no value: absent keys, never undefined ones. */
export function optional<K extends string, V>(key: K, value: V | null | undefined): { [P in K]?: V } {
  return value === null || value === undefined ? {} : ({ [key]: value } as { [P in K]?: V });
}
