import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { enteredDate } from "#shared/model/books/money.ts";
import { readGiven, wrongField } from "#shared/model/labels/given-input.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { type OptionValues, textOption } from "./command.ts";

/** A date option; a failure names it. */
export function day(options: OptionValues, field: string): Result<CalendarDate, Failure> {
  const date = readGiven(enteredDate, textOption(options, field) ?? "");
  return date.ok ? date : fail({ code: "invalid_input", message: wrongField(`--${field}`, date.failure.message), field });
}

/** A date option that may be left out. */
export function optionalDay(options: OptionValues, field: string): Result<CalendarDate | undefined, Failure> {
  return textOption(options, field) === undefined ? ok(undefined) : day(options, field);
}

/** `--from` and `--to`, in this order. */
export function dates(options: OptionValues): Result<{ readonly from: CalendarDate; readonly to: CalendarDate }, Failure> {
  const from = day(options, "from");
  const to = day(options, "to");
  if (!from.ok) return from;
  if (!to.ok) return to;
  if (to.value < from.value) return fail({ code: "invalid_input", message: "--to is before --from.", field: "to" });
  return ok({ from: from.value, to: to.value });
}

/** An option that takes one of a few words. */
export function oneOf<T extends string>(options: OptionValues, field: string, words: readonly T[]): Result<T, Failure> {
  const word = words.find((candidate) => candidate === textOption(options, field));
  return word === undefined ? fail({ code: "invalid_input", message: `--${field} must be one of ${words.join(", ")}.`, field }) : ok(word);
}
