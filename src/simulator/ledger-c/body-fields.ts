import { type CalendarDate, readCalendarDate } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, readDecimal, scaleOf } from "#shared/kernel/decimal.ts";
import { type ExactJson, JsonRefusal, parseExactJson } from "#shared/kernel/json-exact.ts";
import { decimalsOf } from "../books/money.ts";
import type { Books } from "../books/types.ts";
import type { SimResponse } from "../types.ts";
import { errorResponse } from "./errors.ts";
import { plainNumeral } from "./plain-numeral.ts";

/** A JSON object of a request, numerals as text. */
export type Body = { readonly [key: string]: ExactJson };

/** A write that the ledger does not take, carried to the answer. */
export class WriteRefusal extends Error {
  override readonly name = "WriteRefusal";
  readonly response: SimResponse;
  constructor(response: SimResponse) {
    super("write refused");
    this.response = response;
  }
}

/** Refuses a write with the ledger's error for a bad field. @throws WriteRefusal */
export function refuse(detail: string, path: string): never {
  throw new WriteRefusal(errorResponse(400, "INVALID_CONTENT", `Error while accessing a resource. ${detail}`, { "o:errorPath": path }));
}

/** Refuses a value that the ledger does not know. @throws WriteRefusal */
export function refuseValue(value: string, field: string, path: string): never {
  refuse(`Invalid Field Value ${value} for the following field: ${field}`, path);
}

/** The request body as an object. @throws WriteRefusal */
export function readBody(body: string): Body {
  try {
    const parsed = parseExactJson(body);
    if (!isBody(parsed)) refuse("The request body must be an object.", "");
    return parsed;
  } catch (cause) {
    if (cause instanceof JsonRefusal) refuse("The request body is not valid JSON.", "");
    throw cause;
  }
}

/** The items of a sublist; undefined when it was not sent. @throws WriteRefusal */
export function sublistOf(body: Body, sublist: string): { readonly entry: Body; readonly path: string }[] | undefined {
  const holder = body[sublist];
  if (holder === undefined) return undefined;
  const items = isBody(holder) ? holder.items : undefined;
  if (!Array.isArray(items)) refuse(`Invalid sublist ${sublist}.`, sublist);
  return items.map((entry, at) => {
    const path = `${sublist}.items[${at}]`;
    if (!isBody(entry)) refuse("A sublist line must be an object.", path);
    return { entry, path };
  });
}

/** Id of a reference, sent as an object or as a bare id. */
export function reference(body: Body, name: string): string | undefined {
  const value = body[name];
  if (isBody(value) && typeof value.id === "string") return value.id;
  return typeof value === "string" ? value : undefined;
}

/** Like `reference`, for a record that must exist. @throws WriteRefusal */
export function knownReference(body: Body, name: string, list: readonly { readonly id: string }[], path: string): string | undefined {
  const id = reference(body, name);
  if (id !== undefined && !list.some((entry) => entry.id === id)) refuseValue(id, name, path);
  return id;
}

export function textField(body: Body, name: string): string | undefined {
  const value = body[name];
  return typeof value === "string" ? value : undefined;
}

/** @throws WriteRefusal when the text is not a day */
export function dateField(body: Body, name: string): CalendarDate | undefined {
  const value = textField(body, name);
  return value === undefined ? undefined : (readCalendarDate(value) ?? refuseValue(value, name, name));
}

/** @throws WriteRefusal when the value is not a number */
export function amountField(body: Body, name: string, path: string): DecimalString | undefined {
  const value = textField(body, name);
  return value === undefined ? undefined : (readDecimal(value) ?? refuseValue(value, name, path));
}

/** Refuses digits that the currency does not have. @throws WriteRefusal */
export function checkScale(amount: DecimalString | undefined, currency: string, path: string): void {
  if (amount !== undefined && scaleOf(plainNumeral(amount)) > decimalsOf(currency)) refuseValue(amount, "amount", path);
}

/** Dimension values named by a header or a line, by dimension. @throws WriteRefusal */
export function dimensionFields(books: Books, body: Body, path: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const dimension of books.dimensions) {
    const value = reference(body, dimension.fieldKey);
    if (value === undefined) continue;
    if (!dimension.values.some((candidate) => candidate.id === value)) refuseValue(value, dimension.fieldKey, path + dimension.fieldKey);
    found[dimension.id] = value;
  }
  return found;
}

function isBody(value: ExactJson | undefined): value is Body {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
