import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Sqlite } from "#main/store/database/open.ts";
import { prepared } from "#main/store/database/query.ts";

/** Keeps what a signature was given on under the hash of its text; the same text is kept once. */
export function saveSignedInput(db: Sqlite, hash: string, text: string, nowMs: number): void {
  prepared(db, "INSERT INTO signed_input (hash, body, made_ms) VALUES (?,?,?) ON CONFLICT (hash) DO NOTHING").run(
    hash,
    deflateRawSync(Buffer.from(text, "utf8")),
    nowMs,
  );
}

/** The text behind a hash; null when none was kept. */
export function readSignedInput(db: Sqlite, hash: string): string | null {
  const body = prepared(db, "SELECT body FROM signed_input WHERE hash = ?").pluck().get(hash) as Buffer | undefined;
  return body === undefined ? null : inflateRawSync(body).toString("utf8");
}
