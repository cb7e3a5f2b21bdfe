import type { FluxReview, FluxRow } from "#shared/contract/reports/flux.ts";
import { addDays, monthStart } from "#shared/kernel/calendar-date.ts";
import { isZero } from "#shared/kernel/decimal.ts";
import type { FluxStatus, FluxThreshold } from "#shared/model/reports/flux.ts";
import { formatMoney, formatNumeral } from "../../format/amounts/amount.ts";
import { formatPeriod } from "../../format/dates/date.ts";
import type { Span } from "../../format/dates/date-range.ts";
import { isMonthly } from "../../format/labels/flux-comparison-labels.ts";
import type { Tone } from "../../format/labels/sync-labels.ts";
import { t } from "../../language/t.ts";
import type { FluxView } from "../../state/views/flux-view.ts";

/** The figures of the period as they are compared: a quarter and a year to date span more than the month itself. */
export function currentWord({ comparison, period }: Pick<FluxReview, "comparison" | "period">): string {
  if (comparison === "prior_quarter") return isMonthly(period) ? t("Latest 3 months") : t("Latest 3 periods");
  return comparison === "year_to_date" ? t("Year to date") : t("This period");
}

/** The days that those figures are of. */
export function currentSpan({ comparison, comparedWith, period }: Pick<FluxReview, "comparison" | "comparedWith" | "period">): Span {
  const [before] = comparedWith;
  const own = { from: period.start, to: period.end };
  if (before === undefined) return own;
  // The two quarters follow each other; the two years begin a year apart, in weeks where they don't begin with a month.
  if (comparison === "prior_quarter") return { ...own, from: addDays(before.to, 1) };
  if (comparison !== "year_to_date") return own;
  const isMonthly = before.from === monthStart(before.from);
  return { ...own, from: isMonthly ? monthStart(before.from, 12) : addDays(before.from, WEEKS_OF_YEAR * 7) };
}

const WEEKS_OF_YEAR = 52;

export const STATUS_WORDS: Readonly<Record<FluxStatus, { readonly word: string; readonly tone: Tone; readonly means: string }>> = {
  not_needed: {
    word: t("Below threshold"),
    tone: "neutral",
    means: t("This row doesn't need an explanation."),
  },
  needed: {
    word: t("Needs explanation"),
    tone: "current",
    means: t("The change reaches its threshold and isn't explained yet."),
  },
  draft: {
    word: t("Draft"),
    tone: "draft",
    means: t("Explained, but there's no valid sign-off by the preparer yet."),
  },
  ready_for_review: {
    word: t("Ready for review"),
    tone: "queued",
    means: t("Signed off by the preparer, but there's no valid sign-off by a reviewer yet."),
  },
  returned: { word: t("Returned"), tone: "conflict", means: t("The reviewer returned this row to the preparer.") },
  signed: { word: t("Signed off"), tone: "ok", means: t("Preparer and reviewer signed off on these figures.") },
  stale: {
    word: t("Sign off again"),
    tone: "failed",
    means: t(
      "The figures, or the transactions behind them, have changed since sign-off. This row must be signed off again. Earlier sign-offs are kept.",
    ),
  },
};

/** An account with its code, as a chart of accounts lists it. */
export function accountName({ account, label }: Pick<FluxRow, "account" | "label">): string {
  return account?.code === undefined ? label : `${account.code} ${label}`;
}

/** The change that a note on a row was written about; null where nothing is compared. */
export function seenChange({ change }: FluxRow, { currency, period }: FluxReview): string | null {
  if (change === null) return null;
  return t("{amount} (change in {period})", { amount: formatMoney(change, currency), period: formatPeriod(period.label) });
}

interface Trend {
  readonly flag: FluxRow["flags"][number];
  readonly word: string;
  readonly means: string;
}

