import { z } from "zod";
import type { MirrorReader } from "#main/store/database/mirror-reader.ts";
import { listDecisions, makeDecision, undoDecision } from "#main/store/records/decision-store.ts";
import { readJob } from "#main/store/records/write-store.ts";
import { type Act, notFound, type OwnDecision, ownDecisions } from "#main/store/work/own-decisions.ts";
import { type RepeatingRow, type RepeatingTemplate, repeatingTemplate } from "#shared/contract/books/repeating.ts";
import { addDays, type CalendarDate } from "#shared/kernel/calendar-date.ts";
import { sumDecimals } from "#shared/kernel/decimal.ts";
import { dayName } from "#shared/kernel/readable.ts";
import { repeatDate } from "#shared/kernel/repeat-dates.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { calendarDateString } from "#shared/model/books/money.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import type { JobState, WriteOperation } from "#shared/model/ledger/write.ts";
import { entityLabel } from "./record-names.ts";

const DUE_MAX = 100;

/** What came of one date: a write was drafted, in this computer's queue or another's, or nobody wants one. */
const dateBody = z.object({ date: calendarDateString, skipped: z.boolean(), jobId: z.string().nullable() });
type DoneDate = OwnDecision<z.output<typeof dateBody>>;

/** A date of a template with the write that it asks for. Its action id keeps it from being drafted twice. */
export interface DueDraft {
  readonly templateId: string;
  readonly date: CalendarDate;
  readonly actionId: string;
  readonly operation: WriteOperation;
}

/** Every template, oldest first, with what is due through a day, or within a span of days. */
export function repeatingRows(reader: MirrorReader, through: CalendarDate, from: CalendarDate | null = null): RepeatingRow[] {
  const done = Map.groupBy(ownDecisions(reader.db, "repeating_date", dateBody), ({ subject }) => templateOf(subject));
  return templates(reader).map(({ subject, body, decisionNo, person, at }) => {
    const own = done.get(subject) ?? [];
    const { due, next } = openDates(body, own, { from, through });
    const nets = body.document.lines.map(({ net }) => net.amount);
    const last = own.toSorted((a, b) => (a.body.date < b.body.date ? -1 : 1)).at(-1);
    return {
      ...{ templateId: subject, decisionNo, person, at, template: body, due, next },
      contact: body.document.party === undefined ? null : entityLabel(reader, body.document.party.id),
      amount: sumDecimals(body.document.type === "journal" ? nets.filter((net) => !net.startsWith("-")) : nets),
      last: last === undefined ? null : cameOf(reader, last),
    };
  });
}

/** Saves a template under its id. Dates that were drafted or skipped stay so. */
export function saveTemplate(
  reader: MirrorReader,
  { templateId, template, person, nowMs }: Act & { readonly templateId: string; readonly template: RepeatingTemplate },
): Result<{ readonly templateId: string; readonly decisionNo: number }, Failure> {
  if (template.until !== null && template.until < template.first)
    return fail({ code: "invalid_input", message: "The end date is before the first date.", field: "until" });
  const decisionNo = makeDecision(reader.db, { kind: "repeating_template", subject: templateId, body: template, person, nowMs });
  return ok({ templateId, decisionNo });
}

/** Removes a template; what was drafted from it stays. */
export function removeTemplate(
  reader: MirrorReader,
  { templateId, person, nowMs }: Act & { readonly templateId: string },
): Result<{ readonly decisionNo: number }, Failure> {
  const found = findTemplate(reader, templateId);
  if (!found.ok) return found;
  undoDecision(reader.db, found.value.decisionNo, person, nowMs);
  return ok({ decisionNo: found.value.decisionNo });
}

/**
 * What is to be drafted: all dates due through a day, or those of one template.
 * @param date only this date, which may be the next one to come
 */
