import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { EverydayFirm } from "../books/everyday-firm.ts";
import type { BooksOptions, BooksStyle } from "../books/types.ts";
import type { Oddity } from "../oddities.ts";
import type { SimLimits } from "../types.ts";

export interface DemoClient {
  readonly name: string;
  readonly style: BooksStyle;
  readonly options: BooksOptions;
  /** Over the ledger's ordinary limits. */
  readonly limits: Partial<SimLimits>;
  readonly latencyMs: readonly [low: number, high: number];
  readonly oddities: readonly Oddity[];
}

type Row = readonly [
  name: string,
  style: BooksStyle,
  base: string,
  country: string,
  invoicesPerMonth: number,
  foreign: readonly string[],
  oddities: readonly Oddity[],
  firm: EverydayFirm,
];

/** Small and medium clients; together below 25,000 documents, so that the first sync takes about a minute. */
const ROWS: readonly Row[] = [
  [
    "Harbour Lane Bakery",
    "a",
    "NZD",
    "NZ",
    8,
    [],
    ["duplicate_bills", "unapplied_cash", "over_billed_order"],
    { monthlySales: 46000, season: "retail", costPercent: 34, payroll: 5600, rent: 3250, story: "equipment_in_repairs" },
  ],
  [
    "Kōwhai Grove Nurseries",
    "a",
    "NZD",
    "NZ",
    7,
    ["AUD"],
    ["lock_moved_back"],
    {
      monthlySales: 38000,
      season: "summer_south",
      costPercent: 42,
      payroll: 4300,
      rent: 2900,
      story: "clean",
      holds: { cover: 5400, leavesLastEntries: true },
    },
  ],
  [
    "Penrose & Daughters Joinery",
    "a",
    "GBP",
    "GB",
    9,
    ["EUR", "JPY"],
    ["deleted_record"],
    { monthlySales: 52000, season: "steady", costPercent: 44, payroll: 6900, rent: 2800, story: "clean", holds: { cover: 6720 } },
  ],
  [
    "Tidewater Boat Hire",
    "a",
    "AUD",
    "AU",
    5,
    ["USD"],
    ["day_budget_spent"],
    { monthlySales: 31000, season: "summer_south", costPercent: 22, payroll: 4400, rent: 2100, story: "annual_insurance" },
  ],
  [
    "Marlow Street Dental",
    "a",
    "GBP",
    "GB",
    4,
    [],
    ["edited_document"],
    { monthlySales: 64000, season: "steady", costPercent: 18, payroll: 13200, rent: 4800, story: "clean", holds: { machine: 76800 } },
  ],
  [
    "Juniper Ridge Outfitters",
    "b",
    "USD",
    "US",
    20,
    ["CAD", "EUR"],
    ["duplicate_bills", "deleted_record"],
    {
      monthlySales: 142000,
      season: "retail",
      costPercent: 52,
      payroll: 14500,
      rent: 7200,
      story: "overtime",
      holds: {
        charges: [
          { to: "Copper Kettle", amount: 2400 },
          { to: "Lantern Books", amount: 600 },
        ],
      },
    },
  ],
  [
    "Maple Sound Studios",
    "b",
    "CAD",
    "CA",
    12,
    ["USD"],
    ["unapplied_cash"],
    { monthlySales: 58000, season: "steady", costPercent: 16, payroll: 11800, rent: 5200, story: "clean", holds: { advance: 13920 } },
  ],
  [
    "Copper Kettle Coffee Roasters",
    "b",
    "USD",
    "US",
    16,
    [],
    ["lock_moved_back"],
    {
      monthlySales: 88000,
      season: "retail",
      costPercent: 46,
      payroll: 9900,
      rent: 4600,
      story: "clean",
      holds: { machine: 105600, leavesLastEntries: true, charged: { amount: 2400, booked: 2400 } },
    },
  ],
  [
    "Lantern Books & Paper",
    "b",
    "USD",
    "US",
    10,
    ["GBP"],
    ["back_dated_document", "over_billed_order"],
    {
      monthlySales: 41000,
      season: "retail",
      costPercent: 50,
      payroll: 4200,
      rent: 2950,
      story: "missing_rent",
      holds: { charged: { amount: 600, booked: 415 } },
    },
  ],
  [
    "Wren Cycle Works",
    "b",
    "EUR",
    "IE",
    12,
    ["GBP", "JPY"],
    ["deleted_record", "unapplied_cash"],
    { monthlySales: 67000, season: "summer_north", costPercent: 48, payroll: 7600, rent: 3400, story: "clean" },
  ],
  [
    "Granite Peak Engineering",
    "c",
    "USD",
    "US",
    20,
    ["EUR", "CAD", "JPY"],
    ["script_rejects", "duplicate_bills", "edited_document", "revalued_receivables"],
    { monthlySales: 186000, season: "steady", costPercent: 38, payroll: 29500, rent: 9800, story: "overtime" },
  ],
  [
    "Saffron Table Foods",
    "c",
    "AUD",
    "AU",
    13,
    ["NZD"],
    ["deleted_record", "unapplied_cash", "back_dated_document", "over_billed_order"],
    {
      monthlySales: 97000,
      season: "steady",
      costPercent: 44,
      payroll: 12200,
      rent: 5100,
      story: "clean",
      holds: { cover: 9600, machine: 96000 },
    },
  ],
  [
    "Linden Hall Logistics",
    "c",
    "EUR",
    "IE",
    20,
    ["GBP", "USD"],
    ["mid_backfill"],
    { monthlySales: 158000, season: "steady", costPercent: 41, payroll: 24800, rent: 8900, story: "clean" },
  ],
  [
    "Heron Bay Textiles",
    "c",
    "NZD",
    "NZ",
    10,
    ["AUD", "USD"],
    ["lock_moved_back", "token_revoked"],
    { monthlySales: 54000, season: "retail", costPercent: 40, payroll: 7400, rent: 3300, story: "missing_rent" },
  ],
];

const MONTHS = 24;

/** The firm's clients: the same for the same day. */
export function demoClients(today: CalendarDate): readonly DemoClient[] {
  return ROWS.map(([name, style, baseCurrency, country, invoicesPerMonth, foreignCurrencies, oddities, everyday], index) => ({
    name,
    style,
    options: {
      seed: 4100 + index,
      style,
      tenantId: tenantId(style, index),
      name,
      baseCurrency,
      country,
      today,
      months: MONTHS,
      invoicesPerMonth,
      foreignCurrencies,
      everyday,
      ...(name.startsWith("Heron") ? { calendar: "4-4-5" as const } : {}),
    },
    limits: {},
    // A client in the middle of its first read: every answer takes half a second.
    latencyMs: oddities.includes("mid_backfill") ? [300, 700] : [20, 90],
    oddities,
  }));
}

/** In the form of each ledger: a UUID, a long number, an account number. */
function tenantId(style: BooksStyle, index: number): string {
  const number = String(index + 1).padStart(2, "0");
  if (style === "a") return `7d1f3c${number}-52aa-4c1e-9b30-0f6e2a9c41${number}`;
  return style === "b" ? `91303485512${number}0417` : `48210${number}`;
}
