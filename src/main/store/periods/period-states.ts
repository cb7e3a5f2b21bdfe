import { z } from "zod";
import { mayMove, movesFrom, type PeriodStatus } from "#main/domain/close/period-transitions.ts";
import { ownLockId } from "#main/domain/periods/period-lock.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { makeDecision } from "#main/store/records/decision-store.ts";
import { type Act, type OwnDecision, ownDecisions } from "#main/store/work/own-decisions.ts";
import { monthEnd, readCalendarDate } from "#shared/kernel/calendar-date.ts";
import type { Instant } from "#shared/kernel/instant.ts";
import { periodName } from "#shared/kernel/readable.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { namedPeriod } from "#shared/model/books/named-period.ts";
import type { Period, PeriodLock } from "#shared/model/books/period.ts";
import { signOffProof } from "#shared/model/close/signature.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";

const statuses = ["open", "in_close", "closed", "reopened"] as const;
/** A status change of a period that the service owns; `from` is the previous status, which an undo restores. */
export const periodStatusBody = z.object({
  status: z.enum(statuses),
  from: z.enum(statuses),
  why: z.string().nullable().default(null),
  /** Hash of the period's content when it was closed. */
  snapshot: z.string().nullable().default(null),
  /** The figures it was closed on, by their hash, and the signature on them. */
  signed: z.object({ hash: z.string(), proof: signOffProof }).nullable().default(null),
});
export type PeriodDecision = OwnDecision<z.output<typeof periodStatusBody>>;

export interface PeriodMove {
  readonly decisionNo: number;
  readonly periodId: string;
  readonly from: PeriodStatus;
  readonly status: PeriodStatus;
}

/** The current status decisions, by period. A period without one is open. */
export function periodDecisions(reader: MirrorReader): ReadonlyMap<string, PeriodDecision> {
  return new Map(ownDecisions(reader.db, "period_status", periodStatusBody).map((decision) => [decision.subject, decision]));
}

/**
 * Changes the status of a period that the service owns (rule 7). Only the ledger can close a period of its own.
 * @param periods the client's periods as listed; a period is named by its id, label or month
 */
export function movePeriod(
  reader: MirrorReader,
  periods: readonly Period[],
  { period: named, status, person, nowMs }: Act & { readonly period: string; readonly status: PeriodStatus },
): Result<PeriodMove, Failure> {
  const found = namedPeriod(periods, named);
  if (!found.ok) return found;
  const period = found.value;
  if (period.ownedBy === "source")
    return fail({
      code: "not_supported",
      message: `The status of ${periodName(period.label)} comes from the ledger.`,
      field: "period",
      next: "Close or reopen it in the ledger, then sync. To close or reopen it in Tieout only, use “close set.”",
    });
  const from = period.status;
  if (!mayMove(from, status))
    return fail({
      code: "invalid_input",
      message: `${periodName(period.label)} is ${spoken(from)}, so it can't be set to ${spoken(status)}. It can be set to ${movesFrom(from).map(spoken).join(" or ")}.`,
      field: "status",
    });
  const decisionNo = makeDecision(reader.db, { kind: "period_status", subject: period.id, body: { status, from }, person, nowMs });
  return ok({ decisionNo, periodId: period.id, from, status });
}

/** The close status of a period from the decisions alone: a status that was read earlier may be outdated. */
export function closeStateOf(decisions: ReadonlyMap<string, PeriodDecision>, periodId: string): PeriodStatus {
  return decisions.get(periodId)?.body.status ?? "open";
}

/** A lock of the service: a period that a person closed in Tieout. `closedBy` is the person. */
export type OwnLock = PeriodLock & { readonly ownedBy: "us"; readonly closedBy: string; readonly readAt: Instant };

/**
 * The periods closed in Tieout, as locks that cover only their own days (rules 7 and 8): the service's months,
 * and periods of the ledger, whatever their state in the ledger.
 * @param mirrored the ledger's own periods
 */
export function ownLocks(
  reader: MirrorReader,
  mirrored: readonly Period[] = [],
): { readonly locks: readonly OwnLock[]; readonly periods: readonly Period[] } {
  const locks: OwnLock[] = [];
  const periods: Period[] = [];
  for (const { subject, body, person, at } of periodDecisions(reader).values()) {
    const found = body.status === "closed" ? placeOf(subject, mirrored) : null;
    if (found === null) continue;
    const { label, start, end } = found;
    const source = { ...reader.source, entityType: "period", id: subject, fetchedAt: at };
    const lock: OwnLock = {
      id: ownLockId(subject),
      scope: { module: "all" },
      lockedThrough: end,
      source,
      ownedBy: "us",
      closedBy: person,
      readAt: at,
    };
    locks.push(lock);
    periods.push({
      id: subject,
      label,
      start,
      end: lock.lockedThrough,
      status: "closed",
      locks: [lock],
      ownedBy: "us",
      isAdjustment: false,
    });
  }
  return { locks, periods };
}

/** The dates of a closed period. Months count only where the ledger has no periods. */
function placeOf(subject: string, mirrored: readonly Period[]): Pick<Period, "label" | "start" | "end"> | null {
  if (mirrored.length > 0) return mirrored.find(({ id }) => id === subject) ?? null;
  const label = /^month:(\d{4}-\d{2})$/.exec(subject)?.[1];
  const start = label === undefined ? null : readCalendarDate(`${label}-01`);
  return label === undefined || start === null ? null : { label, start, end: monthEnd(start) };
}

function spoken(status: PeriodStatus): string {
  return status.replace("_", " ");
}
