import type { Sqlite } from "#main/store/database/open.ts";
import { instantFromMs } from "#shared/kernel/instant.ts";
import {
  type EnteredRate,
  type EntityTree,
  type EntityTreeVersion,
  type ExchangeRate,
  enteredRate,
  entityTreeVersion,
} from "#shared/model/consolidation/entity-tree.ts";

/** Who changes the firm's groups, and when. */
export interface GroupAct {
  readonly person: string;
  readonly nowMs: number;
}

export type TreeToSave = GroupAct & {
  readonly tree: EntityTree;
  /** The version that the change is based on, so that a newer version isn't overwritten. */
  readonly basedOn?: number | undefined;
};

interface TreeRow {
  readonly tree_id: string;
  readonly version: number;
  readonly body: string;
  readonly person: string;
  readonly saved_ms: number;
  readonly undone_ms: number | null;
  readonly undone_by: string | null;
}

/** The current version of each tree, by name. */
export function listTrees(db: Sqlite): EntityTreeVersion[] {
  const rows = db
    .prepare(
      `SELECT * FROM entity_tree AS t WHERE undone_ms IS NULL AND version =
        (SELECT MAX(version) FROM entity_tree WHERE tree_id = t.tree_id AND undone_ms IS NULL) ORDER BY name COLLATE NOCASE, tree_id`,
    )
    .all() as TreeRow[];
  return rows.map(treeVersion);
}

/** All saved versions of a tree, newest first, including undone ones. */
export function treeHistory(db: Sqlite, treeId: string): EntityTreeVersion[] {
  return (db.prepare("SELECT * FROM entity_tree WHERE tree_id = ? ORDER BY version DESC").all(treeId) as TreeRow[]).map(treeVersion);
}

/** Saves a new version of a tree. @returns null when it was changed since `basedOn` */
export function saveTree(db: Sqlite, { tree, basedOn, person, nowMs }: TreeToSave): { readonly version: number } | null {
  return db
    .transaction(() => {
      const history = treeHistory(db, tree.treeId);
      const standing = history.find(({ undoneAt }) => undoneAt === null)?.version ?? 0;
      if (basedOn !== undefined && basedOn !== standing) return null;
      const version = (history[0]?.version ?? 0) + 1;
      db.prepare("INSERT INTO entity_tree (tree_id, version, name, body, person, saved_ms) VALUES (?,?,?,?,?,?)").run(
        tree.treeId,
        version,
        tree.name,
        JSON.stringify(tree),
        person,
        nowMs,
      );
      return { version };
    })
    .immediate();
}

/**
 * Undoes the newest version, so that the previous one is current again.
 * @param version the one that is meant: when a newer one was saved, nothing is undone
 * @returns the current version or null; `undone` is false when there was nothing to undo
 */
export function undoTree(
  db: Sqlite,
  { treeId, version, person, nowMs }: GroupAct & { readonly treeId: string; readonly version?: number | undefined },
): { readonly undone: boolean; readonly standing: EntityTreeVersion | null } {
  return db
    .transaction(() => {
      const newest = treeHistory(db, treeId).find(({ undoneAt }) => undoneAt === null) ?? null;
      if (newest === null || (version !== undefined && newest.version !== version)) return { undone: false, standing: newest };
      db.prepare("UPDATE entity_tree SET undone_ms = ?, undone_by = ? WHERE tree_id = ? AND version = ?").run(
        ...[nowMs, person, treeId, newest.version],
      );
      return { undone: true, standing: listTrees(db).find((tree) => tree.treeId === treeId) ?? null };
    })
    .immediate();
}

/** The current rates: the latest entry of each pair, kind and day. */
export function listRates(db: Sqlite): EnteredRate[] {
  const rows = db
    .prepare(
      `SELECT * FROM exchange_rate AS r WHERE undone_ms IS NULL AND rate_no = (SELECT MAX(rate_no) FROM exchange_rate
        WHERE from_currency = r.from_currency AND to_currency = r.to_currency AND kind = r.kind AND day = r.day AND undone_ms IS NULL)
       ORDER BY from_currency, to_currency, day, kind`,
    )
    .all() as RateRow[];
  return rows.map((row) =>
    enteredRate.parse({
      from: row.from_currency,
      to: row.to_currency,
      day: row.day,
      kind: row.kind,
      rate: row.rate,
      source: row.source,
      rateNo: row.rate_no,
      person: row.person,
      enteredAt: instantFromMs(row.entered_ms),
    }),
  );
}

interface RateRow {
  readonly rate_no: number;
  readonly from_currency: string;
  readonly to_currency: string;
  readonly day: string;
  readonly kind: string;
  readonly rate: string;
  readonly source: string;
  readonly person: string;
  readonly entered_ms: number;
}

/** Enters a rate. An earlier one of the same pair, kind and day is kept but no longer used. */
export function saveRate(
  db: Sqlite,
  { rate: entered, person, nowMs }: GroupAct & { readonly rate: ExchangeRate },
): { readonly rateNo: number } {
  const { from, to, day, kind, rate, source } = entered;
  const added = db
    .prepare("INSERT INTO exchange_rate (from_currency, to_currency, day, kind, rate, source, person, entered_ms) VALUES (?,?,?,?,?,?,?,?)")
    .run(from, to, day, kind, rate, source, person, nowMs);
  return { rateNo: Number(added.lastInsertRowid) };
}

/** Undoes a rate, so that the previous one is used again. @returns false when there is no rate of that number */
export function undoRate(db: Sqlite, { rateNo, person, nowMs }: GroupAct & { readonly rateNo: number }): boolean {
  const undo = db.prepare("UPDATE exchange_rate SET undone_ms = ?, undone_by = ? WHERE rate_no = ? AND undone_ms IS NULL");
  return undo.run(nowMs, person, rateNo).changes === 1;
}

function treeVersion(row: TreeRow): EntityTreeVersion {
  return entityTreeVersion.parse({
    treeId: row.tree_id,
    version: row.version,
    tree: JSON.parse(row.body) as unknown,
    person: row.person,
    savedAt: instantFromMs(row.saved_ms),
    undoneAt: row.undone_ms === null ? null : instantFromMs(row.undone_ms),
    undoneBy: row.undone_by,
  });
}
