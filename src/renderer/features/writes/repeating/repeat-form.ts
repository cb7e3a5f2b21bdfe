import type { RepeatingTemplate } from "#shared/contract/books/repeating.ts";
import { addDays, type CalendarDate, daysBetween, readCalendarDate } from "#shared/kernel/calendar-date.ts";
import { REPEAT_UNITS, type RepeatUnit, repeatDate } from "#shared/kernel/repeat-dates.ts";
import type { DocumentDraft } from "#shared/model/ledger/write.ts";
import { t } from "../../../language/t.ts";
import { formOfDraft } from "../queue/job-form.ts";
import type { DocumentForm } from "../transactions/transaction-draft.ts";

/** How often, as text: `every month`. */
export const EVERY_WORDS: Readonly<Record<RepeatUnit, string>> = {
  week: t("Every week"),
  month: t("Every month"),
  quarter: t("Every quarter"),
  year: t("Every year"),
};
export const EVERY_OPTIONS = REPEAT_UNITS.map((unit) => [unit, EVERY_WORDS[unit]] as const);

/** How often, and the last possible date as typed; empty where there is no end. */
export interface RepeatRule {
  readonly every: RepeatUnit;
  readonly until: string;
}

/** The next date after a document's: the latest that isn't later than today, or else the first one. */
export function nextAfter(issued: CalendarDate, every: RepeatUnit, today: CalendarDate): CalendarDate {
  let n = 1;
  while (repeatDate(issued, every, n + 1) <= today) n++;
  return repeatDate(issued, every, n);
}

/** The form of a saved template, dated as its first one. */
export function formOfTemplate({ document, first, dueAfterDays }: RepeatingTemplate): DocumentForm {
  const dueDate = dueAfterDays === null ? {} : { dueDate: addDays(first, dueAfterDays) };
  return formOfDraft({ ...document, issueDate: first, ...dueDate });
}

/** The template that the form describes. The form must have no errors. */
export function templateOf(draft: DocumentDraft, { every, until }: RepeatRule): RepeatingTemplate {
  const { issueDate, dueDate, number: _ownOfEach, exchangeRate: _rateOfItsDay, ...document } = draft;
  const dueAfterDays = dueDate === undefined ? null : Math.max(0, daysBetween(issueDate, dueDate));
  return { document, every, first: issueDate, until: until === "" ? null : (until as CalendarDate), dueAfterDays };
}

/** What is wrong with the rule, or null. */
export function ruleError({ until }: RepeatRule, { issueDate }: Pick<DocumentForm, "issueDate">): string | null {
  if (until === "") return null;
  const end = readCalendarDate(until);
  if (end === null) return t("Enter a date.");
  return end < issueDate ? t("The end date is before the transaction's date. Choose a later end date, or leave the field empty.") : null;
}
