import type { Sqlite } from "#main/store/database/open.ts";
import { prepared } from "#main/store/database/query.ts";
import type { Attachment } from "#shared/contract/close/reconciliations.ts";

interface AttachmentRow {
  readonly sha256: string;
  readonly file_name: string;
  readonly bytes: number;
}

/** Records a file that is in the client's folder under its hash; the same bytes are one file, under their first name. */
export function noteAttachment(db: Sqlite, file: Attachment & { readonly person: string; readonly nowMs: number }): void {
  prepared(
    db,
    "INSERT INTO attachment (sha256, file_name, bytes, person, added_ms) VALUES (?,?,?,?,?) ON CONFLICT (sha256) DO NOTHING",
  ).run(file.sha256, file.fileName, file.bytes, file.person, file.nowMs);
}

/** Files by their hashes, in their order; unknown ones are left out. */
export function readAttachments(db: Sqlite, hashes: readonly string[]): Attachment[] {
  const find = prepared(db, "SELECT sha256, file_name, bytes FROM attachment WHERE sha256 = ?");
  return hashes.flatMap((sha256) => {
    const row = find.get(sha256) as AttachmentRow | undefined;
    return row === undefined ? [] : [{ sha256: row.sha256, fileName: row.file_name, bytes: row.bytes }];
  });
}
