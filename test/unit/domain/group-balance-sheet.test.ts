import { describe, expect, test } from "vitest";
import { consolidation } from "#shared/model/consolidation/consolidation.ts";
import { consolidated, madeTree, madeTrialBalance, node, whole } from "#test/support/group-lab.ts";

describe("a group's balance sheet", () => {
  const nodes = [node("P", "EUR"), node("U", "EUR")];
  const sides = { a: { nodeId: "P", accountId: "due-from-U" }, b: { nodeId: "U", accountId: "due-to-P" } };
  const pair = { id: "loan", kind: "balance", ...sides };
  const owned = { nodes, memberships: [{ parentId: "P", childId: "U", ownership: "100" }], pairs: [pair] };
  const parent = madeTrialBalance("EUR", [
    ["van", "asset", "300.00", { type: "FIXED" }],
    ["due-from-U", "asset", "100.00", { type: "NONCURRENT" }],
    ["bank", "asset", "50.00", { role: "bank" }],
    ["creditors", "liability", "-30.00"],
    ["capital", "equity", "-420.00"],
  ]);
  const child = madeTrialBalance("EUR", [
    ["bank", "asset", "-20.00", { role: "bank" }],
    ["stock", "asset", "150.00", { type: "INVENTORY" }],
    ["due-to-P", "liability", "-100.00", { type: "LongTermLiab" }],
    ["capital", "equity", "-30.00"],
  ]);
  const whatIs = (more: Parameters<typeof madeTree>[0] = {}, own = parent) => {
    const result = consolidated(madeTree({ ...owned, ...more }), { P: { trialBalance: own }, U: { trialBalance: child } }, []);
    if (!result.ok) throw new Error(result.failure.message);
    return consolidation.parse(result.value);
  };
  const made = (...given: Parameters<typeof whatIs>) => whatIs(...given).balanceSheet;

  test("has the sections of a client's, with totals by class: an overdrawn bank account stays an asset", () => {
    const nothing = ["0.00", "0.00", "0.00", "0.00"];
    const rows = made();
    expect(rows.filter(({ kind }) => kind !== "account").map(({ label, amounts }) => [label, ...amounts])).toEqual([
      ["Current assets"],
      ["Total current assets", "50.00", "130.00", "0.00", "180.00"],
      ["Noncurrent assets"],
      ["Total noncurrent assets", "400.00", "0.00", "-100.00", "300.00"],
      ["Total assets", "450.00", "130.00", "-100.00", "480.00"],
      ["Current liabilities"],
      ["Total current liabilities", "30.00", "0.00", "0.00", "30.00"],
      ["Noncurrent liabilities"],
      ["Total noncurrent liabilities", "0.00", "100.00", "-100.00", "0.00"],
      ["Total liabilities", "30.00", "100.00", "-100.00", "30.00"],
      ["Equity"],
      ["Current year earnings", ...nothing],
      ["Total equity", "420.00", "30.00", "0.00", "450.00"],
      ["Attributable to noncontrolling interest", ...nothing],
      ["Attributable to owners of the parent", "420.00", "30.00", "0.00", "450.00"],
      ["Total liabilities and equity", "450.00", "130.00", "-100.00", "480.00"],
    ]);
    const ofSides = rows.flatMap(({ kind, key }) => (kind === "section_total" ? [key] : []));
    expect(ofSides).toEqual(["asset_total", "liability_total", "equity_total"]);
    expect(whole(rows, "client-P/van")).toBe("300.00");
  });

  test("has an account where the entity's own balance sheet has it, and a group account where its accounts are together", () => {
    const moved = parent.rows.map((row) => (row.label === "van" ? { ...row, group: "Other current assets" } : row));
    const sums = (rows: ReturnType<typeof made>) => [whole(rows, "total:current_assets"), whole(rows, "total:noncurrent_assets")];
    expect(sums(made({}, { ...parent, rows: moved }))).toEqual(["480.00", "0.00"]);
    const mapped = (...mappings: readonly object[]) => {
      const to = mappings.map((mapping) => ({ groupAccount: "1500", ...mapping }));
      return sums(made({ groupAccounts: [{ code: "1500", name: "Property", class: "asset" }], mappings: to }));
    };
    expect(mapped({ accountId: "van" }, { accountId: "due-from-U" })).toEqual(["180.00", "300.00"]);
    expect(mapped({ class: "asset" })).toEqual(["480.00", undefined]);
  });

  test("is called combined where nothing could be eliminated between the entities, else consolidated", () => {
    const lastColumn = (pairs: readonly object[]) => whatIs({ pairs }).columns.at(-1);
    const unowned = { id: "none", kind: "investment", a: sides.b, b: sides.a };
    expect(lastColumn([])).toEqual({ kind: "consolidated", nodeId: null, label: "Combined" });
    expect(lastColumn([unowned])?.label).toBe("Combined");
    expect(lastColumn([unowned, pair])?.label).toBe("Consolidated");
    const alone = consolidated(madeTree({ nodes: [node("P", "EUR")] }), { P: { trialBalance: parent } }, []);
    expect(alone.ok && alone.value.columns.at(-1)?.label).toBe("Consolidated");
  });
});
