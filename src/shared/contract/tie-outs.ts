import { z } from "zod";
import { calendarDateString, instantString } from "#shared/model/money.ts";
import { tieOut, tieOutCheck, tieOutLine, tieOutRun } from "#shared/model/tie-out.ts";
import { command, query } from "./define.ts";

const ofClient = z.object({ clientId: z.string() });

/** One line of the last run that does not tie, or a whole check that could not be made (`subject` null). */
export const varianceRow = tieOutLine.omit({ subject: true, subjectId: true }).extend({
  check: tieOutCheck,
  asOfDate: calendarDateString,
  subject: tieOutLine.shape.subject.nullable(),
  subjectId: z.string().nullable(),
  source: tieOut.shape.source,
  against: tieOut.shape.against,
  asOf: z.object({ ours: instantString.nullable(), ledgers: instantString.nullable() }),
});
export type VarianceRow = z.infer<typeof varianceRow>;

export const tieOutsContract = {
  /** Asks the ledger for its reports at a date now, and holds our figures against them; offline, against those stored. */
  "tieOuts.run": command(ofClient.extend({ asOfDate: calendarDateString }), tieOutRun, "viewer"),
  /** The last run, at a date where one is given; null before the first. */
  "tieOuts.last": query(ofClient.extend({ asOfDate: calendarDateString.optional() }), tieOutRun.nullable()),
  /** What of the last run varies or could not be checked, with the documents behind it. */
  "variances.list": query(ofClient, z.object({ rows: z.array(varianceRow), ranAt: instantString.nullable() })),
};
