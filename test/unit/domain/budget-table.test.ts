import { describe, expect, it } from "vitest";
import { readAmount, readBudgetTable } from "#main/domain/flux/budget-table.ts";

const read = (...cells: readonly (readonly string[])[]) => readBudgetTable(cells);
const rows = (...cells: readonly (readonly string[])[]) => {
  const table = read(...cells);
  return table.ok ? table.value.map(({ account, month, amount }) => `${account} ${month} ${amount}`) : table.failure.message;
};
/** The month that a heading is read as. */
const month = (title: string) => rows(["Account", title, "2000-01"], ["400", "1", "2"]);

describe("the table of a budget", () => {
  it("has a column a month, in any order and with rows of nothing between", () => {
    expect(rows([" ", ""], [" Code ", "Oct 2026", " 2026-11 "], ["", " "], [" 400 ", "1,200.00", "(50)"], ["410", "-", " 7 "])).toEqual([
      ...["400 2026-10 1200.00", "400 2026-11 -50", "410 2026-11 7"],
    ]);
  });

  it("or a month and an amount a row, wherever these columns are", () => {
    expect(rows(["Period", "Name", "Value"], [" OCT 2026 ", "Rent", "5"], ["2026-11", "Rent", "6"])).toEqual([
      ...["Rent 2026-10 5", "Rent 2026-11 6"],
    ]);
    expect(rows(["Amount", "Month", "Account"], ["5", "2026-10", "Rent"])).toEqual(["Rent 2026-10 5"]);
    expect(rows(["Month", "Amount", "Account"], ["2026-10", "5", "Rent"])).toEqual(["Rent 2026-10 5"]);
  });

  it("goes by the code before the name where both are there", () => {
    expect(rows(["Name", "Account code", "2026-10"], ["Rent", "400", "5"])).toEqual(["400 2026-10 5"]);
  });

  it("leaves out totals and headings, which have no account, and cells without an amount", () => {
    expect(rows(["Account", "2026-10"], ["", "900"], ["400", "–"], ["410", "—"], ["420", "0"])).toEqual(["420 2026-10 0"]);
  });

  it("is refused by what is wrong in it, and where", () => {
    expect(read()).toMatchObject({ ok: false, failure: { code: "invalid_input", field: "file" } });
    expect(rows(["Konto", "2026-10"], ["400", "5"])).toContain("no account column");
    for (const head of [
      ["Account", "Month"],
      ["Account", "Amount"],
      ["Account", "Note"],
    ])
      expect(rows(head, ["400", "5", "6"])).toContain("needs a column for each month");
    expect(rows(["Account", "Oct 2026", "10/2026"], ["400", "5", "6"])).toBe("Two columns are for October 2026. Remove one of them.");
    expect(rows(["Account", "Month", "Amount"], [""], ["400", "Soon", "5"])).toBe("Row 3: “Soon” isn't a month.");
    expect(rows(["Account", "2026-10"], ["400", "five"])).toBe("Row 2, 2026-10: “five” isn't an amount.");
    expect(rows(["Account", "2026-10"], ["400", ""])).toBe("No row in the file has both an account and an amount.");
  });
});

describe("the month of a heading", () => {
  it.each([...["2026-10", "2026-10-31", "2026-10-31T00:00:00", "10/2026", "Oct 2026", "October 26", "oct-26", "Oct '26", "Oct. 2026"]])(
    "%s is October 2026",
    (title) => expect(month(title)).toEqual(["400 2026-10 1", "400 2000-01 2"]),
  );

  it("may be the first or the last of a year, and no other number", () => {
    expect([month("2026-1"), month("12/2026"), month("Jan 26"), month("Dec 2026")]).toEqual(
      ["2026-01", "2026-12", "2026-01", "2026-12"].map((name) => [`400 ${name} 1`, "400 2000-01 2"]),
    );
    for (const wrong of ["2026-13", "2026-0", "13/2026", "0/2026", "Foo 2026", "Oct 202", "Oct", "26-10"])
      expect(month(wrong)).toEqual(["400 2000-01 2"]);
  });
});

describe("an amount of a spreadsheet", () => {
  it.each([
    ["1234.5", "1234.5"],
    ["1,234.50", "1234.50"],
    ["$ 1 200", "1200"],
    ["(500)", "-500"],
    ["-500", "-500"],
    ["\u2212500", "-500"],
    ["€1,234,567", "1234567"],
    ["(1,200.00)", "-1200.00"],
    ["500-", null],
    ["(-500)", null],
    ["1,23", null],
    ["1,2345", null],
    ["12,34,567", null],
    ["1.234,50", null],
    ["five", null],
    ["()", null],
  ])("%s is %s", (text, amount) => expect(readAmount(text)).toBe(amount));
});
