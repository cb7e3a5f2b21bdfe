import { sha256 } from "#main/store/database/hash.ts";
import type { Sqlite } from "#main/store/database/open.ts";
import { prepared } from "#main/store/database/query.ts";
import type { Act } from "#main/store/work/own-decisions.ts";
import type { SettingChangeKind } from "#shared/contract/clients/setting-changes.ts";

/** A change of one of the firm's settings; `before` and `after` are null where there was or is none. */
export interface ChangeToNote {
  readonly kind: SettingChangeKind;
  readonly subject: string;
  readonly before: unknown;
  readonly after: unknown;
}

export interface NotedChange extends ChangeToNote {
  readonly changeId: string;
  readonly person: string;
  readonly madeMs: number;
  readonly undoneMs: number | null;
  readonly undoneBy: string | null;
}

/**
 * Notes those of the changes that change something; the caller has saved the setting itself.
 * @returns their ids, which undo them
 */
export function noteChanges(db: Sqlite, changes: readonly ChangeToNote[], { person, nowMs }: Act): string[] {
  return changes.flatMap(({ kind, subject, before, after }) => {
    const values = [JSON.stringify(before), JSON.stringify(after)] as const;
    if (values[0] === values[1]) return [];
    // The same on every computer that knows the change, and different for a second one in the same millisecond.
    const count = prepared(db, "SELECT COUNT(*) FROM setting_change").pluck().get();
    const changeId = `${kind}:${sha256(JSON.stringify([subject, ...values, person, nowMs, count])).slice(0, 16)}`;
    prepared(db, "INSERT INTO setting_change (change_id, kind, subject, before, after, person, made_ms) VALUES (?,?,?,?,?,?,?)").run(
      changeId,
      kind,
      subject,
      ...values,
      person,
      nowMs,
    );
    return [changeId];
  });
}

const COLUMNS = "change_id, kind, subject, before, after, person, made_ms, undone_ms, undone_by";

/** What was changed, newest first. */
export function notedChanges(db: Sqlite, limit: number): NotedChange[] {
  const rows = prepared(db, `SELECT ${COLUMNS} FROM setting_change ORDER BY made_ms DESC, change_id LIMIT ?`).all(limit) as ChangeRow[];
  return rows.map(changeOf);
}

/** One change by its id; null when there is none. */
export function notedChange(db: Sqlite, changeId: string): NotedChange | null {
  const row = prepared(db, `SELECT ${COLUMNS} FROM setting_change WHERE change_id = ?`).get(changeId) as ChangeRow | undefined;
  return row === undefined ? null : changeOf(row);
}

export function markUndone(db: Sqlite, changeId: string, { person, nowMs }: Act): void {
  prepared(db, "UPDATE setting_change SET undone_ms = ?, undone_by = ? WHERE change_id = ?").run(nowMs, person, changeId);
}

interface ChangeRow {
  readonly change_id: string;
  readonly kind: SettingChangeKind;
  readonly subject: string;
  readonly before: string;
  readonly after: string;
  readonly person: string;
  readonly made_ms: number;
  readonly undone_ms: number | null;
  readonly undone_by: string | null;
}

function changeOf(row: ChangeRow): NotedChange {
  return {
    changeId: row.change_id,
    kind: row.kind,
    subject: row.subject,
    before: JSON.parse(row.before) as unknown,
    after: JSON.parse(row.after) as unknown,
    person: row.person,
    madeMs: row.made_ms,
    undoneMs: row.undone_ms,
    undoneBy: row.undone_by,
  };
}
