import { type CalendarDate, readCalendarDate } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, readDecimal } from "#shared/kernel/decimal.ts";
import { type ExactJson, JsonRefusal, parseExactJson } from "#shared/kernel/json-exact.ts";
import type { NewLine } from "../books/events.ts";
import type { Books } from "../books/types.ts";
import type { SimRequest, SimResponse } from "../types.ts";
import { errorResponse } from "./errors.ts";

type Body = { readonly [key: string]: ExactJson };

/** A write that the ledger does not take, carried to the answer. */
export class WriteRefusal extends Error {
  override readonly name = "WriteRefusal";
  readonly response: SimResponse;
  constructor(response: SimResponse) {
    super("write refused");
    this.response = response;
  }
}

/** The fields of a bill or invoice as a write names them; a field that was not sent is undefined. */
export interface WriteFields {
  readonly partyId: string | undefined;
  readonly entityId: string | undefined;
  readonly number: string | undefined;
  readonly reference: string | undefined;
  readonly date: CalendarDate | undefined;
  readonly dueDate: CalendarDate | undefined;
  readonly currency: string | undefined;
  readonly rate: DecimalString | undefined;
  readonly memo: string | undefined;
  readonly externalId: string | undefined;
  readonly headerDimensions: Record<string, string>;
  readonly expense: readonly WriteLine[] | undefined;
  readonly item: readonly WriteLine[] | undefined;
}

/** A line with the number by which a PATCH finds it again. */
export interface WriteLine extends NewLine {
  readonly line: string | undefined;
}

const KNOWN = new Set(
  "entity subsidiary tranId tranDate dueDate currency exchangeRate externalId memo otherRefNum expense item department class location approvalStatus account postingPeriod".split(
    " ",
  ),
);

/** Reads the body of a create or an update. @throws WriteRefusal */
export function readWrite(books: Books, request: SimRequest): WriteFields {
  const body = readBody(request.body);
  const strict = Object.entries(request.headers).some(
    ([name, value]) => name.endsWith("propertynamevalidation") && value.toLowerCase() === "error",
  );
  for (const name of Object.keys(body)) {
    // Unless strict checking is asked for, the ledger drops a misspelt field without a word.
    if (strict && !KNOWN.has(name) && !isSegment(books, name)) refuse(`Unknown reference or field name: ${name}.`, name);
  }
  const currencyId = reference(body, "currency");
  return {
    partyId: reference(body, "entity"),
    entityId: knownReference(body, "subsidiary", books.entities, "subsidiary"),
    number: text(body, "tranId"),
    reference: text(body, "otherRefNum"),
    date: date(body, "tranDate"),
    dueDate: date(body, "dueDate"),
    currency: currencyId === undefined ? undefined : currencyCode(books, currencyId),
    rate: amount(body, "exchangeRate", "exchangeRate"),
    memo: text(body, "memo"),
    externalId: text(body, "externalId"),
    headerDimensions: dimensions(books, body, ""),
    expense: lines(books, body, "expense"),
    item: lines(books, body, "item"),
  };
}

/** Refuses a write with the ledger's error for a bad field. @throws WriteRefusal */
export function refuse(detail: string, path: string): never {
  throw new WriteRefusal(errorResponse(400, "INVALID_CONTENT", `Error while accessing a resource. ${detail}`, { "o:errorPath": path }));
}

function readBody(body: string): Body {
  try {
    const parsed = parseExactJson(body);
    if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) refuse("The request body must be an object.", "");
    return parsed;
  } catch (cause) {
    if (cause instanceof JsonRefusal) refuse("The request body is not valid JSON.", "");
    throw cause;
  }
}

function lines(books: Books, body: Body, sublist: "expense" | "item"): WriteLine[] | undefined {
  const holder = body[sublist];
  if (holder === undefined) return undefined;
  const items = isBody(holder) ? holder.items : undefined;
  if (!Array.isArray(items)) refuse(`Invalid sublist ${sublist}.`, sublist);
  return items.map((entry, at) => {
    const path = `${sublist}.items[${at}]`;
    if (!isBody(entry)) refuse("A sublist line must be an object.", path);
    return readLine(books, entry, sublist, path);
  });
}

function readLine(books: Books, entry: Body, sublist: "expense" | "item", path: string): WriteLine {
  const billable = entry.isBillable === true;
  const customer = reference(entry, "customer");
  const common = {
    line: text(entry, "line"),
    description: text(entry, "memo") ?? null,
    dimensions: dimensions(books, entry, `${path}.`),
    billableTo: billable && customer !== undefined ? customer : null,
  };
  const stated = amount(entry, "amount", `${path}.amount`);
  if (sublist === "expense") {
    const accountId = knownReference(entry, "account", books.accounts, `${path}.account`);
    if (accountId === undefined) refuse("Please enter value(s) for: Account.", `${path}.account`);
    if (stated === undefined) refuse("Please enter value(s) for: Amount.", `${path}.amount`);
    return { ...common, accountId, amount: stated };
  }
  const itemId = knownReference(entry, "item", books.items, `${path}.item`);
  if (itemId === undefined) refuse("Please enter value(s) for: Item.", `${path}.item`);
  const quantity = amount(entry, "quantity", `${path}.quantity`);
  const rate = amount(entry, "rate", `${path}.rate`);
  if (stated === undefined && (quantity === undefined || rate === undefined))
    refuse("Please enter value(s) for: Amount.", `${path}.amount`);
  return { ...common, itemId, quantity: quantity ?? null, unitPrice: rate ?? null, ...(stated === undefined ? {} : { amount: stated }) };
}

function dimensions(books: Books, body: Body, path: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const dimension of books.dimensions) {
    const value = reference(body, dimension.fieldKey);
    if (value === undefined) continue;
    if (!dimension.values.some((candidate) => candidate.id === value)) invalid(value, dimension.fieldKey, path + dimension.fieldKey);
    found[dimension.id] = value;
  }
  return found;
}

function knownReference(body: Body, name: string, list: readonly { readonly id: string }[], path: string): string | undefined {
  const id = reference(body, name);
  if (id !== undefined && !list.some((entry) => entry.id === id)) invalid(id, name, path);
  return id;
}

function invalid(value: string, field: string, path: string): never {
  refuse(`Invalid Field Value ${value} for the following field: ${field}`, path);
}

function reference(body: Body, name: string): string | undefined {
  const value = body[name];
  if (isBody(value) && typeof value.id === "string") return value.id;
  return typeof value === "string" ? value : undefined;
}

function text(body: Body, name: string): string | undefined {
  const value = body[name];
  return typeof value === "string" ? value : undefined;
}

function date(body: Body, name: string): CalendarDate | undefined {
  const value = text(body, name);
  if (value === undefined) return undefined;
  return readCalendarDate(value) ?? invalid(value, name, name);
}

function amount(body: Body, name: string, path: string): DecimalString | undefined {
  const value = text(body, name);
  if (value === undefined) return undefined;
  return readDecimal(value) ?? invalid(value, name, path);
}

function currencyCode(books: Books, id: string): string {
  const codes = [...new Set([books.baseCurrency, ...books.currencies])];
  return codes[Number(id) - 1] ?? invalid(id, "currency", "currency");
}

function isSegment(books: Books, name: string): boolean {
  return books.dimensions.some((dimension) => dimension.fieldKey === name);
}

function isBody(value: ExactJson | undefined): value is Body {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
