import type { Sqlite } from "#main/store/database/open.ts";
import { prepared } from "#main/store/database/query.ts";
import type { DecisionKind } from "#shared/model/close/decision-kinds.ts";

/**
 * One decision. `subject` identifies what it is about (a record id, a pair of ids, a period id); `body` is JSON
 * in the shape of its kind. An undone decision is kept but no longer counts.
 */
export interface Decision {
  readonly decisionNo: number;
  readonly kind: DecisionKind;
  readonly subject: string;
  readonly body: unknown;
  readonly person: string;
  readonly madeMs: number;
  readonly undoneMs: number | null;
  readonly undoneBy: string | null;
}

export interface DecisionToMake {
  readonly kind: DecisionKind;
  readonly subject: string;
  readonly body: unknown;
  readonly person: string;
  readonly nowMs: number;
}

/** Records a decision and undoes the previous one of the same kind on the same subject. */
export function makeDecision(db: Sqlite, { kind, subject, body, person, nowMs }: DecisionToMake): number {
  return db
    .transaction(() => {
      // What it replaces ends at the same time, by which the two are known to belong together.
      const madeMs = freeMs(db, { kind, subject, person, nowMs });
      prepared(db, "UPDATE decision SET undone_ms = ?, undone_by = ? WHERE kind = ? AND subject = ? AND undone_ms IS NULL").run(
        madeMs,
        person,
        kind,
        subject,
      );
      const added = prepared(db, "INSERT INTO decision (kind, subject, body, person, made_ms) VALUES (?,?,?,?,?)").run(
        kind,
        subject,
        JSON.stringify(body),
        person,
        madeMs,
      );
      return Number(added.lastInsertRowid);
    })
    .immediate();
}

/** Everywhere a decision is known by its subject, its maker and its time, so no two of them share a millisecond. */
function freeMs(db: Sqlite, { kind, subject, person, nowMs }: Omit<DecisionToMake, "body">): number {
  const taken = prepared(db, "SELECT made_ms FROM decision WHERE kind = ? AND subject = ? AND person = ? AND made_ms >= ? ORDER BY made_ms")
    .pluck()
    .all(kind, subject, person, nowMs) as number[];
  return taken.reduce((free, ms) => (ms === free ? free + 1 : free), nowMs);
}

/** Undoes a decision. @returns false when there is no active decision of that number */
export function undoDecision(db: Sqlite, decisionNo: number, person: string, nowMs: number): boolean {
  const done = prepared(db, "UPDATE decision SET undone_ms = ?, undone_by = ? WHERE decision_no = ? AND undone_ms IS NULL").run(
    nowMs,
    person,
    decisionNo,
  );
  return done.changes === 1;
}

export interface DecisionFilter {
  readonly undone?: boolean;
  readonly subject?: string;
  /** Subjects with this prefix. */
  readonly prefix?: string;
}

/** Decisions of a kind, or on one subject, oldest first; only active ones unless the whole history is requested. */
export function listDecisions(db: Sqlite, kind: DecisionKind, options: DecisionFilter = {}): Decision[] {
  const { undone, subject, prefix } = options;
  const conditions = [
    ...(subject === undefined ? [] : ["AND subject = ?"]),
    // The highest character ends the range.
    ...(prefix === undefined ? [] : ["AND subject >= ? AND subject < ? || char(1114111)"]),
    ...(undone ? [] : ["AND undone_ms IS NULL"]),
  ];
  const rows = prepared(db, `SELECT * FROM decision WHERE kind = ? ${conditions.join(" ")} ORDER BY decision_no`).all(
    kind,
    ...(subject === undefined ? [] : [subject]),
    ...(prefix === undefined ? [] : [prefix, prefix]),
  ) as DecisionRow[];
  return rows.map((row) => ({
    decisionNo: row.decision_no,
    kind: row.kind,
    subject: row.subject,
    body: JSON.parse(row.body) as unknown,
    person: row.person,
    madeMs: row.made_ms,
    undoneMs: row.undone_ms,
    undoneBy: row.undone_by,
  }));
}

interface DecisionRow {
  readonly decision_no: number;
  readonly kind: DecisionKind;
  readonly subject: string;
  readonly body: string;
  readonly person: string;
  readonly made_ms: number;
  readonly undone_ms: number | null;
  readonly undone_by: string | null;
}
