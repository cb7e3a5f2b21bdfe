import { absoluteDecimal, type DecimalString } from "#shared/kernel/decimal.ts";
import type { JsonObject } from "../json-writer.ts";
import { nameOf } from "../traits.ts";
import type { View } from "../view.ts";
import { accountsWith, balancesAt } from "./account-sums.ts";
import { cells, money, periodOf, report, total } from "./report-tree.ts";

const columns = [
  { title: "", type: "Account", key: "account" },
  { title: "Debit", type: "Money", key: "debt_amt" },
  { title: "Credit", type: "Money", key: "credit_amt" },
];

/** Every account with a balance at the end date, on its side. */
export function trialBalanceReport(view: View, query: URLSearchParams, nowMs: number): JsonObject {
  const { start, end } = periodOf(query, nowMs);
  const balances = balancesAt(view, end);
  const accounts = accountsWith(view, balances);
  const debits: DecimalString[] = [];
  const credits: DecimalString[] = [];
  const rows = accounts.map((account) => {
    const balance = balances.get(account.id) as DecimalString;
    const isCredit = balance.startsWith("-");
    (isCredit ? credits : debits).push(absoluteDecimal(balance));
    const sides = isCredit ? [{ value: "" }, money(absoluteDecimal(balance))] : [money(balance), { value: "" }];
    return cells([{ value: nameOf(account), id: account.id }, ...sides]);
  });
  const sums = cells([{ value: "TOTAL" }, { value: total(debits) }, { value: total(credits) }]);
  const head = { name: "TrialBalance", basis: "Accrual", start, end, currency: view.books.baseCurrency, columns, nowMs };
  return report(head, [...rows, { Summary: sums, type: "Section", group: "GrandTotal" }], rows.length === 0);
}