export function dueDrafts(
  reader: MirrorReader,
  { templateId, date, through }: { readonly templateId?: string; readonly date?: CalendarDate; readonly through: CalendarDate },
): Result<DueDraft[], Failure> {
  if (templateId !== undefined) {
    const found = findTemplate(reader, templateId);
    if (!found.ok) return found;
  }
  const rows = repeatingRows(reader, through).filter((row) => templateId === undefined || row.templateId === templateId);
  const drafts = rows.flatMap((row) => {
    const dates = date === undefined ? row.due : [...new Set([...row.due, row.next])].filter((one) => one === date);
    return dates.flatMap((one) => (one === null ? [] : [draftOf(reader, row, one)]));
  });
  if (date !== undefined && drafts.length === 0)
    return fail({
      code: "not_found",
      message:
        templateId === undefined
          ? `No recurring transaction is due on ${dayName(date)}, or it was already drafted or skipped.`
          : `This recurring transaction isn't due on ${dayName(date)}, or it was already drafted or skipped for that date.`,
      field: "date",
    });
  return ok(drafts);
}

/** Records that a date was drafted, or that it is skipped. */
export function keepDate(
  reader: MirrorReader,
  {
    templateId,
    date,
    jobId,
    person,
    nowMs,
  }: Act & { readonly templateId: string; readonly date: CalendarDate; readonly jobId: string | null },
): Result<{ readonly decisionNo: number }, Failure> {
  const found = findTemplate(reader, templateId);
  if (!found.ok) return found;
  const subject = `${templateId}|${date}`;
  const body = { date, skipped: jobId === null, jobId };
  return ok({ decisionNo: makeDecision(reader.db, { kind: "repeating_date", subject, body, person, nowMs }) });
}

function templates(reader: MirrorReader) {
  return ownDecisions(reader.db, "repeating_template", repeatingTemplate);
}

function findTemplate(reader: MirrorReader, templateId: string): Result<OwnDecision<RepeatingTemplate>, Failure> {
  const found = templates(reader).find(({ subject }) => subject === templateId);
  return found === undefined ? fail(notFound(`There is no recurring transaction ${templateId}.`, "templateId")) : ok(found);
}

function templateOf(subject: string): string {
  return subject.slice(0, subject.lastIndexOf("|"));
}

interface Span {
  readonly from: CalendarDate | null;
  readonly through: CalendarDate;
}

/** The dates that nothing came of yet: those of a span, and the earliest of all from its start. */
function openDates({ first, every, until }: RepeatingTemplate, own: readonly DoneDate[], { from, through }: Span) {
  const done = new Set(own.map(({ body }) => body.date));
  const due: CalendarDate[] = [];
  for (let n = 0; ; n++) {
    const date = repeatDate(first, every, n);
    if (until !== null && date > until) return { due, next: due[0] ?? null };
    if (done.has(date) || (from !== null && date < from)) continue;
    if (date > through || due.length === DUE_MAX) return { due, next: due[0] ?? date };
    due.push(date);
  }
}

function cameOf(reader: MirrorReader, { body, decisionNo, person, at }: DoneDate): NonNullable<RepeatingRow["last"]> {
  const job = body.jobId === null ? undefined : readJob(reader.db, body.jobId)?.job;
  return { decisionNo, person, at, ...body, state: (job?.state as JobState | undefined) ?? null };
}

function draftOf(reader: MirrorReader, { templateId, template }: RepeatingRow, date: CalendarDate): DueDraft {
  const { document, dueAfterDays } = template;
  // A date whose draft was undone is drafted again under a new action id: the earlier one belongs to a cancelled write.
  const before = listDecisions(reader.db, "repeating_date", { subject: `${templateId}|${date}`, undone: true }).length;
  return {
    templateId,
    date,
    actionId: `rep-${templateId}-${date}${before === 0 ? "" : `-${before}`}`,
    operation: {
      kind: "create_document",
      document: { ...document, issueDate: date, ...(dueAfterDays === null ? {} : { dueDate: addDays(date, dueAfterDays) }) },
    },
  };
}
