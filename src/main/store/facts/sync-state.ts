import type { Sqlite } from "#main/store/database/open.ts";
import { prepared } from "#main/store/database/query.ts";
import type { DecisionKind } from "#main/store/records/decision-store.ts";
import { type Instant, instantFromMs } from "#shared/kernel/instant.ts";

/** How far a decision got in a firm with a server. */
export interface SyncState {
  /** The server doesn't have it yet, or refused it: it doesn't count. */
  readonly waiting: boolean;
  /** When the server first had it; null where it waits, and on a single computer. */
  readonly at: Instant | null;
}

const COUNTS: SyncState = { waiting: false, at: null };

/**
 * Which decisions of a kind wait for the server, and when it had the others, by its clock.
 * @returns a function of a decision's number; on a single computer everything counts at once
 */
export function syncStates(db: Sqlite, kind: DecisionKind, prefix: string): (decisionNo: number) => SyncState {
  if (prepared(db, "SELECT 1 FROM fact_log").get() === undefined) return () => COUNTS;
  const rows = prepared(
    db,
    `SELECT d.decision_no AS decisionNo, k.first_ms AS atMs FROM decision d
     LEFT JOIN fact_known k ON k.item_key = 'decision/' || d.kind || '/' || d.subject || '/' || d.person || '/' || d.made_ms
     WHERE d.kind = ? AND d.undone_ms IS NULL AND substr(d.subject, 1, ?) = ?`,
  ).all(kind, prefix.length, prefix) as { readonly decisionNo: number; readonly atMs: number | null }[];
  const at = new Map(rows.map(({ decisionNo, atMs }) => [decisionNo, atMs]));
  return (decisionNo) => {
    const atMs = at.get(decisionNo) ?? null;
    return atMs === null ? { waiting: true, at: null } : { waiting: false, at: instantFromMs(atMs) };
  };
}
