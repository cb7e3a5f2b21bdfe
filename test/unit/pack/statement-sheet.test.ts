import { describe, expect, it } from "vitest";
import type { PackFacts } from "#main/pack/pack-facts.ts";
import { statementSheet } from "#main/pack/schedules/statement-sheet.ts";
import type { StatementRow } from "#shared/model/reports/statement.ts";

function row(section: string, kind: string, amount: string): StatementRow {
  return { section, kind, label: section, account: null, amounts: [amount] } as unknown as StatementRow;
}

function statusOf(rows: readonly StatementRow[]): string {
  const statement = {
    kind: "balance_sheet",
    columns: [],
    currency: "AUD",
    rows,
    lines: [],
    items: [],
    title: "",
    gaps: [],
    source: "reconstructed",
    asOf: null,
  };
  return statementSheet({ profitAndLoss: statement, balanceSheet: statement } as unknown as PackFacts, "balance_sheet").status;
}

describe("a balance sheet in a pack", () => {
  it("does not balance while something stands on accounts that nobody knows", () => {
    const known = [row("asset", "section_total", "10.00"), row("liability", "section_total", "10.00")];
    expect(statusOf(known)).toBe("Balanced");
    expect(statusOf([...known, row("unknown", "section_total", "0.00")])).toBe("Balanced");
    expect(statusOf([...known, row("unknown", "section_total", "22.16")])).toBe("Out of balance: amounts on unknown accounts");
  });
});