/** A row's trends in words, each with what it means; none for a row that shows none. Periods of weeks aren't months. */
export function trendsOf(
  { flags, driftPeriods, drifted, statement }: Pick<FluxRow, "flags" | "driftPeriods" | "drifted" | "statement">,
  currency: string,
): readonly Trend[] {
  const words = {
    new: { word: t("New this period"), means: t("The figure for this account was zero in each of the previous 11 periods.") },
    vanished: {
      word: statement === "balance_sheet" ? t("No balance this period") : t("Net zero this period"),
      means: t("The figure for this account wasn't zero in any of the previous 3 periods."),
    },
    drifting: {
      word: t("{periods}-period trend", { periods: driftPeriods }),
      means:
        drifted === null
          ? t("The figure moved in the same direction in each of the last {periods} periods.", { periods: driftPeriods })
          : t("The figure moved in the same direction in each of the last {periods} periods, by {amount} in total.", {
              periods: driftPeriods,
              amount: formatMoney(drifted, currency),
            }),
    },
  };
  return flags.map((flag) => ({ flag, ...words[flag] }));
}

export const VIEWS: readonly { readonly value: FluxView; readonly word: string; readonly means: string }[] = [
  { value: "needed", word: t("To do"), means: t("Rows that still need work") },
  { value: "material", word: t("Material"), means: t("Rows at or above their threshold") },
  {
    value: "trends",
    word: t("Trends"),
    means: t("New accounts, accounts that went to zero this period, and long trends. A trend alone needs no explanation."),
  },
  { value: "all", word: t("All"), means: t("All accounts with an amount in either column") },
];

const LEFT: ReadonlySet<FluxStatus> = new Set(["needed", "draft", "ready_for_review", "returned", "stale"]);

/** True when a person still has something to do on the row. */
export function isLeft({ status, material }: FluxRow): boolean {
  return status === "stale" || status === "returned" || (material && LEFT.has(status));
}

/** What the current user would do first on rows, as a button says it. A viewer can only look at them. */
export function workWords(
  rows: readonly Pick<FluxRow, "status">[],
  { mayPrepare, mayReview }: { readonly mayPrepare: boolean; readonly mayReview: boolean },
): string {
  const withStatus = (...statuses: readonly FluxStatus[]) => rows.filter(({ status }) => statuses.includes(status)).length;
  const toExplain = mayPrepare ? withStatus("needed", "returned") : 0;
  const toSign = mayPrepare ? withStatus("draft", "stale") : 0;
  const toReview = mayReview ? withStatus("ready_for_review") : 0;
  if (rows.length === 0) return t("Explain changes");
  if (toExplain > 0) return t("Explain {count, plural, one {1 change} other {# changes}}", { count: toExplain });
  if (toSign > 0) return t("Sign off on {count, plural, one {1 change} other {# changes}}", { count: toSign });
  if (toReview > 0) return t("Review {count, plural, one {1 change} other {# changes}}", { count: toReview });
  return t("Go through {count, plural, one {1 account} other {# accounts}}", { count: rows.length });
}

/**
 * Whether a row is part of the comparison: it has an amount on either side, as on a statement of the same dates, or something to do or
 * to see. Other accounts were only read for their trend, from amounts in earlier periods.
 */
export function isCompared(row: FluxRow): boolean {
  const { current, comparative, flags, explanation } = row;
  return !isZero(current) || (comparative !== null && !isZero(comparative)) || flags.length > 0 || explanation !== null || isLeft(row);
}

/** Whether a row belongs to a view. */
export function isInView(row: FluxRow, view: FluxView): boolean {
  if (view === "all") return isCompared(row);
  if (view === "trends") return row.flags.length > 0;
  return view === "material" ? row.material : isLeft(row);
}

/** Rows by the size of the change, largest first. */
export function bySizeOfChange(rows: readonly FluxRow[]): FluxRow[] {
  return [...rows].sort((a, b) => bySize(b, a) || a.label.localeCompare(b.label));
}

function bySize(a: FluxRow, b: FluxRow): number {
  const size = ({ change }: FluxRow): string => (change ?? "0").replace("-", "").split(".")[0]?.replace(/^0+/, "") ?? "";
  return size(a).length - size(b).length || size(a).localeCompare(size(b));
}

