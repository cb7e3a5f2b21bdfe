import type { StatementFormat } from "#shared/contract/close/bank.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";

/** One line as the bank's file has it; money in is positive. */
export interface StatementLine {
  readonly date: CalendarDate;
  readonly amount: DecimalString;
  readonly payee: string | null;
  readonly reference: string | null;
  readonly description: string | null;
  readonly bankId: string | null;
  /** Line of the file, for messages. */
  readonly place: number;
}

/** One statement of a file. */
export interface Statement {
  readonly format: StatementFormat;
  readonly bankAccount: string | null;
  readonly currency: string | null;
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  readonly opening: DecimalString | null;
  readonly closing: DecimalString | null;
  readonly lines: readonly StatementLine[];
}

/** Why a file can't be read, with its line and field. Caught where a file is read, so that a reader may stop anywhere. */
export class StatementProblem extends Error {
  override readonly name = "StatementProblem";
}

/** A field of MT940, such as `:61:`, ends with a colon of its own. */
export function problemAt(line: number, field: string, what: string): StatementProblem {
  return new StatementProblem(`Line ${line}, ${field.replace(/:$/, "")}: ${what}.`);
}

export const LINES_MAX = 100_000;

/** Text as people read it: runs of white space are one space; nothing is null. */
export function tidy(text: string | null | undefined): string | null {
  const one = (text ?? "").replaceAll(/\s+/g, " ").trim().slice(0, 500);
  return one === "" ? null : one;
}

/** A reference or an id as the bank gives it; its word for having none is none. */
export function givenId(text: string | null | undefined): string | null {
  const one = tidy(text);
  return one !== null && /^(?:not ?provided|nonref)$/i.test(one) ? null : one;
}

/** Short of the whole value, so that a message stays readable. */
export function quoted(text: string): string {
  const one = text.replaceAll(/\s+/g, " ");
  return `"${one.length > 40 ? `${one.slice(0, 40)}…` : one}"`;
}
