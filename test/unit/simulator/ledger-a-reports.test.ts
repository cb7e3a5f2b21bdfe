import { describe, expect, it } from "vitest";
import { addDays, type CalendarDate, calendarDate } from "#shared/kernel/calendar-date.ts";
import { canonicalDecimal, decimal, subtractDecimals } from "#shared/kernel/decimal.ts";
import { trialBalance } from "#simulator/books/postings.ts";
import { clientOf, type Node, someBooks, sumOf } from "./ledger-a-support.ts";

const books = someBooks(31, 20);
const { send, read, all } = clientOf(books);

function reportRows(name: string, query: Record<string, string>): Node[] {
  const [report] = read(`Reports/${name}`, query).Reports as Node[];
  return (report as Node).Rows as Node[];
}

const cells = (row: Node) => (row.Cells as Node[]).map((cell) => String(cell.Value));
const inner = (rows: readonly Node[]) => rows.flatMap((row) => (row.Rows as Node[] | undefined) ?? []);
const recordId = (row: Node) => ((row.Cells as Node[])[0]?.Attributes as Node[] | undefined)?.[0]?.Value;
const minus = (debit: string, credit: string) =>
  canonicalDecimal(subtractDecimals(decimal(debit === "" ? "0.00" : debit), decimal(credit === "" ? "0.00" : credit)));
const amountAt = (rows: readonly Node[], label: string) => cells(inner(rows).find((row) => cells(row)[0] === label) as Node)[1] as string;

/** The books' balances with the profits of earlier years moved to retained earnings. */
function truth(date: CalendarDate, yearStart: CalendarDate): Map<string, string> {
  const end = trialBalance(books, date);
  const before = trialBalance(books, addDays(yearStart, -1));
  const isProfit = (id: string) => {
    const kind = books.accounts.find((a) => a.id === id)?.kind ?? "";
    return ["revenue", "other_income", "cost_of_sales", "expense", "other_expense"].includes(kind);
  };
  const retained = books.accounts.find((a) => a.kind === "retained_earnings")?.id ?? "";
  const earlier = sumOf([...before].filter(([id]) => isProfit(id)).map(([, amount]) => amount));
  const ids = new Set([...end.keys(), retained]);
  const rows = [...ids].map((id) => {
    const at = end.get(id) ?? decimal("0.00");
    const own = isProfit(id) ? subtractDecimals(at, before.get(id) ?? decimal("0.00")) : at;
    return [id, canonicalDecimal(decimal(sumOf(id === retained ? [own, earlier] : [own])))] as const;
  });
  return new Map(rows.filter(([, amount]) => amount !== "0"));
}

describe("the trial balance", () => {
  it.each([
    ["2026-11-21", "2026-04-01"],
    ["2026-03-31", "2025-04-01"],
    ["2026-04-01", "2026-04-01"],
  ])("of %s balances and equals the books", (date, yearStart) => {
    const rows = reportRows("TrialBalance", { date });
    const accounts = inner(rows).filter((row) => row.RowType === "Row");
    const balances = new Map(accounts.map((row) => [String(recordId(row)), minus(cells(row)[3] ?? "", cells(row)[4] ?? "")] as const));
    expect(new Map([...balances].filter(([, amount]) => amount !== "0"))).toEqual(truth(calendarDate(date), calendarDate(yearStart)));
    const total = cells(inner(rows).find((row) => row.RowType === "SummaryRow") as Node);
    expect(total[1]).toBe(total[2]);
    expect(total[3]).toBe(total[4]);
    expect(total[3]).not.toBe("0.00");
  });

  it("repeats the account on every cell and writes nothing where there is nothing", () => {
    const row = inner(reportRows("TrialBalance", { date: "2026-10-31" })).find((r) => r.RowType === "Row") as Node;
    for (const cell of row.Cells as Node[]) expect(cell.Attributes).toEqual([{ Value: recordId(row), Id: "account" }]);
    expect(cells(row)).toContain("");
    expect(cells(row)[0]).toMatch(/ \(\d+\)$/);
  });
});

describe("statements", () => {
  it("agree on the result of the year", () => {
    const profit = amountAt(reportRows("ProfitAndLoss", { fromDate: "2026-04-01", toDate: "2026-10-31" }), "NET PROFIT");
    const sheet = reportRows("BalanceSheet", { date: "2026-10-31" });
    expect(amountAt(sheet, "Current Year Earnings")).toBe(profit);
    expect(amountAt(sheet, "Net Assets")).toBe(amountAt(sheet, "Total Equity"));
    expect(amountAt(sheet, "Total Assets")).not.toBe("0.00");
  });

  it("close the bank where the trial balance has it", () => {
    const bank = inner(reportRows("BankSummary", { fromDate: "2026-10-01", toDate: "2026-10-31" }));
    const balances = trialBalance(books, calendarDate("2026-10-31"));
    for (const row of bank.filter((r) => r.RowType === "Row")) {
      const [, opening = "", received = "", spent = "", closing = ""] = cells(row);
      expect(closing).toBe(balances.get(String(recordId(row))) ?? "0.00");
      expect(minus(sumOf([opening, received]), spent)).toBe(canonicalDecimal(decimal(closing)));
    }
  });
});

describe("aged reports", () => {
  it("need a contact", () => {
    expect(send("Reports/AgedReceivablesByContact").status).toBe(400);
    expect(send("Reports/AgedPayablesByContact", { contactId: "nobody" }).status).toBe(400);
  });

  it("add up to the contact's balance", () => {
    const contact = all("Contacts").find((n) => n.Balances && books.parties.find((p) => p.id === n.ContactID)?.currency === "NZD") as Node;
    const side = (contact.Balances as { [k: string]: Node }).AccountsReceivable as Node;
    const rows = reportRows("AgedReceivablesByContact", { contactId: String(contact.ContactID), date: "2026-11-21" });
    expect(cells(inner(rows).at(-1) as Node)[7]).toBe(side.Outstanding);
  });

  it("show balances on some contacts only", () => {
    const contacts = all("Contacts", { includeArchived: "true" });
    expect(contacts.some((n) => n.Balances !== undefined)).toBe(true);
    expect(contacts.some((n) => n.Balances === undefined)).toBe(true);
  });
});

it("refuses dates that do not exist and comparison periods", () => {
  expect(send("Reports/TrialBalance", { date: "2026-02-30" }).status).toBe(400);
  expect(send("Reports/ProfitAndLoss", { fromDate: "2026-11-01", toDate: "2026-10-01" }).status).toBe(400);
  expect(send("Reports/BalanceSheet", { periods: "2" }).status).toBe(400);
});
