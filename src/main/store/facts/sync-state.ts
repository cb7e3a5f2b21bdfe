import type { z } from "zod";
import type { Sqlite } from "#main/store/database/open.ts";
import { prepared } from "#main/store/database/query.ts";
import type { DecisionFilter } from "#main/store/records/decision-store.ts";
import { type OwnDecision, ownDecisions } from "#main/store/work/own-decisions.ts";
import { type Instant, instantFromMs } from "#shared/kernel/instant.ts";
import type { DecisionKind } from "#shared/model/close/decision-kinds.ts";

/** A sign-off or approval. In a firm with a server it counts once the server has it, at the server's time. */
export interface SignedDecision<Body> extends OwnDecision<Body> {
  /** The server doesn't have it yet, or refused it: it doesn't count. Never on a single computer. */
  readonly waiting: boolean;
}

/** Active decisions of a kind that counts because of who made it and when, oldest first. */
export function signedDecisions<Shape extends z.ZodType>(
  db: Sqlite,
  kind: DecisionKind,
  shape: Shape,
  filter: DecisionFilter,
): SignedDecision<z.output<Shape>>[] {
  const made = ownDecisions(db, kind, shape, filter);
  if (made.length === 0) return [];
  const syncOf = syncStates(db, kind, filter.prefix ?? filter.subject ?? "");
  return made.map((one) => {
    const { waiting, at } = syncOf(one.decisionNo);
    return { ...one, at: at ?? one.at, waiting };
  });
}

/** How far a decision got in a firm with a server. */
interface SyncState {
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
function syncStates(db: Sqlite, kind: DecisionKind, prefix: string): (decisionNo: number) => SyncState {
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
