import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import type { NewLine } from "../../books/events.ts";
import type { Books, SimLine } from "../../books/types.ts";
import type { SimRequest } from "../../types.ts";
import {
  amountField,
  type Body,
  dateField,
  dimensionFields,
  knownReference,
  readBody,
  reference,
  refuse,
  refuseValue,
  sublistOf,
  textField,
} from "../body-fields.ts";
import { currencyCodes } from "../references.ts";

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
  /** Bank or card of a cash document. */
  readonly accountId: string | undefined;
  readonly externalId: string | undefined;
  readonly approvalStatus: string | undefined;
  readonly headerDimensions: Record<string, string>;
  readonly expense: readonly WriteLine[] | undefined;
  readonly item: readonly WriteLine[] | undefined;
}

/** A line with the number by which a PATCH finds it again. */
export interface WriteLine extends NewLine {
  readonly line: string | undefined;
}

/** A line as it is, for an edit of others. */
export function asNewLine(line: SimLine): NewLine {
  const { id, accountId, itemId, description, quantity, unitPrice, net, taxCodeId, dimensions, billableTo, partyId } = line;
  return { id, accountId, itemId, description, quantity, unitPrice, amount: net, taxCodeId, dimensions, billableTo, partyId };
}

const KNOWN = new Set(
  "entity customer subsidiary tranId tranDate dueDate currency exchangeRate externalId memo otherRefNum expense item line apply payment department class location approvalStatus account postingPeriod".split(
    " ",
  ),
);

/** The body of a write, its field names checked when the request asks for it. @throws WriteRefusal */
export function checkedBody(books: Books, request: SimRequest): Body {
  const body = readBody(request.body);
  // Unless strict checking is asked for, the ledger drops a misspelt field without a word.
  const strict = Object.entries(request.headers).some(
    ([name, value]) => name.endsWith("propertynamevalidation") && value.toLowerCase() === "error",
  );
  const known = (name: string) => KNOWN.has(name) || books.dimensions.some((dimension) => dimension.fieldKey === name);
  for (const name of Object.keys(body)) {
    if (strict && !known(name)) refuse(`Unknown reference or field name: ${name}.`, name);
  }
  return body;
}

const EMPTIED = { tranId: "number", otherRefNum: "reference", dueDate: "dueDate", memo: "memo" } as const;

/** Header fields that an update sends as null: they are emptied. */
export function emptiedFields(books: Books, request: SimRequest): { readonly [F in (typeof EMPTIED)[keyof typeof EMPTIED]]?: null } {
  const body = checkedBody(books, request);
  return Object.fromEntries(Object.entries(EMPTIED).flatMap(([name, field]) => (body[name] === null ? [[field, null]] : [])));
}

/** Reads the body of a create or an update of a bill or invoice. @throws WriteRefusal */
export function readWrite(books: Books, request: SimRequest): WriteFields {
  const body = checkedBody(books, request);
  const currencyId = reference(body, "currency");
  return {
    partyId: reference(body, "entity"),
    entityId: knownReference(body, "subsidiary", books.entities, "subsidiary"),
    number: textField(body, "tranId"),
    reference: textField(body, "otherRefNum"),
    date: dateField(body, "tranDate"),
    dueDate: dateField(body, "dueDate"),
    currency: currencyId === undefined ? undefined : currencyCode(books, currencyId),
    rate: amountField(body, "exchangeRate", "exchangeRate"),
    memo: textField(body, "memo"),
    accountId: knownReference(body, "account", books.accounts, "account"),
    externalId: textField(body, "externalId"),
    approvalStatus: reference(body, "approvalStatus"),
    headerDimensions: dimensionFields(books, body, ""),
    expense: lines(books, body, "expense"),
    item: lines(books, body, "item"),
  };
}

function lines(books: Books, body: Body, sublist: "expense" | "item"): WriteLine[] | undefined {
  return sublistOf(body, sublist)?.map(({ entry, path }) => {
    const billTo = entry.isBillable === true ? reference(entry, "customer") : undefined;
    const common = {
      line: textField(entry, "line"),
      description: textField(entry, "memo") ?? null,
      dimensions: dimensionFields(books, entry, `${path}.`),
      billableTo: billTo ?? null,
    };
    return { ...common, ...(sublist === "expense" ? expenseLine(books, entry, path) : itemLine(books, entry, path)) };
  });
}

function expenseLine(books: Books, entry: Body, path: string): Pick<NewLine, "accountId" | "amount"> {
  const accountId = knownReference(entry, "account", books.accounts, `${path}.account`);
  const amount = amountField(entry, "amount", `${path}.amount`);
  if (accountId === undefined) refuse("Please enter value(s) for: Account.", `${path}.account`);
  if (amount === undefined) refuse("Please enter value(s) for: Amount.", `${path}.amount`);
  return { accountId, amount };
}

function itemLine(books: Books, entry: Body, path: string): Pick<NewLine, "itemId" | "quantity" | "unitPrice" | "amount"> {
  const itemId = knownReference(entry, "item", books.items, `${path}.item`);
  if (itemId === undefined) refuse("Please enter value(s) for: Item.", `${path}.item`);
  const amount = amountField(entry, "amount", `${path}.amount`);
  const quantity = amountField(entry, "quantity", `${path}.quantity`);
  const rate = amountField(entry, "rate", `${path}.rate`);
  if (amount === undefined && (quantity === undefined || rate === undefined)) {
    refuse("Please enter value(s) for: Amount.", `${path}.amount`);
  }
  return { itemId, quantity: quantity ?? null, unitPrice: rate ?? null, ...(amount === undefined ? {} : { amount }) };
}

function currencyCode(books: Books, id: string): string {
  return currencyCodes(books)[Number(id) - 1] ?? refuseValue(id, "currency", "currency");
}
