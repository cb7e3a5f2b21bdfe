import { z } from "zod";
import { type CalendarDate, readCalendarDate } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, isDecimal } from "#shared/kernel/decimal.ts";
import { type Instant, readInstant } from "#shared/kernel/instant.ts";

/** A decimal numeral as text; never a float (rule 2). */
export const decimalString = z.custom<DecimalString>(
  (v) => typeof v === "string" && isDecimal(v),
  'enter a number, such as 12.50 (in JSON, with quotes: "12.50")',
);

/** A day `YYYY-MM-DD` without time or zone. */
export const calendarDateString = z.custom<CalendarDate>(
  (v) => typeof v === "string" && readCalendarDate(v) !== null,
  "use a date in the form YYYY-MM-DD",
);

/** A day that a person enters: dates are counted on from it, so the last year that has four digits is left out. */
export const enteredDate = calendarDateString.refine((date) => date < "9999", "use a date before the year 9999");

/** An ISO instant in UTC. */
export const instantString = z.custom<Instant>(
  (v) => typeof v === "string" && readInstant(v) !== null,
  "use a date and time, such as 2026-10-05T08:12:03.000Z",
);

/** A moment in milliseconds since 1970 that can be written with a year of four digits: another machine's record may say any number. */
export const momentMs = z
  .number()
  .int()
  .nonnegative()
  .max(Date.UTC(9999, 0) - 1, "use a time before the year 9999");

/** An amount exactly as the ledger sent it, and its ISO 4217 currency. */
export const money = z.object({ amount: decimalString, currency: z.string() });
export type Money = z.infer<typeof money>;

/** A number that a person enters: no real amount is longer, and a longer one is a slip of the keyboard. */
export const enteredDecimal = decimalString.refine(
  (value) => /^-?\d{1,18}(?:\.\d{1,10})?$/.test(value),
  "use at most 18 digits before the decimal point and 10 after it",
);

/** An amount that a person enters. */
export const enteredMoney = z.strictObject({
  amount: enteredDecimal,
  currency: z.string().regex(/^[A-Z]{3}$/, "use a three-letter currency code in capitals, such as USD"),
});
