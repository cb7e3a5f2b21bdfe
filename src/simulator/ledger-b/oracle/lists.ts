import type { SimAccount, SimDimension, SimItem, SimParty } from "../../books/types.ts";
import { accountSubTypeOf, accountTypeOf } from "../account-types.ts";
import { type DimensionWord, dimensionFor, nameOf } from "../traits.ts";
import type { View } from "../view.ts";
import { type OracleRecord, present, sourceOf, textOf } from "./plain.ts";

export type PartyWord = "Customer" | "Vendor" | "Employee";

/** One side of a party: customers and vendors are two records here even when they are one business. */
export function partyRecord(view: View, party: SimParty, word: PartyWord): OracleRecord {
  return present({
    id: `${word}:${party.id}`,
    name: nameOf(party),
    isCustomer: word === "Customer",
    isVendor: word === "Vendor",
    isEmployee: word === "Employee",
    active: party.active,
    email: textOf(party.email),
    taxIdentifier: word === "Employee" ? undefined : textOf(party.taxIdentifier),
    currency: word === "Employee" ? undefined : party.currency,
    sources: [sourceOf(view.books.tenantId, word, party.id)],
  });
}

/** The party embedded in a transaction. */
export function partyOf(view: View, id: string | null, word: PartyWord): OracleRecord | undefined {
  const party = id === null ? undefined : view.parties.get(id);
  return party && partyRecord(view, party, word);
}

export function partyRecords(view: View): OracleRecord[] {
  return view.books.parties.flatMap((party) => wordsOf(party).map((word) => partyRecord(view, party, word)));
}

function wordsOf(party: SimParty): PartyWord[] {
  if (party.role === "both") return ["Customer", "Vendor"];
  return [party.role === "customer" ? "Customer" : party.role === "vendor" ? "Vendor" : "Employee"];
}

export function accountRecord(view: View, account: SimAccount): OracleRecord {
  const { type, classification } = accountTypeOf(account.kind);
  return present({
    id: `Account:${account.id}`,
    code: textOf(account.code),
    name: nameOf(account),
    type,
    class: classification.toLowerCase(),
    role: roles[type] ?? roles[accountSubTypeOf(view.books, account)],
    currency: account.currency,
    active: account.active,
    source: sourceOf(view.books.tenantId, "Account", account.id),
  });
}

const roles: Readonly<Record<string, string>> = {
  Bank: "bank",
  "Accounts Receivable": "receivable",
  "Accounts Payable": "payable",
  SalesTaxPayable: "tax",
  RetainedEarnings: "retained_earnings",
  ExchangeGainOrLoss: "exchange_difference",
};

const itemTypes = { service: "Service", inventory: "Inventory", non_inventory: "NonInventory" } as const;

export function itemRecord(view: View, item: SimItem): OracleRecord {
  const tracked = item.kind === "inventory";
  const stock = view.books.accounts.find(({ kind }) => kind === "inventory");
  return present({
    id: `Item:${item.id}`,
    code: textOf(item.code),
    name: nameOf(item),
    type: itemTypes[item.kind],
    incomeAccountId: `Account:${item.incomeAccountId}`,
    expenseAccountId: item.expenseAccountId === "" ? undefined : `Account:${item.expenseAccountId}`,
    assetAccountId: tracked && stock ? `Account:${stock.id}` : undefined,
    tracked,
    active: item.active,
    source: sourceOf(view.books.tenantId, "Item", item.id),
  });
}

/** Class, then Department, each only where the company tracks it. */
export function dimensionRecords(view: View): OracleRecord[] {
  const words: readonly DimensionWord[] = ["Class", "Department"];
  return words.flatMap((word) => {
    const dimension = dimensionFor(view.books, word);
    return dimension === undefined ? [] : [dimensionRecord(word, dimension)];
  });
}

function dimensionRecord(word: DimensionWord, dimension: SimDimension): OracleRecord {
  return {
    id: word,
    name: word === "Department" ? dimension.name : "Class",
    fieldKey: `${word}Ref`,
    level: word === "Department" ? "header" : dimension.level,
    ownedBy: "source",
    active: true,
    values: dimension.values.map((value) =>
      present({ id: value.id, name: nameOf(value), parentId: value.parentId ?? undefined, active: value.active }),
    ),
  };
}
