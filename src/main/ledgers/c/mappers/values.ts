import { type CalendarDate, readCalendarDate } from "#shared/kernel/calendar-date.ts";
import { absoluteDecimal, type DecimalString, isZero, negateDecimal, readDecimal } from "#shared/kernel/decimal.ts";
import { lookUp } from "#shared/kernel/look-up.ts";
import type { SourceRef } from "#shared/model/books/source-ref.ts";
import { type ReadContext, RecordMalformed } from "../../adapter.ts";
import { factsOf } from "../facts.ts";
import type { Row } from "../schemas.ts";

/** Where a record came from (rule 1); the raw row stays with the store. */
export function sourceOf(context: ReadContext, entityType: string, id: string): SourceRef {
  return { system: "ledger_c", tenantId: context.tenantId, entityType, id, fetchedAt: context.fetchedAt };
}

/** True for a flag column that says `T`. */
export function isTrue(row: Row, column: string): boolean {
  return row[column]?.toUpperCase() === "T";
}

/** An amount as sent; undefined when the column is absent. @throws RecordMalformed when it is not a number */
export function amountOf(row: Row, column: string): DecimalString | undefined {
  const text = row[column];
  if (text === undefined) return undefined;
  const value = readNumeral(text);
  if (value === null) throw new RecordMalformed(`Column ${column} isn't a number: ${text.slice(0, 40)}.`, column);
  return value;
}

/** Like `amountOf`. @throws RecordMalformed when the column is absent as well */
export function requireAmount(row: Row, column: string): DecimalString {
  const value = amountOf(row, column);
  if (value === undefined) throw new RecordMalformed(`Column ${column} is missing.`, column);
  return value;
}

/** A numeral; the database may leave out the zero before the point. Null for anything else, such as a percentage. */
export function readNumeral(text: string): DecimalString | null {
  return readDecimal(text.replace(/^(-?)\./, "$10."));
}

/** The amount with the sign of the total it belongs to. */
export function signedAs(total: DecimalString, amount: DecimalString): DecimalString {
  const size = absoluteDecimal(amount);
  return total.startsWith("-") && !isZero(size) ? negateDecimal(size) : size;
}

/** The amount times 1 or -1, digits kept. */
export function times(sign: 1 | -1, amount: DecimalString): DecimalString {
  return sign === 1 ? amount : negateDecimal(amount);
}

/** The day of a date column, whose time of day is dropped; undefined when absent. @throws RecordMalformed */
export function dayOf(row: Row, column: string): CalendarDate | undefined {
  const text = row[column];
  if (text === undefined) return undefined;
  const day = /^(\d{4}-\d{2}-\d{2})(?:[T ].*)?$/.exec(text)?.[1];
  const date = day === undefined ? null : readCalendarDate(day);
  // Other forms follow a user's preference and can't be told apart (day first or month first).
  if (date === null)
    throw new RecordMalformed(`The date in column ${column} can't be read, because its format is ambiguous: ${text.slice(0, 40)}.`, column);
  return date;
}

/** Like `dayOf`. @throws RecordMalformed when the column is absent as well */
export function requireDay(row: Row, column: string): CalendarDate {
  const day = dayOf(row, column);
  if (day === undefined) throw new RecordMalformed(`Column ${column} is missing.`, column);
  return day;
}

/** ISO code of a currency id; undefined when the currency table had no such row. */
export function currencyCode(context: ReadContext, id: string): string | undefined {
  return lookUp(factsOf(context.discovery).currencies, id);
}
