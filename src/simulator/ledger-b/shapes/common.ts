import type { DecimalString } from "#shared/kernel/decimal.ts";
import type { SimTransaction } from "../../books/types.ts";
import { DOMAIN } from "../domain.ts";
import { type JsonNode, type JsonObject, type Numeral, numeral } from "../json-writer.ts";
import { pacificTime } from "../pacific-time.ts";
import { sentOf } from "../sent-amount.ts";
import { dimensionFor, heldValue, nameOf, noteOf, taxCalculationOf } from "../traits.ts";
import type { View } from "../view.ts";

/** What every record begins with. */
export function heading(record: { id: string; version: number; createdMs: number }, changedMs: number): JsonObject {
  return {
    domain: DOMAIN,
    sparse: false,
    Id: record.id,
    SyncToken: String(record.version),
    MetaData: { CreateTime: pacificTime(record.createdMs), LastUpdatedTime: pacificTime(changedMs) },
  };
}

export function amount(transaction: SimTransaction, value: DecimalString): Numeral {
  return numeral(sentOf(transaction, value));
}

const currencyNames: Readonly<Record<string, string>> = {
  USD: "United States Dollar",
  EUR: "Euro",
  GBP: "British Pound Sterling",
  CAD: "Canadian Dollar",
  AUD: "Australian Dollar",
  NZD: "New Zealand Dollar",
  JPY: "Japanese Yen",
};

export function currencyRef(code: string): JsonObject {
  return { value: code, name: currencyNames[code] };
}

export function accountRef(view: View, id: string | null): JsonObject | undefined {
  const account = id === null ? undefined : view.accounts.get(id);
  return account && { value: account.id, name: nameOf(account) };
}

export function itemRef(view: View, id: string | null): JsonObject | undefined {
  const item = id === null ? undefined : view.items.get(id);
  return item && { value: item.id, name: nameOf(item) };
}

export function partyRef(view: View, id: string | null): JsonObject | undefined {
  const party = id === null ? undefined : view.parties.get(id);
  return party && { value: party.id, name: nameOf(party) };
}

/** Reference to the Class or Department that a header or line holds. */
export function dimensionRef(view: View, word: "Class" | "Department", held: Readonly<Record<string, string>>): JsonObject | undefined {
  const dimension = dimensionFor(view.books, word);
  const id = heldValue(held, dimension);
  const value = dimension?.values.find((candidate) => candidate.id === id);
  return value && { value: value.id, name: nameOf(value) };
}

/** Members that all transactions share, in the order of real answers. */
export function transactionHeading(view: View, transaction: SimTransaction): JsonObject {
  const isForeign = transaction.currency !== view.books.baseCurrency;
  const rate = isForeign ? transaction.rate : "1";
  return {
    ...heading(transaction, view.changedMs.get(transaction.id) ?? transaction.modifiedMs),
    DocNumber: transaction.number ?? undefined,
    TxnDate: transaction.date,
    CurrencyRef: currencyRef(transaction.currency),
    ExchangeRate: isForeign || view.books.currencies.length > 1 ? numeral(rate) : undefined,
    PrivateNote: noteOf(transaction),
  };
}

/** Header dimensions and the tax basis of documents. */
export function documentHeading(view: View, transaction: SimTransaction): JsonObject {
  return {
    ...transactionHeading(view, transaction),
    DepartmentRef: dimensionRef(view, "Department", transaction.headerDimensions),
    ClassRef: dimensionRef(view, "Class", transaction.headerDimensions),
    GlobalTaxCalculation: taxCalculationOf(view.books, transaction),
  };
}

/** Ids and types only: the ledger says no more about linked transactions. */
export function links(entries: readonly { readonly id: string; readonly type: string }[]): JsonNode[] {
  return entries.map(({ id, type }) => ({ TxnId: id, TxnType: type }));
}
