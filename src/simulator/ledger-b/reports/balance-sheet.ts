import { addDecimals, type DecimalString, decimal, negateDecimal } from "#shared/kernel/decimal.ts";
import type { SimAccount } from "../../books/types.ts";
import { isProfitAndLoss } from "../account-types.ts";
import type { JsonObject } from "../json-writer.ts";
import { nameOf } from "../traits.ts";
import type { View } from "../view.ts";
import { accountsWith, balancesAt } from "./account-sums.ts";
import { dataRow, money, periodOf, report, section, total } from "./report-tree.ts";

const columns = [
  { title: "", type: "Account", key: "account" },
  { title: "Total", type: "Money", key: "total" },
];

interface Part {
  readonly section: JsonObject;
  readonly sum: DecimalString;
}

type Builder = (group: string, title: string, kinds: readonly SimAccount["kind"][], sign: 1 | -1, extra?: readonly JsonObject[]) => Part;

/** Assets, liabilities and equity at the end date; liabilities and equity as positive figures. */
export function balanceSheet(view: View, query: URLSearchParams, nowMs: number): JsonObject {
  const { start, end } = periodOf(query, nowMs);
  const balances = balancesAt(view, end);
  const build: Builder = (group, title, kinds, sign) => {
    const rows = accountsWith(view, balances, kinds).map((account) => ({ account, value: signed(balances.get(account.id), sign) }));
    const sum = total(rows.map(({ value }) => value));
    const data = rows.map(({ account, value }) => dataRow([{ value: nameOf(account), id: account.id }, money(value)]));
    return { section: section(group, title, data, { value: sum }), sum };
  };
  const assets = assetsOf(build);
  const owed = liabilitiesAndEquityOf(build, netIncome(view, balances));
  const head = { name: "BalanceSheet", basis: "Accrual", start, end, currency: view.books.baseCurrency, columns, nowMs };
  return report(head, [assets.section, owed.section], accountsWith(view, balances).length === 0);
}

function assetsOf(build: Builder): Part {
  const current = joined("CurrentAssets", "Current Assets", [
    build("BankAccounts", "Bank Accounts", ["bank"], 1),
    build("AR", "Accounts Receivable", ["receivable"], 1),
    build(
      "OtherCurrentAssets",
      "Other Current Assets",
      ["inventory", "prepayment", "current_asset", "unapplied_payments", "undeposited_funds"],
      1,
    ),
  ]);
  return joined("TotalAssets", "ASSETS", [current, build("FixedAssets", "Fixed Assets", ["fixed_asset"], 1)]);
}

function liabilitiesAndEquityOf(build: Builder, earned: DecimalString): Part {
  const current = joined("CurrentLiabilities", "Current Liabilities", [
    build("AP", "Accounts Payable", ["payable"], -1),
    build("CreditCards", "Credit Cards", ["credit_card"], -1),
    build("OtherCurrentLiabilities", "Other Current Liabilities", ["tax", "current_liability", "unapplied_receipts"], -1),
  ]);
  const term = build("LongTermLiabilities", "Long-Term Liabilities", ["term_liability"], -1);
  const liabilities = joined("Liabilities", "Liabilities", [current, term]);
  const held = build("Equity", "Equity", ["equity", "retained_earnings"], -1);
  const equity = withNetIncome(held, earned);
  return joined("TotalLiabilitiesAndEquity", "LIABILITIES AND EQUITY", [liabilities, equity]);
}

/** The year's result is a separate row in equity, without an account. */
function withNetIncome(held: Part, earned: DecimalString): Part {
  const sum = addDecimals(held.sum, earned);
  const rows = (held.section.Rows as { Row?: readonly JsonObject[] } | undefined)?.Row ?? [];
  const income = dataRow([{ value: "Net Income" }, money(earned)]);
  return { section: section("Equity", "Equity", [...rows, income], { value: sum }), sum };
}

function netIncome(view: View, balances: ReadonlyMap<string, DecimalString>): DecimalString {
  const results = view.books.accounts.filter(({ kind }) => isProfitAndLoss(kind)).map(({ id }) => balances.get(id) ?? decimal("0.00"));
  return negateDecimal(total(results));
}

function joined(group: string, title: string, parts: readonly Part[]): Part {
  const sum = total(parts.map((part) => part.sum));
  const rows = parts.map((part) => part.section);
  return { section: section(group, title, rows, { value: sum }), sum };
}

function signed(value: DecimalString | undefined, sign: 1 | -1): DecimalString {
  const debit = value ?? decimal("0.00");
  return sign === 1 ? debit : negateDecimal(debit);
}
