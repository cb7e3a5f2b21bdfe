import type { z } from "zod";
import type { Sqlite } from "#main/store/database/open.ts";
import { type Decision, type DecisionFilter, listDecisions } from "#main/store/records/decision-store.ts";
import { type Instant, instantFromMs } from "#shared/kernel/instant.ts";
import type { DecisionKind } from "#shared/model/close/decision-kinds.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

/** Who acts, and when: recorded with everything that is changed. */
export interface Act {
  readonly person: string;
  readonly nowMs: number;
}

/** Who decided, and when: shown next to everything that a decision changes. */
export interface Decided {
  readonly decisionNo: number;
  readonly person: string;
  readonly at: Instant;
}

/** A decision with its body parsed in the shape of its kind. */
export interface OwnDecision<Body> extends Decided {
  readonly subject: string;
  readonly body: Body;
  /** Who undid it; null while it is active. */
  readonly undoneBy: string | null;
}

/**
 * Active decisions of a kind (or all that were ever made), of one subject or of all, oldest first. A body that
 * can't be parsed doesn't count.
 */
export function ownDecisions<Shape extends z.ZodType>(
  db: Sqlite,
  kind: DecisionKind,
  shape: Shape,
  options: DecisionFilter = {},
): OwnDecision<z.output<Shape>>[] {
  return listDecisions(db, kind, options).flatMap((decision) => {
    const body = shape.safeParse(decision.body);
    return body.success ? [withBody(decision, body.data)] : [];
  });
}

function withBody<Body>(decision: Decision, body: Body): OwnDecision<Body> {
  return { ...decidedBy(decision), subject: decision.subject, body, undoneBy: decision.undoneBy };
}

function decidedBy({ decisionNo, person, madeMs }: Decision): Decided {
  return { decisionNo, person, at: instantFromMs(madeMs) };
}

/** The subject of a decision about two records: the same in either order. */
export function pairSubject(a: string, b: string): string {
  return a < b ? `${a}|${b}` : `${b}|${a}`;
}

export function notFound(message: string, field: string): Failure {
  return { code: "not_found", message, field };
}
