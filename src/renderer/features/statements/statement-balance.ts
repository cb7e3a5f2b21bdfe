import { absoluteDecimal, type DecimalString, isZero, subtractDecimals } from "#shared/kernel/decimal.ts";
import type { FigureGap, Statement } from "#shared/model/reports/statement.ts";

/** A balance sheet whose two sides differ. */
export interface Imbalance {
  readonly amount: DecimalString;
  /** The side that is larger. */
  readonly more: "assets" | "financing";
  /** Days that differ, where not all columns do. */
  readonly days: readonly string[];
  /** What may be the reason, with the records that it concerns. */
  readonly reasons: readonly FigureGap[];
}

/** What leaves amounts on no account, or the sides apart; the likeliest first. */
const REASONS: readonly FigureGap["code"][] = [
  "account_unknown",
  "rounding_difference",
  "no_base_amount",
  "currency_difference",
  "mixed_currencies",
];

const NOTHING = "0" as DecimalString;

/** How far assets are from liabilities and equity, in the first column that differs; null where every column balances. */
export function imbalanceOf({ kind, rows, columns, gaps }: Statement): Imbalance | null {
  if (kind !== "balance_sheet") return null;
  const assets = rows.find((row) => row.kind === "section_total" && row.section === "asset");
  const financing = rows.find((row) => row.kind === "computed" && row.section === "result");
  const apart = columns.map((_, at) => difference(assets?.amounts[at], financing?.amounts[at]));
  const amount = apart.find((value) => !isZero(value));
  if (amount === undefined) return null;
  return {
    amount: absoluteDecimal(amount),
    more: amount.startsWith("-") ? "financing" : "assets",
    days: columns.filter((_, at) => !isZero(apart[at] ?? NOTHING)).map(({ to }) => to),
    reasons: REASONS.flatMap((reason) => gaps.filter(({ code }) => code === reason)),
  };
}

function difference(assets: DecimalString = NOTHING, financing: DecimalString = NOTHING): DecimalString {
  return subtractDecimals(assets, financing);
}
