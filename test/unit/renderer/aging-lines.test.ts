import { describe, expect, it } from "vitest";
import { decimal } from "#shared/kernel/decimal.ts";
import { agingColumns } from "../../../src/renderer/features/aging/aging-columns.tsx";
import { comparedTip, isTotal } from "../../../src/renderer/features/aging/aging-labels.ts";
import {
  type AgingFigures,
  type AgingOpened,
  agingLines,
  agingTotals,
  netOf,
  openedAddress,
  openedBy,
  openedLine,
  readOpened,
  totalsOfLines,
} from "../../../src/renderer/features/aging/aging-rows.ts";
import { headCurrency, onlyCurrency, withoutCurrency } from "../../../src/renderer/format/amounts/one-currency.ts";
import { agingGaps } from "../../../src/renderer/ui/figures/aging-gaps.ts";
import { fittingColumns } from "../../../src/renderer/ui/grid/column-widths.ts";

const buckets = { current: decimal("1"), "1-30": decimal("2"), "31-60": decimal("0"), "61-90": decimal("0"), "90+": decimal("4") };
const acme = { id: "Contact:1~2", name: "Acme" };
const figures: AgingFigures = {
  buckets: ["current", "1-30", "31-60", "61-90", "90+"],
  rows: [
    { party: acme, currency: "EUR", ...buckets, outstanding: decimal("7"), base: null, documents: 3 },
    { party: null, currency: "EUR", ...buckets, outstanding: decimal("7"), base: decimal("8"), documents: 1 },
  ],
  unappliedCash: [{ party: acme, currency: "EUR", kind: "overpayment", amount: decimal("5"), base: null, documents: 1 }],
  totals: [{ currency: "EUR", ...buckets, outstanding: decimal("14"), base: null, documents: 4, unappliedCash: decimal("5") }],
};
const lines = agingLines(figures);

describe("the lines of an aging", () => {
  it("keep unapplied cash in rows of its own, under its own head and in its own column", () => {
    expect(lines.map(({ kind, label, note }) => [kind, label, note])).toEqual([
      ["party", "Acme", null],
      ["party", "No contact", null],
      ["head", "Unapplied credits and payments", null],
      ["unapplied", "Acme", "overpayment"],
    ]);
    expect(lines[0]?.amounts.unapplied).toBeUndefined();
    expect(lines[3]?.amounts).toEqual({ unapplied: "-5", base: null });
    expect(lines[3]?.amounts.outstanding).toBeUndefined();
  });

  it("have no head where no cash is unapplied", () => {
    expect(agingLines({ ...figures, unappliedCash: [] })).toHaveLength(2);
  });

  it("keep what has no base amount apart from nothing", () => {
    expect(lines.map(({ amounts }) => amounts.base)).toEqual([null, "8", undefined, null]);
  });

  it("have one total a currency, unapplied cash beside it", () => {
    expect(agingTotals(figures).map(({ currency, amounts }) => [currency, amounts.outstanding, amounts.unapplied])).toEqual([
      ["EUR", "14", "-5"],
    ]);
  });

  it("have a total of those shown that keeps unapplied cash apart as well, in base currency too", () => {
    const [, second] = lines;
    const paid = { ...lines[3], amounts: { unapplied: decimal("-5"), base: decimal("-6") } } as (typeof lines)[number];
    if (second === undefined) throw new Error("no lines");
    expect(totalsOfLines([second, paid])[0]?.amounts).toMatchObject({ outstanding: "7", unapplied: "-5", base: "8" });
    expect(totalsOfLines([paid])[0]?.amounts).toEqual({ unapplied: "-5" });
  });
});

describe("the result of an aging", () => {
  it("is of the total only where the ledger has nothing by contact, and its tip says with what it was compared", () => {
    expect((["control_accounts", "party_balances"] as const).map((source) => isTotal({ source }))).toEqual([true, false]);
    const tip = (source: "control_accounts" | "party_balances", outcome: "ties" | "cannot_check" = "ties") =>
      comparedTip({ outcome, source });
    expect([tip("party_balances"), tip("control_accounts"), tip("party_balances", "cannot_check")]).toEqual([
      "Compared with the ledger's contact balances",
      "Only the total was compared, with the control accounts in the ledger's trial balance",
      "What was compared",
    ]);
  });
});

