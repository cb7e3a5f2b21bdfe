import { describe, expect, it } from "vitest";
import { mostCommon, taxCodeChoices } from "#main/domain/documents/tax-codes.ts";
import { decimal } from "#shared/kernel/decimal.ts";
import type { TaxRate } from "#shared/model/books/tax.ts";

const rate = (id: string, name: string, percent: string | null, more: Partial<TaxRate> = {}): TaxRate => ({
  ...{ id, name, active: true, ...(percent === null ? {} : { rate: decimal(percent) }), ...more },
  source: { system: "ledger_b", tenantId: "t", entityType: "TaxRate", id: `code-${id}`, fetchedAt: "2026-11-21T00:00:00.000Z" } as never,
});
const choices = (
  rates: readonly TaxRate[],
  used: readonly string[] = [],
  more: { sale?: boolean; ledger?: boolean; names?: Record<string, string> } = {},
) =>
  taxCodeChoices(rates, used, more.sale === true ? "sales_invoice" : "purchase_bill", more.ledger ?? false, more.names ?? {}).map(
    ({ code, name, rate: percent, usual }) => [code, name, percent, ...(usual ? ["usual"] : [])],
  );

describe("the tax codes for a line", () => {
  const standard = rate("s", "Standard", "20.0");
  const zero = rate("z", "Zero", "0");

  it("are the ledger's active rates by name, and those that recent transactions used most before them", () => {
    const rates = [zero, standard, rate("o", "Old", "17.5", { active: false }), rate("e", "Exempt", null)];
    expect(choices(rates)).toEqual([
      ["code-e", "Exempt", null],
      ["code-s", "Standard", "20"],
      ["code-z", "Zero", "0"],
    ]);
    expect(choices(rates, ["code-z", "code-s", "code-z"])).toEqual([
      ["code-z", "Zero", "0", "usual"],
      ["code-s", "Standard", "20"],
      ["code-e", "Exempt", null],
    ]);
    expect(choices([])).toEqual([]);
  });

  it("add up the parts of their own side, and a part alone is none", () => {
    const group = rate("g", "Group", null, { parts: { sales: ["a", "b"], purchases: ["a"] } });
    const sold = rate("v", "Only sold", null, { parts: { sales: ["b"], purchases: [] } });
    const lost = rate("l", "Lost", null, { parts: { sales: ["a", "unknown"], purchases: ["unknown"] } });
    const rates = [group, sold, lost, rate("a", "A", "5.00"), rate("b", "B", "2.5")];
    expect(choices(rates, [], { sale: true })).toEqual([
      ["code-g", "Group", "7.5"],
      ["code-l", "Lost", null],
      ["code-v", "Only sold", "2.5"],
    ]);
    expect(choices(rates)).toEqual([
      ["code-g", "Group", "5"],
      ["code-l", "Lost", null],
    ]);
  });

  it("include codes that the ledger keeps no record of, and only those that were used where it works out tax itself", () => {
    const names = { NON: "Not taxable" };
    expect(choices([standard], ["NON", "TAX", "TAX"], { names })).toEqual([
      ["TAX", "TAX", null, "usual"],
      ["NON", "Not taxable", null],
      ["code-s", "Standard", "20"],
    ]);
    expect(choices([standard], ["NON", "code-s"], { names, ledger: true })).toEqual([["NON", "Not taxable", null, "usual"]]);
    expect(choices([standard], ["code-s"], { ledger: true })).toEqual([["code-s", "Standard", "20", "usual"]]);
  });
});

describe("what is usual", () => {
  it("is the most common value, the latest of those that are equally common", () => {
    expect([mostCommon(["a", "b", "b"]), mostCommon(["a", "b", "b", "a"]), mostCommon(["c", "a"]), mostCommon([])]).toEqual([
      ...["b", "a", "c", null],
    ]);
  });
});
