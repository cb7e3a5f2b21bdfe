import type { DecimalString } from "#shared/kernel/decimal.ts";
import type { SimLine, SimTransaction } from "../../books/types.ts";
import type { BooksView } from "../books-view.ts";
import { type JsonRecord, type Numeral, numeral } from "../json-text.ts";
import { lineAmountOf } from "../line-amount.ts";
import { padDecimal, roundDecimal } from "../round-decimal.ts";
import { dateString, momentString, vendorDay, vendorMoment } from "../vendor-time.ts";
import { lineAmountTypes } from "../words.ts";

/** How a record is to be written. */
export interface RenderStyle {
  /** Lists asked for without `page` come without lines. */
  readonly lines: boolean;
  /** Decimals of unit amounts: 4 with `unitdp=4`, else 2. */
  readonly unitDecimals: 2 | 4;
  /** `summaryOnly=true`: no lines, payments, allocations or other nested lists at all. */
  readonly summary: boolean;
}

/** Money has two decimals at least. */
export function money(value: DecimalString): Numeral {
  return numeral(padDecimal(value, 2));
}

export function contactStub(view: BooksView, partyId: string | null): JsonRecord | undefined {
  const party = partyId === null ? undefined : view.parties.get(partyId);
  if (!party) return undefined;
  return {
    ContactID: party.id,
    Name: party.name,
    Addresses: [],
    Phones: [],
    ContactGroups: [],
    ContactPersons: [],
    HasValidationErrors: false,
  };
}

/** The fields that invoices, credits, bank transactions and orders share. */
export function documentFields(view: BooksView, t: SimTransaction, style: RenderStyle): JsonRecord {
  return {
    Contact: contactStub(view, t.partyId),
    DateString: dateString(t.date),
    Date: vendorDay(t.date),
    ...(t.dueDate === null ? {} : { DueDateString: dateString(t.dueDate), DueDate: vendorDay(t.dueDate) }),
    LineAmountTypes: lineAmountTypes(t),
    ...(style.summary ? {} : { LineItems: style.lines ? t.lines.map((line) => lineItem(view, t, line, style)) : [] }),
    SubTotal: money(t.net),
    TotalTax: money(t.tax),
    Total: money(t.total),
    ...updatedFields(view, t),
    CurrencyCode: t.currency,
  };
}

export function updatedFields(view: BooksView, t: SimTransaction): JsonRecord {
  const ms = view.updatedMs(t);
  return { UpdatedDateUTC: vendorMoment(ms), UpdatedDateUTCString: momentString(ms) };
}

/** The rate with six decimals, `1.000000` in base currency. */
export function currencyRate(t: SimTransaction): Numeral {
  return numeral(padDecimal(t.rate, 6));
}

function lineItem(view: BooksView, t: SimTransaction, line: SimLine, style: RenderStyle): JsonRecord {
  const item = line.itemId === null ? undefined : view.items.get(line.itemId);
  const amount = lineAmountOf(t, line);
  return {
    ...(item ? { ItemCode: item.code } : {}),
    Description: line.description ?? "",
    UnitAmount: numeral(roundDecimal(line.unitPrice ?? amount, style.unitDecimals)),
    TaxType: line.taxCodeId ?? "NONE",
    TaxAmount: money(line.tax),
    LineAmount: money(amount),
    AccountCode: view.accounts.get(line.accountId)?.code,
    AccountID: line.accountId,
    Tracking: tracking(view, line.dimensions),
    Quantity: numeral(roundDecimal(line.quantity ?? ONE, 4)),
    LineItemID: line.id,
  };
}

const ONE = "1" as DecimalString;

/** Tracking of a line, in the order in which the categories are listed. */
export function tracking(view: BooksView, dimensions: Readonly<Record<string, string>>): JsonRecord[] {
  const found: JsonRecord[] = [];
  for (const category of view.books.dimensions) {
    const option = category.values.find((value) => value.id === dimensions[category.id]);
    if (option) found.push({ Name: category.name, Option: option.name, TrackingCategoryID: category.id, TrackingOptionID: option.id });
  }
  return found;
}
