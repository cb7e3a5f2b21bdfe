import type { Sqlite } from "#main/store/database/open.ts";

/** What the firm's file knows of a grant's refresh token, without any secret. */
export interface StoredTokenMark {
  /** Connections of one sign-in share it. */
  readonly grantKey: string;
  readonly generation: number;
  readonly slot: "a" | "b";
  readonly storedMs: number;
  readonly accessUntilMs: number | null;
  readonly confirmed: boolean;
  readonly refused: string | null;
}

/** The mark of a grant, or null. */
export function readTokenMark(db: Sqlite, grantKey: string): StoredTokenMark | null {
  const row = db.prepare("SELECT * FROM token_mark WHERE grant_key = ?").get(grantKey) as
    | {
        grant_key: string;
        generation: number;
        slot: StoredTokenMark["slot"];
        stored_ms: number;
        access_until_ms: number | null;
        confirmed: number;
        refused: string | null;
      }
    | undefined;
  if (row === undefined) return null;
  return {
    grantKey: row.grant_key,
    generation: row.generation,
    slot: row.slot,
    storedMs: row.stored_ms,
    accessUntilMs: row.access_until_ms,
    confirmed: row.confirmed === 1,
    refused: row.refused,
  };
}

/** Points a grant to its newest stored token; durable when it returns. */
export function saveTokenMark(db: Sqlite, mark: StoredTokenMark): void {
  db.prepare(
    `INSERT INTO token_mark (grant_key, generation, slot, stored_ms, access_until_ms, confirmed, refused) VALUES (?,?,?,?,?,?,?)
     ON CONFLICT (grant_key) DO UPDATE SET generation = excluded.generation, slot = excluded.slot, stored_ms = excluded.stored_ms,
      access_until_ms = excluded.access_until_ms, confirmed = excluded.confirmed, refused = excluded.refused`,
  ).run(mark.grantKey, mark.generation, mark.slot, mark.storedMs, mark.accessUntilMs, mark.confirmed ? 1 : 0, mark.refused);
}

export function removeTokenMark(db: Sqlite, grantKey: string): void {
  db.prepare("DELETE FROM token_mark WHERE grant_key = ?").run(grantKey);
}