/** How far the review is: only material rows count, and any that must be signed off again. */
export function fluxProgress({
  material,
  explained,
  signed,
  stale,
}: {
  material: number;
  explained: number;
  signed: number;
  stale: number;
}): string {
  // A line below its threshold that somebody signed off may have changed since, too.
  const value = stale === 0 ? "" : t(", {stale, plural, one {1 row} other {# rows}} to sign off again", { stale });
  if (material === 0) return t("No changes at or above the threshold{value}", { value });
  return t("{explained} of {material, plural, one {1 material change} other {# material changes}} explained, {signed} signed off{value}", {
    explained,
    material,
    signed,
    value,
  });
}

/** How many rows were explained, and how many of them signed off too; null where that wasn't asked for. */
export function explainedWords(count: number, signed: number | null): string {
  if (signed === null) return t("{count, plural, =0 {No accounts} one {1 account} other {# accounts}} explained.", { count });
  return signed === count
    ? t(
        "{count, plural, =0 {No accounts explained.} one {1 account explained and signed off.} other {# accounts explained and signed off.}}",
        { count },
      )
    : t("{count, plural, one {1 account} other {# accounts}} explained, {signed} signed off.", { count, signed });
}

/** The limits of a threshold, such as "10% and NZD 500". */
export function limitWords({ amount, percent, join }: Pick<FluxThreshold, "amount" | "percent" | "join">, currency: string): string {
  if (percent !== null && amount !== null) {
    const limits = { percent: formatNumeral(percent), amount: limitMoney(amount, currency) };
    return join === "and" ? t("{percent}% and {amount}", limits) : t("{percent}% or {amount}", limits);
  }
  if (percent !== null) return t("{percent}%", { percent: formatNumeral(percent) });
  return amount === null ? t("No threshold") : limitMoney(amount, currency);
}

/** Limits are round amounts, which are read without decimals. */
function limitMoney(amount: string, currency: string): string {
  return /\.0*[1-9]/.test(amount) ? formatMoney(amount, currency) : `${currency} ${formatNumeral(amount)}`;
}

/** The limits that decide: where the percentage is n/m, the amount alone if there is one. */
export function decidingLimits({ percent, rule }: Pick<FluxRow, "percent" | "rule">, currency: string): string {
  return limitWords(percent === null && rule.amount !== null ? { ...rule, percent: null } : rule, currency);
}

/** The limits that most material changes were measured by, which are said once for all of them; null where none is material. */
export function usualLimits(
  rows: readonly Pick<FluxRow, "material" | "rule">[],
  currency: string,
): { readonly limits: string; readonly isOnly: boolean } | null {
  const counts = new Map<string, number>();
  for (const { material, rule } of rows) {
    const limits = limitWords(rule, currency);
    if (material) counts.set(limits, (counts.get(limits) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
  return most === undefined ? null : { limits: most[0], isOnly: counts.size === 1 };
}

/** What a material change reaches. From nothing, or past a turn of the sign, any change counts as reaching a percentage. */
export function reachedWords(row: Pick<FluxRow, "percent" | "rule">, currency: string): string {
  const limits = decidingLimits(row, currency);
  return row.percent === null && row.rule.amount === null
    ? t("Percentage n/m: any change counts as reaching {limits}", { limits })
    : t("At or above {limits}", { limits });
}

/**
 * What the change is measured by. A change that reaches only one of two limits isn't below both, so it is said not to reach them.
 * Where the percentage is n/m, the amount decides alone, and without one any change counts. Without a change, not even zero is reached.
 */
export function thresholdText(row: Pick<FluxRow, "comparative" | "change" | "percent" | "rule" | "material">, currency: string): string {
  const { comparative, change, percent, rule, material } = row;
  if (comparative === null) return t("There is no figure to compare with.");
  if (rule.amount === null && rule.percent === null) return t("No threshold is set.");
  if (change !== null && isZero(change)) return t("There is no change.");
  const limits = decidingLimits(row, currency);
  const isUnknown = percent === null && rule.percent !== null;
  if (isUnknown && rule.amount === null && material)
    return t("The percentage can't be calculated, so any change counts as reaching the threshold of {limits}.", { limits });
  const reached = material
    ? t("The change is at or above its threshold of {limits}.", { limits })
    : t("The change doesn't reach its threshold of {limits}.", { limits });
  return isUnknown && rule.amount !== null ? `${reached} ${t("The percentage can't be calculated, so only the amount counts.")}` : reached;
}
