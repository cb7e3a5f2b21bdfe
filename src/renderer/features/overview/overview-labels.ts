import type { ScheduleState } from "#shared/contract/sync/schedule.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { absoluteDecimal, isZero } from "#shared/kernel/decimal.ts";
import {
  isTotalOnly,
  type Recheck,
  type ShownTieOutRun,
  shownOutcome,
  type TieOut,
  type TieOutCounts,
  tieOutCountsOf,
} from "#shared/model/reports/tie-out.ts";
import { formatCount, formatMoney } from "../../format/amounts/amount.ts";
import { formatDay } from "../../format/dates/date.ts";
import type { Tone } from "../../format/labels/sync-labels.ts";
import { CHECK_WORDS, RECHECK, recheckMeans, tiedOutWords } from "../../format/labels/tie-out-labels.ts";
import { t } from "../../language/t.ts";

export const SIDE_TITLES = { receivable: t("Receivables"), payable: t("Payables") } as const;

/** What is open, by the names that an aging has for it; `kind` and `bucket` find the transactions behind it. */
export const OPEN_COLUMNS = [
  { id: "outstanding", word: t("Outstanding"), narrowed: { kind: "charges" } },
  { id: "current", word: t("Current"), narrowed: { kind: "charges", bucket: "current" } },
  { id: "1-30", word: t("1–30 days"), narrowed: { kind: "charges", bucket: "1-30" } },
  { id: "31-60", word: t("31–60 days"), narrowed: { kind: "charges", bucket: "31-60" } },
  { id: "61-90", word: t("61–90 days"), narrowed: { kind: "charges", bucket: "61-90" } },
  { id: "90+", word: t("Over 90 days"), narrowed: { kind: "charges", bucket: "90+" } },
  { id: "unappliedCash", word: t("Unapplied"), narrowed: { kind: "unapplied" } },
] as const;
export type OpenColumn = (typeof OPEN_COLUMNS)[number];

/** Open items of today are beside the profit and loss of a month that has ended, so that the title says which day they are of. */
export function openTitle(side: keyof typeof SIDE_TITLES, asOfDate: CalendarDate, today: CalendarDate): string {
  const words = { title: SIDE_TITLES[side], asOfDate: formatDay(asOfDate) };
  return asOfDate === today ? t("{title} as of today, {asOfDate}", words) : t("{title} as of {asOfDate}", words);
}

interface Pair {
  readonly documents: readonly { readonly date: CalendarDate }[];
}

/**
 * Also those entered after the period ended: a bill of today that is there twice may be about to be paid twice. The checks list those
 * of all dates, so the day since which these were looked for is part of it.
 */
export function duplicateWords(pairs: number, from: CalendarDate): string {
  const bills = t("{pairs, plural, one {1 pair of possible duplicate bills} other {{shown} pairs of possible duplicate bills}}", {
    pairs,
    shown: formatCount(pairs),
  });
  return t("{bills} since {from}", { bills, from: formatDay(from) });
}

/** The dates of the bills, beside a checklist that finds none in the period itself; null where not all pairs are known. */
export function duplicateDates(pairs: number, known: readonly Pair[]): string | null {
  const days = known.flatMap(({ documents }) => documents.map(({ date }) => date)).sort();
  const [first, last] = [days[0], days.at(-1)];
  if (known.length < pairs || first === undefined || last === undefined) return null;
  const dated = { first: formatDay(first), last: formatDay(last) };
  if (first === last) return t("Dated {first}", dated);
  return pairs === 1 ? t("Dated {first} and {last}", dated) : t("Dated {first} through {last}", dated);
}

/**
 * What comes next. Nothing starts while this computer is offline; while only the ledger can't be reached, it is a try, and while too
 * few of its requests are left, a look at the limit.
 */
export function nextWords(
  wait: string | null,
  { offline, planned }: { readonly offline: boolean; readonly planned: ScheduleState | undefined },
): string {
  if (wait === null) return "\u00a0";
  if (offline) return t("Syncs once you're online");
  if (planned === "offline") return t("Tieout tries again in {wait}", { wait });
  return planned === "held" ? t("Tieout checks the limit again in {wait}", { wait }) : t("Next sync in {wait}", { wait });
}

/** A line breaks before `(5 partly)` and `(2 manually)`, and not inside them or in the middle of what comes before. */
export function endWhole(words: string): string {
  return words.replace(/(?<=, | \().+$/, (end) => end.replaceAll(" ", "\u00a0"));
}

/** What is out of balance: one check by its name and difference, several by their number. */
export function varianceWords(varying: readonly Pick<TieOut, "check" | "difference" | "currency">[]): {
  readonly words: string;
  readonly means: string | null;
} {
  const [one, ...others] = varying;
  if (one === undefined || others.length > 0)
    return { words: t("{varying} tie-outs are out of balance", { varying: varying.length }), means: null };
  const { check, difference, currency } = one;
  const amount = difference === null || currency === null || isZero(difference) ? null : formatMoney(absoluteDecimal(difference), currency);
  return {
    words: t("{check} out of balance", { check: CHECK_WORDS[check].word }),
    means: amount === null ? null : t("Difference: {amount}", { amount }),
  };
}

/** Checks that a sync has overtaken, as open work. While the sync that runs them again is under way, nobody has to act: nothing warns. */
export function recheckWords(recheck: Exclude<Recheck, false>): { readonly words: string; readonly tone: Tone; readonly means: string } {
  const means = recheckMeans(recheck);
  return recheck === "running" ? { words: RECHECK.running, tone: "neutral", means } : { words: RECHECK.word, tone: "warning", means };
}

/** How many checks tied out in a run that a sync has overtaken. */
export function tiedWords({ checks: all, accepted }: Pick<ShownTieOutRun, "checks" | "accepted">): string {
  const { ties } = tieOutCountsOf(all, accepted);
  return t("{tied} last time", { tied: tiedOutWords({ ties }, all.length) });
}

/** The number that a count of what tied out is said to be of: its own, and so none, where the worst outcome beside it names all others. */
export function tiedAmong(counts: Pick<TieOutCounts, "ties" | "variance" | "cannotCheck" | "notRun" | "accepted">, checks: number): number {
  const { ties, variance, cannotCheck, notRun = 0, accepted = 0 } = counts;
  const worst = [variance, cannotCheck, notRun, accepted].find((count) => count > 0) ?? 0;
  return ties + worst === checks ? ties : checks;
}

/** The checks that are named each, and how many others came out alike: tied out in full, or all overtaken by a sync. */
export function toldApart({ checks, accepted, recheck }: Pick<ShownTieOutRun, "checks" | "accepted" | "recheck">): {
  readonly named: readonly TieOut[];
  readonly alike: number;
} {
  const named = checks.filter((one) =>
    recheck
      ? shownOutcome(one.outcome, recheck) !== "recheck_needed"
      : one.outcome !== "ties" || accepted.includes(one.check) || isTotalOnly(one),
  );
  const alike = checks.length - named.length;
  return alike < 2 ? { named: checks, alike: 0 } : { named, alike };
}
