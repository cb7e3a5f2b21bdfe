import { z } from "zod";
import { type CalendarDate, readCalendarDate } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, isDecimal } from "#shared/kernel/decimal.ts";
import { type Instant, readInstant } from "#shared/kernel/instant.ts";

/** A decimal numeral as text; never a float (rule 2). */
export const decimalString = z.custom<DecimalString>(
  (v) => typeof v === "string" && isDecimal(v),
  'a decimal numeral as text, for example "12.50"',
);

/** A day `YYYY-MM-DD` without time or zone. */
export const calendarDateString = z.custom<CalendarDate>(
  (v) => typeof v === "string" && readCalendarDate(v) !== null,
  "a date in the form YYYY-MM-DD",
);

/** An ISO instant in UTC. */
export const instantString = z.custom<Instant>(
  (v) => typeof v === "string" && readInstant(v) !== null,
  "an ISO instant, for example 2026-10-05T08:12:03.000Z",
);

/** An amount exactly as the ledger sent it, and its ISO 4217 currency. */
export const money = z.object({ amount: decimalString, currency: z.string() });
export type Money = z.infer<typeof money>;
