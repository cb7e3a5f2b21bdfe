import { addDecimals, type DecimalString, decimal, isZero, negateDecimal } from "#shared/kernel/decimal.ts";
import { postingsOf } from "../../books/postings.ts";
import type { SimAccount, SimTransaction } from "../../books/types.ts";
import { accountTypeOf, isProfitAndLoss } from "../account-types.ts";
import { compareIds, entityOf } from "../entities.ts";
import type { JsonObject } from "../json-writer.ts";
import { nameOf } from "../traits.ts";
import type { View } from "../view.ts";
import { fiscalYearStart, sumsBetween } from "./account-sums.ts";
import { type Cell, cells, dataRow, periodOf, report } from "./report-tree.ts";

const columns = [
  { title: "Date", type: "Date", key: "tx_date" },
  { title: "Transaction Type", type: "String", key: "txn_type" },
  { title: "Num", type: "String", key: "doc_num" },
  { title: "Name", type: "String", key: "name" },
  { title: "Memo/Description", type: "String", key: "memo" },
  { title: "Amount", type: "Money", key: "subt_nat_amount" },
  { title: "Balance", type: "Money", key: "rbal_nat_amount" },
];

interface Entry {
  readonly transaction: SimTransaction;
  readonly amount: DecimalString;
}

/** Every posting of the period under its account, with the balance running, in the account's natural sign. */
export function generalLedger(view: View, query: URLSearchParams, nowMs: number): JsonObject {
  const { start, end } = periodOf(query, nowMs);
  const entries = entriesByAccount(view, start, end);
  const opening = sumsBetween(view, null, dayBefore(start));
  const openingOfYear = sumsBetween(view, fiscalYearStart(view.books, start), dayBefore(start));
  const rows = view.books.accounts.flatMap((account) => {
    const before = (isProfitAndLoss(account.kind) ? openingOfYear : opening).get(account.id) ?? decimal("0.00");
    const list = entries.get(account.id) ?? [];
    return list.length === 0 && isZero(before) ? [] : [accountSection(view, account, before, list)];
  });
  const head = { name: "GeneralLedger", basis: "Accrual", start, end, currency: view.books.baseCurrency, columns, nowMs };
  return report(head, rows, rows.length === 0);
}

function entriesByAccount(view: View, start: string, end: string): Map<string, Entry[]> {
  const found = new Map<string, Entry[]>();
  const inPeriod = view.books.transactions
    .filter(({ date }) => date >= start && date <= end)
    .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : compareIds(a.id, b.id)));
  for (const transaction of inPeriod) {
    for (const { accountId, amountBase } of postingsOf(view.books, transaction)) {
      const list = found.get(accountId) ?? [];
      list.push({ transaction, amount: amountBase });
      found.set(accountId, list);
    }
  }
  return found;
}

function accountSection(view: View, account: SimAccount, before: DecimalString, entries: readonly Entry[]): JsonObject {
  const isDebit = ["Asset", "Expense"].includes(accountTypeOf(account.kind).classification);
  const natural = (value: DecimalString): DecimalString => (isDebit ? value : negateDecimal(value));
  let balance = natural(before);
  let sum = decimal("0.00");
  const rows = entries.map(({ transaction, amount }) => {
    sum = addDecimals(sum, natural(amount));
    balance = addDecimals(balance, natural(amount));
    return dataRow([...entryCells(view, transaction), { value: natural(amount) }, { value: balance }]);
  });
  const opening = dataRow([{ value: "Beginning Balance" }, ...blanks(5), { value: natural(before) }]);
  const name = nameOf(account);
  return {
    Header: cells([{ value: name, id: account.id }, ...blanks(6)]),
    Rows: { Row: isZero(before) ? rows : [opening, ...rows] },
    Summary: cells([{ value: `Total for ${name}` }, ...blanks(4), { value: sum }, { value: "" }]),
    type: "Section",
  };
}

function entryCells(view: View, transaction: SimTransaction): Cell[] {
  const party = view.parties.get(transaction.partyId ?? "");
  return [
    { value: transaction.date },
    { value: entityOf(transaction.kind) ?? "", id: transaction.id },
    { value: transaction.number ?? "" },
    party === undefined ? { value: "" } : { value: nameOf(party), id: party.id },
    { value: transaction.memo ?? "" },
  ];
}

function blanks(count: number): Cell[] {
  return Array.from({ length: count }, () => ({ value: "" }));
}

function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
}