describe("the net of an aging", () => {
  const [total] = agingTotals(figures);
  if (total === undefined) throw new Error("no total");

  it("is what is open less what is unapplied", () => {
    expect(netOf(total)).toMatchObject({ kind: "total", label: "Net of unapplied", amounts: { outstanding: "9" }, opens: false });
  });

  it("is left out where nothing is unapplied, or an amount isn't known", () => {
    expect(netOf({ ...total, amounts: { ...total.amounts, unapplied: decimal("0") } })).toBeNull();
    expect(netOf({ ...total, amounts: { ...total.amounts, outstanding: null } })).toBeNull();
  });
});

describe("what a figure opens", () => {
  const first = lines[0];
  const unapplied = lines[3];
  if (first === undefined || unapplied === undefined) throw new Error("no lines");

  it("is its bucket, or all that is open where the column is no bucket", () => {
    expect(openedBy(first, "31-60")).toEqual({ kind: "figure", party: acme.id, currency: "EUR", column: "31-60" });
    expect(openedBy(first, "party")).toMatchObject({ column: "outstanding" });
    expect(openedBy(first, "unapplied")).toMatchObject({ column: "outstanding" });
    expect(openedBy(unapplied, "base")).toMatchObject({ column: "overpayment" });
    expect(lines[2] === undefined ? undefined : openedBy(lines[2], "current")).toBeNull();
  });

  it("marks its line, but never one of several rows of unapplied cash", () => {
    expect(openedLine(openedBy(first, "current"))).toBe(first.key);
    expect(openedLine(openedBy(unapplied, "unapplied"))).toBe(unapplied.key);
    expect(openedLine({ kind: "figure", party: acme.id, currency: "EUR", column: "unapplied" })).toBeNull();
    expect(openedLine({ kind: "tie-out" })).toBeNull();
  });

  it.each<AgingOpened>([
    { kind: "tie-out" },
    { kind: "figure", party: "Contact:1~2", currency: "EUR", column: "90+" },
    { kind: "figure", party: null, currency: "JPY", column: "unapplied" },
    { kind: "figure", party: null, currency: "JPY", column: "overpayment" },
  ])("is in the address: %j", (opened) => {
    expect(readOpened(openedAddress(opened))).toEqual(opened);
  });

  it.each([null, "", "figure", "figure~other~EUR~x", "else~current~EUR~x"])("is nothing at the address %s", (address) => {
    expect(readOpened(address)).toBeNull();
  });
});

describe("the gaps of an aging", () => {
  it("are gathered by reason", () => {
    const gaps = agingGaps([
      { documentId: "a", reason: "allocation_without_date" },
      { documentId: "b", reason: "outstanding_not_explained_by_allocations" },
      { documentId: "c", reason: "allocation_without_date" },
    ]);
    expect(gaps.map(({ recordIds, count }) => [recordIds, count])).toEqual([
      [["a", "c"], 2],
      [["b"], 1],
    ]);
    expect(gaps[0]?.message).toMatch(/date/);
  });
});

describe("the columns of an aging", () => {
  it("name a currency only where there are several", () => {
    const ids = (currencies: readonly (string | null)[]) =>
      withoutCurrency(agingColumns(figures.buckets, null), onlyCurrency(currencies)).map(({ id }) => id);
    expect(ids(["EUR", "", null, "EUR"])).not.toContain("currency");
    expect(ids(["EUR", "USD"])).toContain("currency");
    expect(ids([])).toContain("currency");
  });

  it("leave the head the currency of the books where nothing is open, and none where there are several", () => {
    const named = (...currencies: string[]) => headCurrency(onlyCurrency(currencies), currencies.length, "USD");
    expect([named(), named("EUR"), named("EUR", "USD")]).toEqual(["USD", "EUR", null]);
  });

  it("keep all ages or none, since a row with some of them doesn't add up", () => {
    const columns = agingColumns(figures.buckets, null);
    const shown = [300, 500, 700, 900, 1100, 1300].map((room) => {
      const fitting = fittingColumns(columns, { needs: {}, room, pinned: 1, kept: [] });
      return fitting.filter(({ id }) => id in buckets).length;
    });
    expect(new Set(shown)).toEqual(new Set([0, 5]));
  });
});
