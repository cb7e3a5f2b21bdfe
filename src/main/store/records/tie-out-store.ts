import type { Sqlite } from "#main/store/database/open.ts";
import { prepared } from "#main/store/database/query.ts";
import { type CalendarDate, dayNumber, fromDayNumber } from "#shared/kernel/calendar-date.ts";
import { instantFromMs, instantMs } from "#shared/kernel/instant.ts";
import { type TieOut, type TieOutCheck, type TieOutRun, tieOut } from "#shared/model/reports/tie-out.ts";

/** Runs kept: enough to see since when a check has varied. */
const RUNS_KEPT = 60;

interface TieOutRow {
  readonly run_no: number;
  readonly as_of_day: number;
  readonly ran_ms: number;
  readonly body: string;
}

/** Stores the checks of one run under the next number, and lets go of runs long past. */
export function saveTieOuts(db: Sqlite, run: Omit<TieOutRun, "runNo">): number {
  const save = db.transaction(() => {
    const runNo = prepared(db, "SELECT COALESCE(MAX(run_no), 0) + 1 FROM tie_out").pluck().get() as number;
    const insert = prepared(db, "INSERT INTO tie_out (run_no, as_of_day, ran_ms, check_name, outcome, body) VALUES (?,?,?,?,?,?)");
    for (const check of run.checks)
      insert.run(runNo, dayNumber(run.asOfDate), instantMs(run.ranAt), check.check, check.outcome, JSON.stringify(check));
    prepared(db, "DELETE FROM tie_out WHERE run_no <= ?").run(runNo - RUNS_KEPT);
    return runNo;
  });
  return save.immediate();
}

/** The last run, or null before the first. */
export function lastTieOuts(db: Sqlite): TieOutRun | null {
  return runOf(
    prepared(db, "SELECT * FROM tie_out WHERE run_no = (SELECT MAX(run_no) FROM tie_out) ORDER BY tie_out_no").all() as TieOutRow[],
  );
}

/** The last run at a date, or null when there was none. */
export function tieOutsAt(db: Sqlite, asOfDate: CalendarDate): TieOutRun | null {
  const day = dayNumber(asOfDate);
  return runOf(
    prepared(db, "SELECT * FROM tie_out WHERE run_no = (SELECT MAX(run_no) FROM tie_out WHERE as_of_day = ?) ORDER BY tie_out_no").all(
      day,
    ) as TieOutRow[],
  );
}

/** The report that a check at a date was compared with last; null where it wasn't, or its run doesn't say. */
export function lastReportOf(db: Sqlite, check: TieOutCheck, asOfDate: CalendarDate): TieOut["report"] | null {
  const body = prepared(
    db,
    "SELECT body FROM tie_out WHERE check_name = ? AND as_of_day = ? AND outcome <> 'not_run' ORDER BY tie_out_no DESC LIMIT 1",
  )
    .pluck()
    .get(check, dayNumber(asOfDate)) as string | undefined;
  return body === undefined ? null : tieOut.parse(JSON.parse(body)).report;
}

/** The checks that did not tie in the last run at their date. */
export function standingVariances(db: Sqlite): TieOut[] {
  const bodies = prepared(
    db,
    `SELECT body FROM tie_out WHERE outcome = 'variance' AND run_no IN (SELECT MAX(run_no) FROM tie_out GROUP BY as_of_day) ORDER BY as_of_day, tie_out_no`,
  )
    .pluck()
    .all() as string[];
  return bodies.map((body) => tieOut.parse(JSON.parse(body)));
}

function runOf(rows: readonly TieOutRow[]): TieOutRun | null {
  const first = rows[0];
  if (first === undefined) return null;
  return {
    runNo: first.run_no,
    ranAt: instantFromMs(first.ran_ms),
    asOfDate: fromDayNumber(first.as_of_day),
    checks: rows.map((row) => tieOut.parse(JSON.parse(row.body))),
  };
}

/** The last outcome of one check that was more than not run; what is asked for rarely is carried on from here. */
export function lastTieOut(db: Sqlite, check: TieOutCheck): TieOut | null {
  const body = prepared(db, "SELECT body FROM tie_out WHERE check_name = ? AND outcome <> 'not_run' ORDER BY tie_out_no DESC LIMIT 1")
    .pluck()
    .get(check);
  return body === undefined ? null : tieOut.parse(JSON.parse(body as string));
}
