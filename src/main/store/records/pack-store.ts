import { statSync } from "node:fs";
import { z } from "zod";
import type { Sqlite } from "#main/store/database/open.ts";
import { prepared } from "#main/store/database/query.ts";
import { type Instant, instantFromMs } from "#shared/kernel/instant.ts";
import { decimalString } from "#shared/model/books/money.ts";
import { type KeptStamp, keptStamp, packSigner } from "#shared/model/close/pack.ts";

/** A balance at the end of a pack's period, debits positive; `accountId` null for rows of the trial balance without one. */
export const packFigure = z.object({ accountId: z.string().nullable(), label: z.string(), opening: decimalString, balance: decimalString });
export type PackFigure = z.infer<typeof packFigure>;

const signedPack = packSigner.extend({ signature: z.string() });
export type SignedPack = z.infer<typeof signedPack>;

const clientCopy = z.object({
  name: z.string(),
  path: z.string(),
  sha256: z.string(),
  bytes: z.number().int(),
  /** Of its manifest; null where no key could be used. */
  signature: z.string().nullable(),
});
/** The copy of a pack that was made for the client. */
export type ClientCopy = z.infer<typeof clientCopy>;

/** A pack that was made, as it goes on record. */
export interface PackToKeep {
  readonly periodId: string;
  readonly periodLabel: string;
  readonly month: string;
  readonly version: number;
  readonly name: string;
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly stateHash: string;
  readonly priorNo: number | null;
  readonly reason: string | null;
  readonly stamps: readonly KeptStamp[];
  readonly figures: readonly PackFigure[];
  readonly asOfMs: number | null;
  /** The last change of the mirror that it knew of. */
  readonly lastChange: number;
  /** Who signed it, and the signature of its manifest; null where no key could be used. */
  readonly signed: SignedPack | null;
  readonly clientCopy: ClientCopy | null;
  readonly person: string;
  readonly madeMs: number;
}

export interface StoredPack extends PackToKeep {
  readonly packNo: number;
  readonly at: Instant;
  readonly asOf: Instant | null;
}

/** Puts a pack on record. The same file again adds nothing. @returns its number */
export function keepPack(db: Sqlite, pack: PackToKeep): number {
  return db
    .transaction(() => {
      const known = prepared(db, "SELECT pack_no FROM pack WHERE month = ? AND version = ? AND sha256 = ?")
        .pluck()
        .get(pack.month, pack.version, pack.sha256) as number | undefined;
      if (known !== undefined) return known;
      const { stamps, figures, signed, clientCopy: copy, ...row } = pack;
      const added = prepared(
        db,
        `INSERT INTO pack (period_id, period_label, month, version, name, path, sha256, bytes, state_hash, prior_no, reason, stamps, figures, as_of_ms, last_change, person, made_ms, signed, client_copy)
         VALUES (@periodId, @periodLabel, @month, @version, @name, @path, @sha256, @bytes, @stateHash, @priorNo, @reason, @stamps, @figures, @asOfMs, @lastChange, @person, @madeMs, @signed, @copy)`,
      ).run({
        ...row,
        stamps: JSON.stringify(stamps),
        figures: JSON.stringify(figures),
        signed: signed === null ? null : JSON.stringify(signed),
        copy: copy === null ? null : JSON.stringify(copy),
      });
      return Number(added.lastInsertRowid);
    })
    .immediate();
}

/** The file is still where it was written, of the size it had. */
export function isStillThere({ path, bytes }: Pick<StoredPack, "path" | "bytes">): boolean {
  return statSync(path, { throwIfNoEntry: false })?.size === bytes;
}

interface PackRow {
  readonly pack_no: number;
  readonly period_id: string;
  readonly period_label: string;
  readonly month: string;
  readonly version: number;
  readonly name: string;
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly state_hash: string;
  readonly prior_no: number | null;
  readonly reason: string | null;
  readonly stamps: string;
  readonly figures: string;
  readonly as_of_ms: number | null;
  readonly last_change: number;
  readonly person: string;
  readonly made_ms: number;
  readonly signed: string | null;
  readonly client_copy: string | null;
}

/** Every pack on record, oldest first. */
export function listPacks(db: Sqlite): StoredPack[] {
  return (prepared(db, "SELECT * FROM pack ORDER BY pack_no").all() as PackRow[]).map((row) => ({
    packNo: row.pack_no,
    periodId: row.period_id,
    periodLabel: row.period_label,
    month: row.month,
    version: row.version,
    name: row.name,
    path: row.path,
    sha256: row.sha256,
    bytes: row.bytes,
    stateHash: row.state_hash,
    priorNo: row.prior_no,
    reason: row.reason,
    stamps: z.array(keptStamp).parse(JSON.parse(row.stamps)),
    figures: z.array(packFigure).parse(JSON.parse(row.figures)),
    asOfMs: row.as_of_ms,
    lastChange: row.last_change,
    signed: row.signed === null ? null : signedPack.parse(JSON.parse(row.signed)),
    clientCopy: row.client_copy === null ? null : clientCopy.parse(JSON.parse(row.client_copy)),
    person: row.person,
    madeMs: row.made_ms,
    at: instantFromMs(row.made_ms),
    asOf: row.as_of_ms === null ? null : instantFromMs(row.as_of_ms),
  }));
}
