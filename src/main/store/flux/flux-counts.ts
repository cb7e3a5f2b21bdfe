import type { FluxReview, FluxRow } from "#shared/contract/reports/flux.ts";
import type { FluxStatus } from "#shared/model/reports/flux.ts";

/** What the counts look at of a row. */
export type CountedRow = Pick<FluxRow, "material" | "status">;

const EXPLAINED: ReadonlySet<FluxStatus> = new Set(["draft", "ready_for_review", "signed"]);

/**
 * How far a flux analysis is. The window, the close's gates, the pack and the command line all show these counts, so that they agree.
 *
 * `material` rows are required: a threshold fired, so each needs an explanation and both sign-offs. Trends are never required.
 * `explained` of them have one that is current, `readyForReview` are signed off by the preparer alone, `signed` by both.
 * `stale` counts every row, required or not, whose figures changed after someone signed.
 */
export function fluxCounts(rows: readonly CountedRow[]): FluxReview["progress"] {
  const material = rows.filter((row) => row.material);
  const below = rows.filter((row) => !row.material);
  const count = (list: readonly CountedRow[], status: FluxStatus) => list.filter((row) => row.status === status).length;
  return {
    material: material.length,
    explained: material.filter(({ status }) => EXPLAINED.has(status)).length,
    readyForReview: count(material, "ready_for_review"),
    signed: count(material, "signed"),
    stale: count(rows, "stale"),
    belowThreshold: below.length,
    belowThresholdSigned: count(below, "signed"),
  };
}

/**
 * The rows that keep a close open: required ones without a current explanation, or with `signed` without both sign-offs.
 * A row whose figures changed after someone signed always counts.
 */
export function openVariances({ rows }: Pick<FluxReview, "rows">, signed: boolean): FluxRow[] {
  return rows.filter(({ material, status }) => status === "stale" || (material && (signed ? status !== "signed" : !EXPLAINED.has(status))));
}
