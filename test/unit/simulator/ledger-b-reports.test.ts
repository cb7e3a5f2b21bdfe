import { describe, expect, test } from "vitest";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import {
  addDecimals,
  canonicalDecimal,
  type DecimalString,
  decimal,
  negateDecimal,
  subtractDecimals,
  sumDecimals,
} from "#shared/kernel/decimal.ts";
import { trialBalance } from "#simulator/books/postings.ts";
import { ask, at, booksB, type Node } from "./ledger-b-books.ts";

const books = booksB({ foreignCurrencies: [] });
const ledger = ask(books);
const END = "2026-10-31";

type Cell = { value: string; id?: string };

function rows(node: Node): Node[] {
  return ((node.Rows as Node | undefined)?.Row ?? []) as Node[];
}

function cellsOf(row: Node): Cell[] {
  return (row.ColData ?? []) as unknown as Cell[];
}

/** Data rows anywhere below, by the id of their first cell. */
function dataRows(node: Node): Map<string, Cell[]> {
  const found = new Map<string, Cell[]>();
  for (const row of rows(node)) {
    const cells = cellsOf(row);
    if (cells[0]?.id !== undefined) found.set(cells[0].id, cells);
    for (const [id, below] of dataRows(row)) found.set(id, below);
  }
  return found;
}

function group(node: Node, name: string): Node {
  const found = rows(node).find((row) => row.group === name) ?? rows(node).flatMap((row) => tryGroup(row, name))[0];
  if (found === undefined) throw new Error(`no group ${name}`);
  return found;
}

function tryGroup(node: Node, name: string): Node[] {
  return rows(node).flatMap((row) => (row.group === name ? [row] : tryGroup(row, name)));
}

function sumOf(section: Node): DecimalString {
  return decimal(((at(section, "Summary").ColData as unknown as Cell[])[1]?.value || "0") as string);
}

function amount(text: string | undefined): DecimalString {
  return decimal(text === undefined || text === "" ? "0" : text);
}

function same(a: DecimalString, b: DecimalString): void {
  expect(canonicalDecimal(a)).toBe(canonicalDecimal(b));
}

describe("reports", () => {
  test("the trial balance balances and ties to the books, income counted from the fiscal year", () => {
    const { body } = ledger.get("reports/TrialBalance", { start_date: "2026-10-01", end_date: END });
    const shown = new Map(
      [...dataRows(body)].map(([id, [, debit, credit]]) => [id, subtractDecimals(amount(debit?.value), amount(credit?.value))]),
    );
    same(sumDecimals(shown.values()), decimal("0"));
    const all = trialBalance(books, calendarDate(END));
    const before = trialBalance(books, calendarDate("2025-12-31"));
    let rolled = decimal("0");
    for (const account of books.accounts) {
      const earns = ["revenue", "other_income", "cost_of_sales", "expense", "other_expense"].includes(account.kind);
      const earlier = earns ? (before.get(account.id) ?? decimal("0")) : decimal("0");
      rolled = addDecimals(rolled, earlier);
      if (account.kind !== "retained_earnings")
        same(shown.get(account.id) ?? decimal("0"), subtractDecimals(all.get(account.id) ?? decimal("0"), earlier));
    }
    const retained = books.accounts.find(({ kind }) => kind === "retained_earnings")?.id ?? "";
    expect(canonicalDecimal(rolled)).not.toBe("0");
    same(shown.get(retained) ?? decimal("0"), addDecimals(all.get(retained) ?? decimal("0"), rolled));
  });

  test("profit and loss, balance sheet and general ledger agree", () => {
    const year = { start_date: "2026-01-01", end_date: END };
    const profit = sumOf(group(ledger.get("reports/ProfitAndLoss", year).body, "NetIncome"));
    const sheet = ledger.get("reports/BalanceSheet", year).body;
    same(sumOf(group(sheet, "TotalAssets")), sumOf(group(sheet, "TotalLiabilitiesAndEquity")));
    const equity = rows(group(sheet, "Equity")).map(cellsOf);
    same(amount(equity.find(([name]) => name?.value === "Net Income")?.[1]?.value), profit);
    const ledgerRows = rows(ledger.get("reports/GeneralLedger", year).body);
    const bank = books.accounts.find(({ kind }) => kind === "bank")?.id;
    const section = ledgerRows.find((row) => (at(row, "Header").ColData as unknown as Cell[])[0]?.id === bank) as Node;
    const last = cellsOf(rows(section).at(-1) as Node);
    same(amount(last[6]?.value), trialBalance(books, calendarDate(END)).get(bank ?? "") ?? decimal("0"));
  });

  test.each([
    ["AgedReceivables", "receivable", 1],
    ["AgedPayables", "payable", -1],
  ] as const)("%s adds up to its control accounts", (name, kind, sign) => {
    const { body } = ledger.get(`reports/${name}`, { report_date: END });
    const columns = (at(body, "Columns").Column as Node[]).map(({ ColTitle }) => ColTitle);
    expect(columns.slice(1)).toEqual(["Current", "1 - 30", "31 - 60", "61 - 90", "91 and over", "Total"]);
    const total = sumDecimals([...dataRows(body).values()].map((cells) => amount(cells.at(-1)?.value)));
    same(total, amount((at(group(body, "GrandTotal"), "Summary").ColData as unknown as Cell[]).at(-1)?.value));
    const ids = books.accounts.filter((account) => account.kind === kind).map(({ id }) => id);
    const balances = trialBalance(books, calendarDate(END));
    const control = sumDecimals(ids.map((id) => balances.get(id) ?? decimal("0")));
    same(total, sign === 1 ? control : negateDecimal(control));
  });

  test("an empty report keeps its sections and says so", () => {
    const { body } = ledger.get("reports/ProfitAndLoss", { start_date: "2001-01-01", end_date: "2001-01-31" });
    expect(at(body, "Header").Option).toContainEqual({ Name: "NoReportData", Value: "true" });
    expect(rows(body).map((row) => row.group)).toContain("Income");
  });

  test("a report or a date that does not exist is a fault", () => {
    expect(ledger.get("reports/Nothing").status).toBe(400);
    expect(ledger.get("reports/TrialBalance", { end_date: "31/10/2026" }).status).toBe(400);
  });
});
