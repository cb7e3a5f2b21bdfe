import { afterAll, describe, expect, test } from "vitest";
import { isCommitted, openRemainder, spendSeries } from "#main/domain/contacts/spend.ts";
import type { OperationOutput } from "#main/operations/collection.ts";
import { calendarDate } from "#shared/kernel/calendar-date.ts";
import { canonicalDecimal, type DecimalString, decimal, negateDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
import type { PurchaseOrder, PurchaseOrderLine } from "#shared/model/books/purchase-order.ts";
import type { Books, BooksStyle, TransactionKind } from "#simulator/books/types.ts";
import { createWorld, type World } from "#test/support/world.ts";
import type { Tenant } from "#test/support/world-tenant.ts";

type SpendReport = OperationOutput<"reports.spend">;
type SpendSeries = SpendReport["series"]["accrued"];

const FROM = calendarDate("2026-07-01");
const TO = calendarDate("2026-11-15");
const SERIES = ["accrued", "booked", "committed"] as const;

/** What each kind of transaction adds to a series of documents. */
const SIGNS: Readonly<Record<"accrued" | "booked", Partial<Record<TransactionKind, 1 | -1>>>> = {
  accrued: { purchase_bill: 1, purchase_credit: -1 },
  booked: { cash_purchase: 1, expense_report: 1, cash_purchase_refund: -1 },
};

type Sums = Readonly<Record<string, string>>;

function sumsOf(amounts: readonly { readonly key: string; readonly net: DecimalString }[]): Sums {
  const sums = new Map<string, DecimalString[]>();
  for (const { key, net } of amounts) sums.set(key, [...(sums.get(key) ?? []), net]);
  return Object.fromEntries([...sums].map(([key, nets]) => [key, canonicalDecimal(sumDecimals(nets))]).filter(([, net]) => net !== "0"));
}

/** A series from the simulated company's own books, by month and currency. */
function fromBooks({ transactions }: Books, series: "accrued" | "booked"): Sums {
  return sumsOf(
    transactions.flatMap(({ kind, state, date, currency, lines }) => {
      const sign = SIGNS[series][kind];
      if (sign === undefined || state !== "approved" || date < FROM || date > TO) return [];
      return lines.map(({ net }) => ({ key: `${date.slice(0, 7)} ${currency}`, net: sign === 1 ? net : negateDecimal(net) }));
    }),
  );
}

const byMonth = (series: SpendSeries): Sums =>
  sumsOf(series.rows.map(({ month, currency, net }) => ({ key: `${month} ${currency}`, net })));
const totals = (series: SpendSeries): Sums => sumsOf(series.totals.map(({ currency, net }) => ({ key: currency, net })));

const spend = (tenant: Tenant, by: SpendReport["by"] = "total"): Promise<SpendReport> =>
  tenant.ask("reports.spend", { from: FROM, to: TO, by });

/** One world for each ledger: every test asks, and none changes anything. */
const worlds = new Map<BooksStyle, Promise<World>>();

async function syncedWorld(style: BooksStyle): Promise<World> {
  const world = await createWorld({ seed: 45, tenants: [{ style, books: { months: 6, invoicesPerMonth: 14 } }] });
  expect((await (world.tenants[0] as Tenant).sync()).state).toBe("up_to_date");
  return world;
}

async function inWorld(style: BooksStyle, check: (tenant: Tenant) => Promise<void>): Promise<void> {
  const made = worlds.get(style) ?? syncedWorld(style);
  worlds.set(style, made);
  await check((await made).tenants[0] as Tenant);
}

afterAll(async () => {
  for (const made of worlds.values()) await (await made).close();
});

describe.each(["a", "b", "c"] as const)("rule 5: spend of ledger %s", (style) => {
  test("reads accrual and immediate spend, each to the last digit of the books, by month and currency", () =>
    inWorld(style, async (tenant) => {
      const { series } = await spend(tenant);
      for (const name of ["accrued", "booked"] as const) {
        const expected = fromBooks(tenant.books, name);
        expect(Object.keys(expected).length, name).toBeGreaterThan(2);
        expect(byMonth(series[name]), name).toEqual(expected);
      }
    }));

  test("commits what the ledger's open orders still have to be billed for", () =>
    inWorld(style, async (tenant) => {
      const orders = (tenant.oracle().orders as unknown as readonly PurchaseOrder[]).filter(
        ({ status, date }) => (status === "open" || status === "part_billed") && date >= FROM && date <= TO,
      );
      const { committed } = (await spend(tenant)).series;
      const nets = orders.flatMap(({ date, currency, lines }) =>
        lines.map((line) => ({ key: `${date.slice(0, 7)} ${currency}`, net: openRemainder(line).net })),
      );
      expect(orders.length).toBeGreaterThan(0);
      expect(byMonth(committed)).toEqual(sumsOf(nets));
      const silent = orders.filter(({ lines }) => lines.some(({ quantityBilled }) => quantityBilled === undefined));
      expect([...committed.billedUnknown].sort()).toEqual(silent.map(({ id }) => id).sort());
    }));

  test("is the same by account, by party and in every dimension", () =>
    inWorld(style, async (tenant) => {
      const whole = (await spend(tenant)).series;
      for (const by of ["account", "party"] as const) {
        const { series } = await spend(tenant, by);
        for (const name of SERIES) {
          expect(byMonth(series[name]), `${name} by ${by}`).toEqual(byMonth(whole[name]));
          expect(totals(series[name])).toEqual(totals(whole[name]));
        }
        const named = series.accrued.rows.map((row) => row.account ?? row.party ?? null);
        expect(named.some((entry) => entry !== null && entry.name !== entry.id)).toBe(true);
      }
      const { series } = await spend(tenant, "dimension");
      const ids = new Set(series.accrued.rows.flatMap((row) => row.dimension?.id ?? []));
      expect(ids.size).toBeGreaterThan(0);
      for (const id of ids) {
        const rows = series.accrued.rows.filter((row) => row.dimension?.id === id);
        expect(byMonth({ ...series.accrued, rows }), id).toEqual(byMonth(whole.accrued));
      }
    }));
});

describe("rule 5: the series stay apart", () => {
  test("each is named for what it contains, and no figure is of more than one", () =>
    inWorld("b", async (tenant) => {
      const report = await spend(tenant);
      expect(Object.keys(report).sort()).toEqual(["asOf", "by", "from", "series", "to"]);
      expect(Object.keys(report.series)).toEqual(SERIES);
      for (const name of SERIES) expect(report.series[name].contains).not.toBe("");
      expect(new Set(SERIES.map((name) => report.series[name].contains)).size).toBe(3);
    }));

  test("currencies are never summed together", () => {
    const entry = (currency: string) => ({ date: FROM, currency, group: {}, net: decimal("10.00") });
    const { rows } = spendSeries("", [entry("NZD"), entry("EUR"), entry("NZD")]);
    expect(rows.map(({ currency, net }) => [currency, net])).toEqual([
      ["EUR", "10.00"],
      ["NZD", "20.00"],
    ]);
  });
});

describe("rule 5: the open remainder of an order's line", () => {
  const line = (fields: Readonly<Record<string, unknown>>) =>
    ({
      id: "PurchaseOrder:1/1",
      kind: "item",
      net: { amount: decimal("30.00"), currency: "NZD" },
      dimensions: [],
      ...fields,
    }) as PurchaseOrderLine;
  const unitAmount = { amount: decimal("7.50"), currency: "NZD" };
  test.each<[string, Readonly<Record<string, unknown>>, string, boolean]>([
    ["nothing billed", { quantity: "4", quantityBilled: "0", unitAmount }, "30.00", true],
    ["one of four billed", { quantity: "4", quantityBilled: "1", unitAmount }, "22.50", true],
    ["all billed", { quantity: "4", quantityBilled: "4", unitAmount }, "0", true],
    ["more billed than ordered", { quantity: "4", quantityBilled: "5", unitAmount }, "0", true],
    ["billed is not told", { quantity: "4", unitAmount }, "30.00", false],
    ["no price to take off", { quantity: "4", quantityBilled: "1" }, "30.00", false],
  ])("%s", (_name, fields, net, known) => {
    const remainder = openRemainder(line(fields));
    expect([canonicalDecimal(remainder.net), remainder.known]).toEqual([canonicalDecimal(decimal(net)), known]);
  });

  test.each([
    ["open", true],
    ["part_billed", true],
    ["draft", false],
    ["awaiting_approval", false],
    ["billed", false],
    ["closed", false],
    ["deleted", false],
  ] as const)("an order that is %s is committed: %s", (status, committed) => expect(isCommitted({ status })).toBe(committed));
});
