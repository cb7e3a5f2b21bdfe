import type { ScheduleState } from "#shared/contract/sync/schedule.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { formatDay } from "../../format/dates/date.ts";
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

/** Also those entered after the period ended: a bill of today that is there twice may be about to be paid twice. */
export function duplicateWords(pairs: number, from: CalendarDate): string {
  return t("{pairs, plural, one {1 pair of possible duplicate bills} other {{shown} pairs of possible duplicate bills}} since {from}", {
    pairs,
    shown: formatCount(pairs),
    from: formatDay(from),
  });
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
  if (offline) return t("Syncs once the ledger can be reached");
  if (planned === "offline") return t("Tieout tries again in {wait}", { wait });
  return planned === "held" ? t("Tieout checks the limit again in {wait}", { wait }) : t("Next sync in {wait}", { wait });
}
