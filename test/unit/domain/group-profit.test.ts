import { describe, expect, test } from "vitest";
import { type DecimalString, decimal, isZero, negateDecimal, subtractDecimals, sumDecimals } from "#shared/kernel/decimal.ts";
import { type Consolidation, consolidation } from "#shared/model/consolidation/consolidation.ts";
import type { LaidOutStatement } from "#shared/model/reports/statement-layout.ts";
import { consolidated, earnedIn, madeTree, madeTrialBalance, node, whole } from "#test/support/group-lab.ts";

describe("the sections of a group's profit and loss", () => {
  const nodes = [node("P", "EUR"), node("U", "EUR")];
  const sides = { a: { nodeId: "P", accountId: "sales-to-U" }, b: { nodeId: "U", accountId: "bought-of-P" } };
  const pair = { id: "sales", kind: "balance", ...sides };
  const owned = { nodes, memberships: [{ parentId: "P", childId: "U", ownership: "100" }], pairs: [pair] };
  const parent = madeTrialBalance("EUR", [
    ["bank", "asset", "693.00", { role: "bank" }],
    ["sales", "revenue", "-816.00"],
    ["sales-to-U", "revenue", "-184.00"],
    ["interest", "revenue", "-3.00", { type: "OTHERINCOME" }],
    ["materials", "expense", "210.00", { type: "DIRECTCOSTS" }],
    ["rent", "expense", "100.00"],
  ]);
  const child = madeTrialBalance("EUR", [
    ["bank", "asset", "266.00", { role: "bank" }],
    ["sales", "revenue", "-650.00"],
    ["bought-of-P", "expense", "184.00", { type: "COGS" }],
    ["rent", "expense", "190.00"],
    ["fines", "expense", "10.00", { type: "OthExpense" }],
  ]);
  const made = (more: Parameters<typeof madeTree>[0] = {}, lines: LaidOutStatement["lines"] = []) => {
    const given = { P: { trialBalance: parent, profitAndLoss: { ...earnedIn(parent), lines } }, U: { trialBalance: child } };
    const result = consolidated(madeTree({ ...owned, ...more }), given, []);
    if (!result.ok) throw new Error(result.failure.message);
    return consolidation.parse(result.value).profitAndLoss;
  };
  const totals = (rows: Consolidation["profitAndLoss"]) =>
    rows.filter(({ kind }) => kind !== "account").map(({ label, amounts }) => [label, ...amounts]);

  test("are those of a client's, with their totals, gross profit and operating profit", () => {
    expect(totals(made())).toEqual([
      ["Income"],
      ["Total income", "1000.00", "650.00", "-184.00", "1466.00"],
      ["Cost of sales"],
      ["Total cost of sales", "210.00", "184.00", "-184.00", "210.00"],
      ["Gross profit", "790.00", "466.00", "0.00", "1256.00"],
      ["Operating expenses"],
      ["Total operating expenses", "100.00", "190.00", "0.00", "290.00"],
      ["Operating profit", "690.00", "276.00", "0.00", "966.00"],
      ["Other income"],
      ["Total other income", "3.00", "0.00", "0.00", "3.00"],
      ["Other expenses"],
      ["Total other expenses", "0.00", "10.00", "0.00", "10.00"],
      ["Net income", "693.00", "266.00", "0.00", "959.00"],
      ["Attributable to noncontrolling interest", "0.00", "0.00", "0.00", "0.00"],
      ["Attributable to owners of the parent", "693.00", "266.00", "0.00", "959.00"],
    ]);
  });

  test("add up: each total its lines, and the result gross profit with all that follows it", () => {
    const rows = made();
    const columns = [0, 1, 2, 3];
    const figure = (row: (typeof rows)[number] | undefined, column: number) => row?.amounts[column] as DecimalString;
    const sum = (some: typeof rows, column: number) => sumDecimals([decimal("0"), ...some.map((row) => figure(row, column))]);
    const same = (a: DecimalString, b: DecimalString) => expect(isZero(subtractDecimals(a, b))).toBe(true);
    const by = (key: string) => rows.find((row) => row.key === key);
    let since: typeof rows = [];
    for (const row of rows) {
      if (row.kind === "section") since = [];
      if (row.kind === "account") since.push(row);
      if (row.kind === "section_total") for (const column of columns) same(figure(row, column), sum(since, column));
    }
    const after = rows.slice(rows.findIndex(({ key }) => key === "gross_profit"));
    const of = (side: string) => after.filter(({ kind, section }) => kind === "section_total" && section === side);
    for (const column of columns) {
      const following = [sum(of("revenue"), column), negateDecimal(sum(of("expense"), column))];
      same(figure(by("result"), column), sumDecimals([figure(by("gross_profit"), column), ...following]));
    }
  });

  test("have an account where the entity's own layout has it, and a group account of several sections in the usual one", () => {
    const account = { id: "rent", name: "rent", type: "expense", class: "expense" as const };
    const line = { kind: "account" as const, key: "rent", label: "rent", account, group: "cost_of_sales", amounts: [decimal("100.00")] };
    expect(whole(made({}, [line]), "total:cost_of_sales")).toBe("310.00");
    const groupAccounts = [{ code: "5000", name: "Costs", class: "expense" }];
    const mixed = { groupAccounts, mappings: [{ groupAccount: "5000", class: "expense" }] };
    expect(totals(made(mixed)).map(([label]) => label)).not.toContain("Gross profit");
    expect(whole(made(mixed), "total:operating_expenses")).toBe("510.00");
  });
});
