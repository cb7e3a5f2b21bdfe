import { listQuestions } from "#main/store/questions/questions.ts";
import type { QuestionView } from "#shared/contract/close/questions.ts";
import { addDays } from "#shared/kernel/calendar-date.ts";
import { counted, periodName } from "#shared/kernel/readable.ts";
import type { Period } from "#shared/model/books/period.ts";
import { evidence, type GateSetting, item } from "./gate.ts";

/**
 * Every question about the period was sent. Where nothing was asked, a person says that there is nothing to ask: no
 * question isn't evidence that somebody looked.
 */
export function questionsSent({ reader, period }: GateSetting) {
  const own = listQuestions(reader).filter((one) => isOf(period, one));
  const open = own.filter(({ state }) => state === "open");
  const items = open.map(({ text, about }) =>
    item(about === null ? text : `${about.label}: ${text}`, about?.kind ?? null, about?.id ?? null),
  );
  const name = periodName(period.label);
  if (own.length === 0) return evidence(false, `No questions asked about ${name} yet.`);
  if (open.length > 0) return evidence(false, `${counted(open.length, "question")} about ${name} not sent yet.`, items);
  const answered = own.filter(({ answer }) => answer !== null).length;
  const unsent = own.filter(({ sent }) => sent === null).length;
  // Some are answered on the telephone, or settled before they were sent.
  const sent = unsent === 0 ? "sent" : "asked, none left to send";
  return evidence(true, `${counted(own.length, "question")} about ${name} ${sent}, ${answered} answered.`);
}

/** How long after its end a period is usually closed. */
const CLOSING_DAYS = 30;

/** A question belongs to the period of what it is about; without a date, to those that were open or being closed when it was asked. */
function isOf({ start, end }: Pick<Period, "start" | "end">, { about, asked }: QuestionView): boolean {
  const day = about?.date ?? null;
  if (day !== null) return day >= start && day <= end;
  const askedOn = asked.at.slice(0, 10);
  return askedOn >= start && askedOn <= addDays(end, CLOSING_DAYS);
}
