import { lockStepsBack } from "#main/domain/periods/lock-moves.ts";
import { endsInWork } from "#main/store/close/in-close.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { prepared } from "#main/store/database/query.ts";
import { lockHistories } from "#main/store/periods/lock-history.ts";
import { ask, lockBook } from "#main/store/periods/post-check.ts";
import { LOCK_MOVED_BACK, NOT_ACKNOWLEDGED } from "#main/store/records/finding-store.ts";
import { standingVariances } from "#main/store/records/tie-out-store.ts";
import { acceptedChecks } from "#main/store/tie-outs/accepted-checks.ts";
import { type CalendarDate, dayNumber, fromDayNumber } from "#shared/kernel/calendar-date.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import type { TieOutCheck } from "#shared/model/reports/tie-out.ts";

/** A check that did not tie when it was made last and that nobody accepted as it is, and by how much; null where no single figure says it. */
interface Varying {
  readonly check: TieOutCheck;
  readonly day: CalendarDate;
  readonly difference: DecimalString | null;
  readonly currency: string | null;
  /** Accounts, parties or streams that differ. */
  readonly lines: number;
}

/** A lock that was moved back: what happened in a few words, and the rest of it. */
interface MovedLock {
  readonly findingNo: number;
  readonly title: string;
  readonly message: string;
}

/** What people should be notified of in a client's mirror. */
export interface OpenExceptions {
  readonly locksMovedBack: readonly MovedLock[];
  /** As of a day that is locked or closed. */
  readonly closedVariances: readonly Varying[];
  /** As of the last day that was checked and is neither: nobody is notified of them. */
  readonly openVariances: readonly Varying[];
  /** As of the ends of earlier periods whose close waits for them: today's run, which every sync makes, says nothing of those. */
  readonly endVariances: readonly Varying[];
  /** What else was noticed, one entry for what is alike. */
  readonly findings: readonly { readonly code: string; readonly count: number; readonly message: string }[];
}

/** Looks a mirror through after it was read (rules 8, 19). */
export function openExceptions(reader: MirrorReader): OpenExceptions {
  const findings = reader.db
    .prepare(
      `SELECT code, COUNT(*) AS count, message, MAX(finding_no) FROM finding WHERE code <> ? AND resolved_ms IS NULL AND ${NOT_ACKNOWLEDGED} GROUP BY code ORDER BY code`,
    )
    .all(LOCK_MOVED_BACK) as { code: string; count: number; message: string }[];
  const told = { locksMovedBack: movedLocks(reader), findings: findings.map(({ code, count, message }) => ({ code, count, message })) };
  const varying = [...Map.groupBy(standingVariances(reader.db), ({ to }) => to)].flatMap(([asOfDate, checks]) => {
    const accepted = acceptedChecks(reader, { asOfDate, checks });
    return checks.filter(({ check }) => !accepted.includes(check));
  });
  if (varying.length === 0) return { ...told, closedVariances: [], openVariances: [], endVariances: [] };
  const book = lockBook(reader);
  const isOpen = (day: CalendarDate): boolean => ask(book, { date: day, module: "gl" }).canPost;
  const all = varying.map(({ check, to, difference, currency, lines }) => ({ check, day: to, difference, currency, lines: lines.length }));
  const lastRun = prepared(reader.db, "SELECT MAX(as_of_day) FROM tie_out").pluck().get() as number | null;
  const inWork = lastRun === null ? [] : endsInWork(reader, fromDayNumber(lastRun));
  return {
    ...told,
    closedVariances: all.filter(({ day }) => !isOpen(day)),
    openVariances: all.filter(({ day }) => dayNumber(day) === lastRun && isOpen(day)),
    endVariances: all.filter(({ day }) => inWork.includes(day) && isOpen(day)),
  };
}

function movedLocks(reader: MirrorReader): MovedLock[] {
  const rows = reader.db
    .prepare(
      `SELECT finding_no AS findingNo, field, message FROM finding WHERE code = ? AND resolved_ms IS NULL AND ${NOT_ACKNOWLEDGED} ORDER BY finding_no`,
    )
    .all(LOCK_MOVED_BACK) as { findingNo: number; field: string; message: string }[];
  if (rows.length === 0) return [];
  // Who moved it is in the message only.
  const steps = lockStepsBack(lockHistories(reader), false);
  return rows.map(({ findingNo, field, message }) => {
    const step = steps.find(({ key }) => key === field);
    // Since the message was written, the lock may have moved again.
    if (step === undefined || !message.startsWith(step.inTitle)) return { findingNo, title: "Lock date moved back", message };
    return { findingNo, title: step.title, message: message.slice(step.inTitle.length) };
  });
}
