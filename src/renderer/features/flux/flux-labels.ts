import type { FluxRow } from "#shared/contract/reports/flux.ts";
import type { FluxComparison, FluxStatus } from "#shared/model/reports/flux.ts";
import type { Tone } from "../../format/labels/sync-labels.ts";
import { t } from "../../language/t.ts";
import type { FluxView } from "../../state/views/flux-view.ts";

export const COMPARISONS: readonly { readonly value: FluxComparison; readonly word: string }[] = [
  { value: "prior_month", word: t("Prior month") },
  { value: "prior_quarter", word: t("Prior quarter") },
  { value: "same_month_last_year", word: t("Same month last year") },
  { value: "trailing_average", word: t("Trailing average") },
  { value: "budget", word: t("Budget") },
  { value: "last_signed_pack", word: t("Last signed-off pack") },
];

export const STATUS_WORDS: Readonly<Record<FluxStatus, { readonly word: string; readonly tone: Tone; readonly means: string }>> = {
  not_needed: { word: t("Not needed"), tone: "neutral", means: t("The change is below its threshold.") },
  needed: { word: t("Needed"), tone: "warning", means: t("A threshold was exceeded and there's no explanation yet.") },
  draft: { word: t("Draft"), tone: "draft", means: t("Explained, but not signed off by the preparer.") },
  ready_for_review: { word: t("Ready for review"), tone: "queued", means: t("Signed off by the preparer, but not by the reviewer.") },
  returned: { word: t("Returned"), tone: "conflict", means: t("The reviewer returned it to the preparer.") },
  signed: { word: t("Signed off"), tone: "ok", means: t("Preparer and reviewer signed off on these figures.") },
  stale: { word: t("Stale"), tone: "failed", means: t("The figures have changed since sign-off. The sign-offs are kept.") },
};

export const FLAG_WORDS: Readonly<Record<FluxRow["flags"][number], { readonly word: string; readonly means: string }>> = {
  new: { word: "new", means: t("No balance in the comparative period.") },
  vanished: { word: "vanished", means: t("No balance anymore.") },
  drifting: { word: "drifting", means: t("Moving in one direction for several periods.") },
};

export const VIEWS: readonly { readonly value: FluxView; readonly word: string; readonly means: string }[] = [
  { value: "needed", word: t("To do"), means: t("Rows that still need work") },
  { value: "material", word: t("Material"), means: t("Rows above their threshold") },
  { value: "all", word: t("All"), means: t("All accounts") },
];

const LEFT: ReadonlySet<FluxStatus> = new Set(["needed", "draft", "ready_for_review", "returned", "stale"]);

/** True when a person still has something to do on the row. */
export function isLeft({ status, material }: FluxRow): boolean {
  return status === "stale" || status === "returned" || (material && LEFT.has(status));
}

/** The rows of a view: what is new or vanished first, then by the size of the change. */
export function rowsOf(rows: readonly FluxRow[], view: FluxView): readonly FluxRow[] {
  const shown = rows.filter((row) => (view === "all" ? true : view === "material" ? row.material : isLeft(row)));
  const rank = ({ flags, material }: FluxRow): number => (material ? (flags.includes("new") || flags.includes("vanished") ? 0 : 1) : 2);
  return [...shown].sort((a, b) => rank(a) - rank(b) || bySize(b, a) || a.label.localeCompare(b.label));
}

function bySize(a: FluxRow, b: FluxRow): number {
  const size = ({ change }: FluxRow): string => (change ?? "0").replace("-", "").split(".")[0]?.replace(/^0+/, "") ?? "";
  return size(a).length - size(b).length || size(a).localeCompare(size(b));
}

/** How far the review is: only material rows count. */
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
  if (material === 0) return t("No changes above the threshold");
  return t("{explained} of {material} explained, {signed} signed off{value}", {
    explained,
    material,
    signed,
    value: stale === 0 ? "" : t(", {stale} stale", { stale }),
  });
}
