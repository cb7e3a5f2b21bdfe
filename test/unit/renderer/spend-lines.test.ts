import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { decimal } from "#shared/kernel/decimal.ts";
import { openStaticWindow } from "#test/support/static-window.ts";
import { NoSpend } from "../../../src/renderer/features/spend/no-spend.tsx";
import { spendColumns } from "../../../src/renderer/features/spend/spend-columns.tsx";
import { spendDrill } from "../../../src/renderer/features/spend/spend-drill.ts";
import { type Spend, spendLines, spendTotals } from "../../../src/renderer/features/spend/spend-rows.ts";

openStaticWindow();
const { spendGaps } = await import("../../../src/renderer/features/spend/explained-spend.tsx");

type Series = Spend["series"];
const empty = { contains: "", rows: [], totals: [] };
const series = (parts: Partial<Series>): Series => ({
  accrued: empty,
  booked: empty,
  committed: { ...empty, billedUnknown: [] },
  ...parts,
});
const rent = { id: "Account:6", name: "Rent" };
const row = (month: string, currency: string, net: string, group: object = {}) => ({ month, currency, net: decimal(net), ...group });

it("blames the dates for an empty report by dimension only together with the dimensions that may be missing", () => {
  const words = (by: Spend["by"]) => renderToStaticMarkup(createElement(NoSpend, { by }));
  expect(words("dimension")).toContain("This client has no dimensions, or there&#x27;s no spend in this period.");
  expect(words("dimension")).not.toContain("No spend in this period");
  for (const by of ["total", "account", "party"] as const) expect(words(by)).toContain("No spend in this period");
});

it("says of which dates the purchase orders are that it knows too little of: the close counts those of earlier dates, too", () => {
  const committed = { ...empty, billedUnknown: ["po:1", "po:2", "po:3"] };
  const spend = { from: "2026-05-01", to: "2026-10-31", series: series({ committed }) } as unknown as Spend;
  expect(spendGaps(spend)[0]?.message).toMatch(/^For some lines of 3 purchase orders dated May to Oct 2026, /);
});

it("gives months no more room than they need, so that their figures stay near them, and names what they take", () => {
  const widthOf = (by: Spend["by"]) => spendColumns(by, series({}))[0]?.width;
  expect([widthOf("total"), widthOf("party")]).toEqual(["96px", "minmax(240px, 2fr)"]);
});

describe("the lines of spend", () => {
  it("put the series of one month and currency beside each other, the newest month first, and never add them", () => {
    const lines = spendLines({
      by: "total",
      series: series({
        accrued: { ...empty, rows: [row("2026-08", "USD", "5"), row("2026-09", "EUR", "1")] },
        booked: { ...empty, rows: [row("2026-08", "USD", "2")] },
      }),
    });
    expect(lines.map(({ label, currency, figures }) => [label, currency, figures])).toEqual([
      ["Sep 2026", "EUR", { accrued: "1" }],
      ["Aug 2026", "USD", { accrued: "5", booked: "2" }],
    ]);
  });

  it("have a head for each month where they are grouped, and what has no account last", () => {
    const lines = spendLines({
      by: "account",
      series: series({
        accrued: { ...empty, rows: [row("2026-08", "USD", "5", { account: null }), row("2026-08", "USD", "6", { account: rent })] },
        committed: {
          ...empty,
          billedUnknown: [],
          rows: [row("2026-08", "USD", "7", { account: rent }), row("2026-07", "USD", "8", { account: rent })],
        },
      }),
    });
    expect(lines.map(({ kind, label, figures }) => [kind, label, figures])).toEqual([
      ["month", "Aug 2026", {}],
      ["figures", "Rent", { accrued: "6", committed: "7" }],
      ["figures", "No account", { accrued: "5" }],
      ["month", "Jul 2026", {}],
      ["figures", "Rent", { committed: "8" }],
    ]);
  });

  it("keep a dimension's none with its dimension", () => {
    const region = { id: "d", name: "Region" };
    const lines = spendLines({
      by: "dimension",
      series: series({
        accrued: {
          ...empty,
          rows: [
            row("2026-08", "USD", "5", { dimension: region, value: null }),
            row("2026-08", "USD", "6", { dimension: region, value: { id: "e", name: "East" } }),
            row("2026-08", "USD", "9", { dimension: { id: "z", name: "Zone" }, value: null }),
          ],
        },
      }),
    });
    expect(lines.map(({ label }) => label)).toEqual(["Aug 2026", "Region: East", "Region: none", "Zone: none"]);
  });

  it("have totals of each series for itself, by currency and dimension", () => {
    const total = (currency: string, net: string, dimension?: { id: string; name: string }) => ({
      currency,
      net: decimal(net),
      ...(dimension && { dimension }),
    });
    const lines = spendTotals({
      series: series({
        accrued: { ...empty, totals: [total("USD", "5"), total("EUR", "3")] },
        booked: { ...empty, totals: [total("USD", "2"), total("USD", "2", { id: "d", name: "Region" })] },
      }),
    });
    expect(lines.map(({ label, currency, figures }) => [label, currency, figures])).toEqual([
      ["Total", "EUR", { accrued: "3" }],
      ["Total", "USD", { accrued: "5", booked: "2" }],
      ["Total, Region", "USD", { booked: "2" }],
    ]);
  });
});

describe("what a figure of spend opens", () => {
  const lineOf = (by: Spend["by"], group: object) => {
    const line = spendLines({ by, series: series({ accrued: { ...empty, rows: [row("2026-02", "USD", "5", group)] } }) }).at(-1);
    if (line === undefined) throw new Error("no line");
    return line;
  };

  it("is the documents of its series and month", () => {
    const line = lineOf("total", {});
    expect(spendDrill(line, "accrued")).toMatchObject({
      kind: "documents",
      filter: { types: ["purchase_bill", "purchase_credit"], from: "2026-02-01", to: "2026-02-28", currency: "USD" },
    });
    expect(spendDrill(line, "booked")).toMatchObject({ filter: { types: ["cash_purchase"] } });
    expect(spendDrill(line, "committed")).toBeNull();
  });

  it("is narrowed to a party or the value of a dimension", () => {
    expect(spendDrill(lineOf("party", { party: { id: "Contact:1", name: "Acme" } }), "group")).toMatchObject({
      filter: { partyId: "Contact:1" },
    });
    const value = lineOf("dimension", { dimension: { id: "d", name: "Region" }, value: { id: "e", name: "East" } });
    expect(spendDrill(value, "booked")).toMatchObject({ filter: { dimension: { dimensionId: "d", valueId: "e" } } });
    expect(spendDrill(lineOf("party", { party: null }), "accrued")).toBeNull();
    expect(spendDrill(lineOf("dimension", { dimension: { id: "d", name: "Region" }, value: null }), "accrued")).toBeNull();
  });

  it("is the ledger of an account", () => {
    expect(spendDrill(lineOf("account", { account: rent }), "accrued")).toEqual({
      kind: "account",
      accountId: "Account:6",
      month: "2026-02",
    });
  });

  it("is nothing for orders of an account, which its ledger doesn't have", () => {
    expect(spendDrill(lineOf("account", { account: rent }), "committed")).toBeNull();
  });

  it("is nothing for heads", () => {
    const [head] = spendLines({
      by: "account",
      series: series({ accrued: { ...empty, rows: [row("2026-02", "USD", "5", { account: rent })] } }),
    });
    expect(head === undefined ? undefined : spendDrill(head, "accrued")).toBeNull();
  });
});
