import type { Books, SimAccount, SimDimension, SimItem, SimPeriod } from "../../books/types.ts";
import { orderedDimensions } from "../references.ts";
import { partiesOn } from "../rendering/render-lists.ts";
import { accountTypeOf, itemTypeOf } from "../vocabulary.ts";
import { type OracleRecord, partyRecord, sourceOf } from "./oracle-shared.ts";

const CLASSES: Readonly<Record<string, string>> = {
  Bank: "asset",
  AcctRec: "asset",
  OthCurrAsset: "asset",
  DeferExpense: "asset",
  FixedAsset: "asset",
  AcctPay: "liability",
  CredCard: "liability",
  OthCurrLiab: "liability",
  LongTermLiab: "liability",
  Equity: "equity",
  Income: "revenue",
  OthIncome: "revenue",
  COGS: "expense",
  Expense: "expense",
  OthExpense: "expense",
};

const ROLES: Readonly<Record<string, string>> = { Bank: "bank", AcctRec: "receivable", AcctPay: "payable" };

/** Customers and vendors, each a separate party. */
export function oracleParties(books: Books): OracleRecord[] {
  return (["customer", "vendor"] as const).flatMap((side) => partiesOn(books, side).map((party) => partyRecord(books, party, side)));
}

/** Accounts; only bank and card accounts name a currency. */
export function oracleAccount(books: Books, account: SimAccount): OracleRecord {
  const type = accountTypeOf(account);
  // Retained earnings are an equity account that the ledger marks as special.
  const role = account.kind === "retained_earnings" ? "retained_earnings" : ROLES[type];
  const sendsCurrency = account.kind === "bank" || account.kind === "credit_card";
  return {
    id: `account:${account.id}`,
    ...(account.code ? { code: account.code } : {}),
    name: account.name,
    type,
    class: CLASSES[type],
    ...(role ? { role } : {}),
    ...(sendsCurrency ? { currency: account.currency } : {}),
    active: account.active,
    source: sourceOf(books, "account", account.id),
  };
}

export function oracleItem(books: Books, item: SimItem): OracleRecord {
  const stock = item.kind === "inventory" ? books.accounts.find((account) => account.kind === "inventory") : undefined;
  return {
    id: `item:${item.id}`,
    code: item.code,
    name: item.code,
    type: itemTypeOf(item),
    incomeAccountId: `account:${item.incomeAccountId}`,
    expenseAccountId: `account:${item.expenseAccountId}`,
    ...(stock ? { assetAccountId: `account:${stock.id}` } : {}),
    tracked: item.kind === "inventory",
    active: item.active,
    source: sourceOf(books, "item", item.id),
  };
}

const STANDARD_NAMES: Readonly<Record<string, string>> = { department: "Department", class: "Class", location: "Location" };

/** Dimensions that have a list: the standard ones among the books' and every custom segment. */
export function oracleDimensions(books: Books): OracleRecord[] {
  return orderedDimensions(books).map((dimension) => ({
    id: dimension.fieldKey,
    name: STANDARD_NAMES[dimension.fieldKey] ?? dimension.name,
    fieldKey: dimension.fieldKey,
    level: "header_and_line",
    ownedBy: "source",
    active: true,
    values: dimension.values.map(oracleValue),
  }));
}

function oracleValue(value: SimDimension["values"][number]): object {
  return { id: value.id, name: value.name, ...(value.parentId === null ? {} : { parentId: value.parentId }), active: value.active };
}

/** Posting and adjustment periods with their locks. */
export function oraclePeriods(books: Books): OracleRecord[] {
  return books.periods
    .filter((period) => period.kind === "month" || period.kind === "adjustment")
    .map((period) => ({
      id: `accountingperiod:${period.id}`,
      label: period.name,
      start: period.start,
      end: period.end,
      status: period.closed ? "closed" : "open",
      locks: lockModules(period).map((module) => ({
        id: `accountingperiod:${period.id}/${module}`,
        scope: { module },
        lockedThrough: period.end,
        source: sourceOf(books, "accountingperiod", period.id),
      })),
      ownedBy: "source",
      isAdjustment: period.kind === "adjustment",
    }));
}

function lockModules(period: SimPeriod): string[] {
  if (period.closed || period.allLocked) return ["all"];
  return [...(period.apLocked ? ["ap"] : []), ...(period.arLocked ? ["ar"] : [])];
}
