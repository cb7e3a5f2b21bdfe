import { z } from "zod";
import { calendarDateString, instantString } from "#shared/model/books/money.ts";
import { tieOut, tieOutCheck, tieOutLine } from "#shared/model/reports/tie-out.ts";

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
