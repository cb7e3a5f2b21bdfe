import { decimal } from "#shared/kernel/decimal.ts";
import type { SimAccount, SimDimension, SimItem, SimParty, SimTaxCode } from "../../books/types.ts";
import { accountSubTypeOf, accountTypeOf } from "../account-types.ts";
import type { Balances } from "../balances.ts";
import { type JsonObject, numeral } from "../json-writer.ts";
import { sentAmount } from "../sent-amount.ts";
import { nameOf, taxRateIdOf } from "../traits.ts";
import type { View } from "../view.ts";
import { accountRef, currencyRef, heading } from "./common.ts";

const ZERO = decimal("0");

export function account(view: View, balances: Balances, record: SimAccount): JsonObject {
  const { type, classification } = accountTypeOf(record.kind);
  const balance = numeral(sentAmount(balances.account.get(record.id) ?? ZERO, record.id));
  return {
    Name: nameOf(record),
    SubAccount: record.parentId !== null,
    ParentRef: record.parentId === null ? undefined : { value: record.parentId },
    FullyQualifiedName: fullName(nameOf(record), record.parentId, (id) => view.accounts.get(id)),
    Active: record.active,
    Classification: classification,
    AccountType: type,
    AccountSubType: accountSubTypeOf(view.books, record),
    AcctNum: record.code === "" ? undefined : record.code,
    CurrentBalance: balance,
    CurrentBalanceWithSubAccounts: balance,
    CurrencyRef: currencyRef(record.currency),
    ...heading(record, Math.max(record.modifiedMs, balances.accountMovedMs.get(record.id) ?? 0)),
  };
}

export function customer(_view: View, balances: Balances, record: SimParty): JsonObject {
  return {
    ...party(balances, record),
    Job: false,
    Balance: numeral(sentAmount(balances.receivable.get(record.id) ?? ZERO, record.id)),
    PrimaryTaxIdentifier: record.taxIdentifier ?? undefined,
    PreferredDeliveryMethod: "Print",
  };
}

export function vendor(_view: View, balances: Balances, record: SimParty): JsonObject {
  return {
    ...party(balances, record),
    Balance: numeral(sentAmount(balances.payable.get(record.id) ?? ZERO, record.id)),
    TaxIdentifier: record.taxIdentifier ?? undefined,
    Vendor1099: false,
  };
}

export function employee(_view: View, balances: Balances, record: SimParty): JsonObject {
  const { CurrencyRef: _, CompanyName: __, ...rest } = party(balances, record);
  return { ...rest, BillableTime: false };
}

function party(balances: Balances, record: SimParty): JsonObject {
  const name = nameOf(record);
  return {
    ...heading(record, Math.max(record.modifiedMs, balances.partyMovedMs.get(record.id) ?? 0)),
    DisplayName: name,
    FullyQualifiedName: name,
    CompanyName: record.name,
    PrintOnCheckName: record.name,
    Active: record.active,
    PrimaryEmailAddr: record.email === null ? undefined : { Address: record.email },
    CurrencyRef: currencyRef(record.currency),
  };
}

const itemTypes = { service: "Service", inventory: "Inventory", non_inventory: "NonInventory" } as const;

export function item(view: View, record: SimItem): JsonObject {
  const stock = view.books.accounts.find((candidate) => candidate.kind === "inventory");
  return {
    Name: nameOf(record),
    Sku: record.code === "" ? undefined : record.code,
    Active: record.active,
    FullyQualifiedName: nameOf(record),
    Taxable: false,
    UnitPrice: numeral(sentAmount(record.unitPrice, record.id)),
    Type: itemTypes[record.kind],
    IncomeAccountRef: accountRef(view, record.incomeAccountId),
    ExpenseAccountRef: accountRef(view, record.expenseAccountId),
    AssetAccountRef: record.kind === "inventory" && stock ? accountRef(view, stock.id) : undefined,
    TrackQtyOnHand: record.kind === "inventory",
    ...heading(record, record.modifiedMs),
  };
}

/** Class and Department differ only in the words of their nesting. */
export function dimensionValue(word: "Class" | "Department", dimension: SimDimension, value: SimDimension["values"][number]): JsonObject {
  return {
    Name: nameOf(value),
    [`Sub${word}`]: value.parentId !== null,
    ParentRef: value.parentId === null ? undefined : { value: value.parentId },
    FullyQualifiedName: fullName(nameOf(value), value.parentId, (id) => dimension.values.find((other) => other.id === id)),
    Active: value.active,
  };
}

export function taxCode(view: View, record: SimTaxCode): JsonObject {
  const rates = {
    TaxRateDetail: [
      { TaxRateRef: { value: taxRateIdOf(view.books, record.id) }, TaxTypeApplicable: "TaxOnAmount", TaxOrder: numeral("0") },
    ],
  };
  return {
    Name: record.name,
    Description: record.name,
    Active: true,
    Taxable: true,
    TaxGroup: true,
    SalesTaxRateList: record.side === "purchases" ? { TaxRateDetail: [] } : rates,
    PurchaseTaxRateList: record.side === "sales" ? { TaxRateDetail: [] } : rates,
  };
}

export function taxRate(record: SimTaxCode): JsonObject {
  return {
    Name: record.name,
    Description: record.name,
    Active: true,
    RateValue: numeral(record.rate),
    AgencyRef: { value: "1" },
    SpecialTaxType: "NONE",
  };
}

interface Nested {
  readonly name: string;
  readonly active: boolean;
  readonly parentId: string | null;
}

/** Names from the top down, `Job Expenses:Job Materials`. */
function fullName(name: string, parentId: string | null, find: (id: string) => Nested | undefined): string {
  const parent = parentId === null ? undefined : find(parentId);
  return parent === undefined ? name : `${fullName(nameOf(parent), parent.parentId, find)}:${name}`;
}
