import { z } from "zod";
import { REPEAT_UNITS } from "#shared/kernel/repeat-dates.ts";
import { calendarDateString, decimalString, enteredDate, instantString } from "#shared/model/books/money.ts";
import { documentDraft, jobState } from "#shared/model/ledger/write.ts";

/** A transaction that comes again and again: what it says, from when, how often and until when. */
export const repeatingTemplate = z.strictObject({
  document: documentDraft.omit({ issueDate: true, dueDate: true, number: true, exchangeRate: true }),
  every: z.enum(REPEAT_UNITS),
  /** Date of the first one. Later ones are on the same day of their month, or on its last day. */
  first: enteredDate,
  /** No transaction is dated after it; null where there is no end. */
  until: enteredDate.nullable(),
  /** Days from the date to the due date; null where it has none. */
  dueAfterDays: z.number().int().min(0).max(3_660).nullable(),
});
export type RepeatingTemplate = z.infer<typeof repeatingTemplate>;

/** What came of one date of a template: drafted as a write, or skipped. */
const repeatedDate = z.object({
  decisionNo: z.number().int(),
  person: z.string(),
  at: instantString,
  date: calendarDateString,
  skipped: z.boolean(),
  jobId: z.string().nullable(),
  /** State of the write; null where it is in another computer's queue. */
  state: jobState.nullable(),
});

/** A template with the dates that are due by now. */
export const repeatingRow = z.object({
  templateId: z.string(),
  decisionNo: z.number().int(),
  person: z.string(),
  at: instantString,
  template: repeatingTemplate,
  contact: z.string().nullable(),
  /** Net of the lines; of a journal its debits. */
  amount: decimalString,
  /** Dates through today that were neither drafted nor skipped, oldest first, at most 100. */
  due: z.array(calendarDateString),
  /** The first date that is still to come or due; null after the end. */
  next: calendarDateString.nullable(),
  last: repeatedDate.nullable(),
});
export type RepeatingRow = z.infer<typeof repeatingRow>;
