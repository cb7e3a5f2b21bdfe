import type { ReviewDifference } from "#shared/contract/close/review-bundle.ts";
import { decisionLabel } from "#shared/model/labels/decision-label.ts";
import { formatPeriod } from "../../../format/dates/date.ts";
import type { Tone } from "../../../format/labels/sync-labels.ts";
import { t } from "../../../language/t.ts";

/** How a bundle differs from what is here, in words. */
export const DIFFERENCE_LABELS: Readonly<
  Record<ReviewDifference["state"], { readonly word: string; readonly tone: Tone; readonly means: string }>
> = {
  new: { word: t("New"), tone: "ok", means: t("Not on this computer yet. It will be imported.") },
  changed: {
    word: t("Changed"),
    tone: "current",
    means: t("The other person changed it after seeing your version, so importing replaces your version with theirs."),
  },
  taken_back: { word: t("Undone"), tone: "offline", means: t("The other person undid it, so importing undoes it here, too.") },
  conflict: {
    word: t("Conflict"),
    tone: "conflict",
    means: t("Changed on this computer and also by someone else. “Ours” applies until a reviewer chooses a version."),
  },
};
const ORDER: readonly ReviewDifference["state"][] = ["conflict", "changed", "taken_back", "new"];

/** Differences by client, conflicts first. */
export function byClientAndState(
  differences: readonly ReviewDifference[],
): readonly (readonly [client: string, rows: readonly ReviewDifference[]])[] {
  const sorted = differences.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
  return [...Map.groupBy(sorted, ({ client }) => client)];
}

/** What a difference is about: `close_sign` of `month:2026-10|preparer` as `Period signed off: Oct 2026, preparer`; ids are left out. */
export function aboutLabel({ kind, subject }: Pick<ReviewDifference, "kind" | "subject">): string {
  const parts = subject
    .split("|")
    .map((part) => part.replace(/^month:(\d{4}-\d{2})$/, "$1"))
    .map((part) => (/^\d{4}-\d{2}$/.test(part) ? formatPeriod(part) : part.replaceAll("_", " ")))
    .filter((part) => part !== "" && !/^[a-z0-9]+:/i.test(part));
  return `${decisionLabel(kind)}${parts.length === 0 ? "" : `: ${parts.join(", ")}`}`;
}

/** How many differences of each state there are: "2 conflicts, 5 new". */
export function countLabel(differences: readonly ReviewDifference[]): string {
  const counts = ORDER.map((state) => [differences.filter((one) => one.state === state).length, state] as const).filter(
    ([count]) => count > 0,
  );
  if (counts.length === 0) return t("nothing new");
  return counts
    .map(
      ([count, state]) =>
        `${count} ${state === "conflict" ? t("{count, plural, one {conflict} other {conflicts}}", { count }) : DIFFERENCE_LABELS[state].word.toLowerCase()}`,
    )
    .join(", ");
}
