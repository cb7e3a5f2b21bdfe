import type { Holdings } from "./everyday-holdings.ts";

/** How sales move over a year. */
export type Season = "steady" | "retail" | "summer_south" | "summer_north";

/** What makes the month before today worth a second look; everything else is as always. */
export type EverydayStory = "missing_rent" | "equipment_in_repairs" | "annual_insurance" | "overtime" | "clean";

/** The business behind a firm's books: recurring costs, seasonal sales, stable margins. Amounts are whole base units. */
export interface EverydayFirm {
  /** Net sales of an average month. */
  readonly monthlySales: number;
  readonly season: Season;
  /** Cost of sales, percent of sales. */
  readonly costPercent: number;
  /** Gross wages of one of the two paydays of a month. */
  readonly payroll: number;
  readonly rent: number;
  readonly story: EverydayStory;
  readonly holds?: Holdings;
}

/** Percent of an average month, January first. */
const SEASONS: Readonly<Record<Season, readonly number[]>> = {
  steady: [98, 99, 101, 100, 101, 100, 99, 98, 101, 102, 102, 99],
  retail: [88, 90, 95, 97, 99, 98, 96, 97, 99, 103, 112, 126],
  summer_south: [132, 124, 112, 98, 84, 76, 74, 80, 92, 102, 110, 116],
  summer_north: [78, 80, 90, 98, 108, 120, 124, 118, 104, 96, 90, 94],
};

/** Sales grow by about half a percent a month. */
const GROWTH_PER_MONTH = 5n;

/** Net sales of a month, in cents. @param month 0 is the first of the history; @param ofYear 1 to 12 */
export function expectedSales(firm: EverydayFirm, month: number, ofYear: number): bigint {
  const season = BigInt(SEASONS[firm.season][ofYear - 1] ?? 100);
  return (BigInt(firm.monthlySales) * season * (1000n + GROWTH_PER_MONTH * BigInt(month))) / 1000n;
}

/** A firm of a handful of people, for books of which nothing else is said. */
export const SMALL_FIRM: EverydayFirm = {
  monthlySales: 38_000,
  season: "steady",
  costPercent: 36,
  payroll: 5_400,
  rent: 2_450,
  story: "clean",
};

/** Whom everybody pays each month, in the order in which a firm's vendors are made. */
export const EVERYDAY_VENDORS = [
  "Kestrel Trade Supplies",
  "Kingsway Property Management",
  "Brightwater Energy",
  "Fibrelink Telecom",
  "Meridian Insurance Brokers",
  "Allfresh Wholesale",
  "Clearview Cleaning",
] as const;
