import type { BooksView } from "../books-view.ts";
import { padDecimal } from "../round-decimal.ts";
import { accountWords, systemWord } from "../words.ts";
import { filled, type Plain, plain, sourceOf } from "./oracle-parts.ts";

const ROLES: Readonly<Record<string, string>> = {
  DEBTORS: "receivable",
  CREDITORS: "payable",
  GST: "tax",
  RETAINEDEARNINGS: "retained_earnings",
  REALISEDCURRENCYGAIN: "exchange_difference",
  ROUNDING: "rounding",
};

export function expectedAccounts({ books }: BooksView): Plain[] {
  return books.accounts.map((account) => {
    const words = accountWords(account);
    return plain({
      id: `Account:${account.id}`,
      code: filled(account.code),
      name: account.name,
      type: words.type,
      class: words.class.toLowerCase(),
      role: words.type === "BANK" ? "bank" : ROLES[systemWord(books, account)],
      // Only bank accounts name their currency.
      currency: words.type === "BANK" ? account.currency : undefined,
      active: account.active,
      source: sourceOf(books, "Account", account.id),
    });
  });
}

export function expectedItems({ books }: BooksView): Plain[] {
  return books.items.map((item) =>
    plain({
      id: `Item:${item.id}`,
      code: filled(item.code),
      name: item.name === "" ? item.code : item.name,
      incomeAccountId: `Account:${item.incomeAccountId}`,
      expenseAccountId: `Account:${item.expenseAccountId}`,
      tracked: item.kind === "inventory",
      active: true,
      source: sourceOf(books, "Item", item.id),
    }),
  );
}

export function expectedDimensionList({ books }: BooksView): Plain[] {
  return books.dimensions.map((category) => ({
    id: `TrackingCategory:${category.id}`,
    name: category.name,
    // The member in which lines carry their options.
    fieldKey: "Tracking",
    level: "line",
    ownedBy: "source",
    active: true,
    values: category.values.map(({ id, name, active }) => ({ id, name, active })),
    source: sourceOf(books, "TrackingCategory", category.id),
  }));
}

export function expectedTaxRates({ books }: BooksView): Plain[] {
  return books.taxCodes.map((code) => ({
    id: `TaxRate:${code.id}`,
    name: code.name,
    rate: padDecimal(code.rate, 4),
    active: true,
    source: sourceOf(books, "TaxRate", code.id),
  }));
}
