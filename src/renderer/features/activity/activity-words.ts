import type { ActivityKind, ActivityRow } from "#shared/contract/records.ts";
import { formatMinute, formatPeriod, withDays } from "../../format/date.ts";
import type { Tone } from "../../format/sync-words.ts";
import { t } from "../../language/t.ts";

/** What stands in the record, in words; the order of the filter. */
export const ACTIVITY_WORDS: Readonly<Record<ActivityKind, { readonly word: string; readonly many: string; readonly tone: Tone }>> = {
  decision: { word: t("Decision"), many: t("Decisions"), tone: "current" },
  signature: { word: t("Signature"), many: t("Signatures"), tone: "ok" },
  note: { word: t("Note, task"), many: t("Notes and tasks"), tone: "neutral" },
  write: { word: t("Write"), many: t("Writes"), tone: "queued" },
  change: { word: t("Change seen"), many: t("Changes seen"), tone: "offline" },
  finding: { word: t("Finding"), many: t("Findings"), tone: "warning" },
  sync: { word: t("Reading"), many: t("Readings that did not end"), tone: "failed" },
  pack: { word: t("Pack"), many: t("Packs"), tone: "locked" },
};
export const ACTIVITY_KINDS = Object.keys(ACTIVITY_WORDS) as readonly ActivityKind[];

/** A line of the record as people read it: days, moments and months in words. */
export function activityText(text: string): string {
  return withDays(text).replaceAll(/(?<![\d-])\d{4}-(?:0[1-9]|1[0-2])(?![\d-])/g, formatPeriod);
}

/** Rows by the day that they fall on here, in their order. */
export function byDay(
  rows: readonly ActivityRow[],
  timeZone?: string,
): readonly { readonly day: string; readonly rows: readonly ActivityRow[] }[] {
  const groups = Map.groupBy(rows, ({ at }) => formatMinute(at, timeZone).split(", ")[0] ?? "");
  return [...groups].map(([day, own]) => ({ day, rows: own }));
}

/** The time of day of a moment. */
export function timeOf(at: string, timeZone?: string): string {
  return formatMinute(at, timeZone).split(", ")[1] ?? "";
}
