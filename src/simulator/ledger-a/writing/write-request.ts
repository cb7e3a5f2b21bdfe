import { type CalendarDate, readCalendarDate } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, readDecimal } from "#shared/kernel/decimal.ts";
import { type ExactJson, JsonRefusal, parseExactJson } from "#shared/kernel/json-exact.ts";

/** An object that a client sent; numerals are text. */
export type Sent = { readonly [key: string]: ExactJson };

/** What a write needs to know besides its object. */
export interface WriteContext {
  readonly nowMs: number;
  /** The signed-in user is an adviser: the period lock lets them pass. */
  readonly adviser: boolean;
  /** Amounts that earlier objects of the same call have claimed, by the record they settle. */
  readonly claimed: Map<string, DecimalString>;
}

/** Validation messages of one object, or the act that carries it out and returns the id of the record. */
export type Plan = { readonly errors: readonly string[] } | { readonly apply: () => string };

/** The objects of a body: `{"Invoices":[…]}`, a bare array, or one object. Null when it cannot be read. */
export function readObjects(body: string, key: string): Sent[] | null {
  const parsed = parse(body);
  if (parsed === undefined) return null;
  const inner = isSent(parsed) && key in parsed ? parsed[key] : parsed;
  const list = Array.isArray(inner) ? inner : [inner];
  return list.every(isSent) ? (list as Sent[]) : null;
}

function parse(body: string): ExactJson | undefined {
  try {
    return parseExactJson(body);
  } catch (error) {
    if (error instanceof JsonRefusal) return undefined;
    throw error;
  }
}

export function isSent(value: ExactJson | undefined): value is Sent {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function sentObject(value: ExactJson | undefined): Sent {
  return isSent(value) ? value : {};
}

export function sentText(value: ExactJson | undefined): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** A number or a numeric text; null when it is neither. */
export function sentAmount(value: ExactJson | undefined): DecimalString | null {
  return typeof value === "string" ? readDecimal(value) : null;
}

/** `YYYY-MM-DD`, with or without a time after it. */
export function sentDate(value: ExactJson | undefined): CalendarDate | null {
  return typeof value === "string" ? readCalendarDate(value.slice(0, 10)) : null;
}
