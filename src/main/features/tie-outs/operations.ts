import { z } from "zod";
import { mirroredClient } from "#main/operations/client-source.ts";
import { left, right } from "#main/operations/command-form.ts";
import { command, query } from "#main/operations/operation.ts";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { namedRun } from "#main/store/documents/named-documents.ts";
import { lastTieOuts, tieOutsAt } from "#main/store/records/tie-out-store.ts";
import { acceptedChecks } from "#main/store/tie-outs/accepted-checks.ts";
import { differenceAnswers } from "#main/store/tie-outs/difference-answers.ts";
import { isCheckedAfterSync, runNeedsRecheck } from "#main/store/tie-outs/recheck.ts";
import { clientId } from "#shared/contract/fields.ts";
import { type VarianceRow, varianceRow } from "#shared/contract/reports/tie-outs.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { localDay } from "#shared/kernel/instant.ts";
import { ok } from "#shared/kernel/result.ts";
import { calendarDateString, instantString } from "#shared/model/books/money.ts";
import { shownTieOutRun, type TieOut, type TieOutRun, tieOutCheck, tieOutRun } from "#shared/model/reports/tie-out.ts";
import { checkAnswers } from "#shared/model/reports/tie-out-causes.ts";

/** Our figures against the ledger's own reports (rules 16 to 19). */
export const tieOutOperations = [
  command("tieOuts.run", {
    summary:
      "Compare Tieout's figures with the ledger's reports as of a date. If the ledger can't send a report now, Tieout uses the stored copy, if any",
    input: z.object({ clientId, asOfDate: calendarDateString }),
    output: tieOutRun,
    runs: "core",
    // It changes nothing that anyone decided, and asks the ledger only to read.
    allowed: "viewer",
    outdates: ["close", "clients"],
    perform: async (context, { clientId: client, asOfDate }, _prepared, { signal }) => {
      const source = await mirroredClient(context, client);
      return source.ok ? context.engine.tieOut(client, asOfDate, signal) : source;
    },
  }),

  query("tieOuts.last", {
    summary: "List the checks of the last tie-out run. With an as-of date, list those of the last run for that date",
    input: z.object({
      clientId,
      asOfDate: calendarDateString
        .optional()
        .describe("As-of date of the tie-out run, such as 2026-10-31. By default, the last run is used"),
    }),
    output: shownTieOutRun.nullable(),
    runs: "reader",
    prepare: async ({ engine }, { clientId: client }) => ok(engine.isReading(client)),
    perform: ({ mirror, nowMs }, { asOfDate }, isReading) => {
      const run = lastRun(mirror, asOfDate);
      if (run === null) return ok(null);
      const recheck = runNeedsRecheck(mirror, run);
      const isAgain = recheck && isReading && isCheckedAfterSync(mirror, run.asOfDate, localDay(nowMs));
      return ok({ ...run, recheck, ...(isAgain ? { rechecking: true } : {}), accepted: acceptedChecks(mirror, run) });
    },
  }),

  // Worked out from the local copy as it is now, so that it also answers for runs of earlier days.
  query("tieOuts.explain", {
    summary:
      "Explain each difference in the last tie-out run, with the explained and unexplained amounts. With an as-of date, use the last run for that date",
    input: z.object({
      clientId,
      asOfDate: calendarDateString
        .optional()
        .describe("As-of date of the tie-out run, such as 2026-10-31. By default, the last run is used"),
      check: tieOutCheck.optional().describe("Only this check"),
    }),
    output: z.array(checkAnswers),
    runs: "reader",
    unread: [],
    perform: ({ mirror, books }, { asOfDate, check: asked }) => {
      const run = lastRun(mirror, asOfDate);
      if (run === null) return ok([]);
      const { checks, ranAt } = run;
      const failing = checks.filter(({ check, outcome }) => outcome === "variance" && (asked === undefined || check === asked));
      return ok(
        failing.map((check) => ({ check: check.check, answers: differenceAnswers(mirror, check, ranAt, { ...books, basis: "accrual" }) })),
      );
    },
    command: {
      verb: "tie-out explain",
      options: { asOfDate: "as-of" },
      table: {
        rows: (checks) =>
          checks.flatMap(({ check, answers }) => answers.map((answer) => ({ ...answer, check: check.replaceAll("_", " ") }))),
        columns: [
          left("check", 20, (row) => row.check),
          left("account or contact", 30, (row) => row.label),
          right("difference", 14, (row) => row.difference),
          right("explained", 14, (row) => row.explained),
          right("unexplained", 14, (row) => row.left),
          left("why", 110, (row) => row.sentence),
        ],
      },
    },
  }),

  query("variances.list", {
    summary:
      "List the accounts and contacts that the last tie-out run found out of balance or couldn't check, with the transactions that may be the cause",
    input: z.object({ clientId }),
    output: z.object({ rows: z.array(varianceRow), ranAt: instantString.nullable(), recheck: z.boolean() }),
    runs: "reader",
    perform: ({ mirror }) => {
      const run = lastRun(mirror);
      return ok(
        run === null
          ? { rows: [], ranAt: null, recheck: false }
          : { rows: varianceRows(run), ranAt: run.ranAt, recheck: runNeedsRecheck(mirror, run) },
      );
    },
  }),
] as const;

/** The last run, at a date where one is given; null before the first. */
function lastRun(mirror: MirrorReader, asOfDate?: CalendarDate): TieOutRun | null {
  const run = asOfDate === undefined ? lastTieOuts(mirror.db) : tieOutsAt(mirror.db, asOfDate);
  return run === null ? null : namedRun(mirror, run);
}

function varianceRows({ checks, asOfDate }: TieOutRun): VarianceRow[] {
  return checks.flatMap((check): VarianceRow[] => {
    const { source, against, asOf } = check;
    const facts = { check: check.check, asOfDate, source, against, asOf };
    const lines = check.lines.filter(({ outcome }) => outcome === "variance" || outcome === "cannot_check");
    if (lines.length > 0) return lines.map((line) => ({ ...facts, ...line }));
    return check.outcome === "cannot_check" ? [{ ...facts, ...wholeCheck(check) }] : [];
  });
}

function wholeCheck({ check, ours, ledgers, difference, currency, outcome, reason, documents }: TieOut) {
  const label = check.replaceAll("_", " ");
  return { subject: null, subjectId: null, label, ours, ledgers, difference, currency, outcome, reason, documents };
}
