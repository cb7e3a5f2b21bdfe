import { type CalendarDate, dayNumber } from "#shared/kernel/calendar-date.ts";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import type { SimTransaction } from "../../books/types.ts";
import type { BooksView } from "../books-view.ts";
import { statusWord } from "../words.ts";
import type { Fields } from "./list-request.ts";
import type { WhereValue } from "./where.ts";

export const NOTHING: WhereValue = { type: "null" };

export function text(value: string | null | undefined): WhereValue {
  return value === null || value === undefined ? NOTHING : { type: "text", value };
}

export function amount(value: DecimalString): WhereValue {
  return { type: "number", value };
}

export function moment(value: number): WhereValue {
  return { type: "moment", value };
}

export function truth(value: boolean): WhereValue {
  return { type: "truth", value };
}

export function day(value: CalendarDate | null): WhereValue {
  return value === null ? NOTHING : moment(dayNumber(value) * 86_400_000);
}

/** The fields by which any document can be filtered and ordered. */
export function documentWhereFields(view: BooksView): Fields<SimTransaction> {
  return {
    Status: (t) => text(statusWord(view, t)),
    Date: (t) => day(t.date),
    UpdatedDateUTC: (t) => moment(view.updatedMs(t)),
    Total: (t) => amount(t.total),
    SubTotal: (t) => amount(t.net),
    TotalTax: (t) => amount(t.tax),
    CurrencyCode: (t) => text(t.currency),
    Reference: (t) => text(t.reference ?? ""),
    "Contact.ContactID": (t) => text(t.partyId),
    "Contact.Name": (t) => text(t.partyId === null ? null : view.parties.get(t.partyId)?.name),
  };
}
