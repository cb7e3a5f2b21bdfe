import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
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
];

/** Small and medium clients; together below 25,000 documents, so that the first sync takes about a minute. */
const ROWS: readonly Row[] = [
  ["Harbour Lane Bakery", "a", "NZD", "NZ", 8, [], ["duplicate_bills", "unapplied_cash", "over_billed_order"]],
  ["Kōwhai Grove Nurseries", "a", "NZD", "NZ", 7, ["AUD"], ["lock_moved_back"]],
  ["Penrose & Daughters Joinery", "a", "GBP", "GB", 9, ["EUR", "JPY"], ["deleted_record"]],
  ["Tidewater Boat Hire", "a", "AUD", "AU", 5, ["USD"], ["day_budget_spent"]],
  ["Marlow Street Dental", "a", "GBP", "GB", 4, [], ["edited_document"]],
  ["Juniper Ridge Outfitters", "b", "USD", "US", 30, ["CAD", "EUR"], ["duplicate_bills", "deleted_record"]],
  ["Maple Sound Studios", "b", "CAD", "CA", 14, ["USD"], ["unapplied_cash"]],
  ["Copper Kettle Coffee Roasters", "b", "USD", "US", 24, [], ["lock_moved_back"]],
  ["Lantern Books & Paper", "b", "USD", "US", 10, ["GBP"], ["back_dated_document", "over_billed_order"]],
  ["Wren Cycle Works", "b", "EUR", "IE", 16, ["GBP", "JPY"], ["deleted_record", "unapplied_cash"]],
  ["Granite Peak Engineering", "c", "USD", "US", 28, ["EUR", "CAD", "JPY"], ["script_rejects", "duplicate_bills", "edited_document"]],
  ["Saffron Table Foods", "c", "AUD", "AU", 18, ["NZD"], ["deleted_record", "unapplied_cash", "back_dated_document", "over_billed_order"]],
  ["Linden Hall Logistics", "c", "EUR", "IE", 32, ["GBP", "USD"], ["mid_backfill"]],
  ["Heron Bay Textiles", "c", "NZD", "NZ", 10, ["AUD", "USD"], ["lock_moved_back"]],
];

const MONTHS = 24;

/** The firm's clients: the same for the same day. */
export function demoClients(today: CalendarDate): readonly DemoClient[] {
  return ROWS.map(([name, style, baseCurrency, country, invoicesPerMonth, foreignCurrencies, oddities], index) => ({
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
      everyday: true,
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
