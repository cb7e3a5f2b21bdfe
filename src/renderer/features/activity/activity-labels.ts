import type { ActivityKind, ActivityRow } from "#shared/contract/books/records.ts";
import { withAmounts } from "../../format/amounts/amounts-in-text.ts";
import { formatMinute, formatPeriod, withDays } from "../../format/dates/date.ts";
import type { Tone } from "../../format/labels/sync-labels.ts";
import { t } from "../../language/t.ts";

/** The kinds of activity, in the order of the filter. */
export const ACTIVITY_LABELS: Readonly<Record<ActivityKind, { readonly word: string; readonly many: string; readonly tone: Tone }>> = {
  decision: { word: t("Decision"), many: t("Decisions"), tone: "current" },
  signature: { word: t("Sign-off"), many: t("Sign-offs"), tone: "ok" },
  note: { word: t("Note or task"), many: t("Notes and tasks"), tone: "neutral" },
  write: { word: t("Ledger update"), many: t("Ledger updates"), tone: "queued" },
  change: { word: t("Change detected"), many: t("Changes detected"), tone: "offline" },
  finding: { word: t("Exception"), many: t("Exceptions"), tone: "warning" },
  sync: { word: t("Incomplete sync"), many: t("Incomplete syncs"), tone: "failed" },
  pack: { word: t("Close pack"), many: t("Close packs"), tone: "locked" },
  read: { word: t("App access"), many: t("Access by apps and AI assistants"), tone: "neutral" },
};
export const ACTIVITY_KINDS = Object.keys(ACTIVITY_LABELS) as readonly ActivityKind[];

/** A line of the log with amounts, dates, times and months formatted for people. */
export function activityText(text: string): string {
  return withDays(withAmounts(text)).replaceAll(/(?<![\d-])\d{4}-(?:0[1-9]|1[0-2])(?![\d-])/g, formatPeriod);
}

/** Rows by local day, in their order. */
export function byDay(
  rows: readonly ActivityRow[],
  timeZone?: string,
): readonly { readonly day: string; readonly rows: readonly ActivityRow[] }[] {
  const groups = Map.groupBy(rows, ({ at }) => formatMinute(at, timeZone).split(", ")[0] ?? "");
  return [...groups].map(([day, own]) => ({ day, rows: own }));
}

/** Events of one record within this time are one story: a void is sent, and then seen field by field. */
const STORY_MS = 15 * 60_000;

export interface ActivityStory {
  readonly row: ActivityRow;
  readonly more: readonly ActivityRow[];
}

/** Rows grouped into stories, in the order of their newest row. A story is told by its write, or else by its newest row. */
export function stories(rows: readonly ActivityRow[]): readonly ActivityStory[] {
  const found: ActivityRow[][] = [];
  for (const row of rows) {
    const known = row.about === null ? undefined : found.find((own) => own[0]?.about === row.about && isSoon(own.at(-1), row));
    if (known === undefined) found.push([row]);
    else known.push(row);
  }
  return found.map((own) => {
    const head = own.find(({ kind }) => kind === "write") ?? (own[0] as ActivityRow);
    return { row: head, more: own.filter((row) => row !== head) };
  });
}

function isSoon(later: ActivityRow | undefined, { at }: ActivityRow): boolean {
  return later !== undefined && Math.abs(Date.parse(later.at) - Date.parse(at)) <= STORY_MS;
}

/** The time of day of a moment. */
export function timeOf(at: string, timeZone?: string): string {
  return formatMinute(at, timeZone).split(", ")[1] ?? "";
}
