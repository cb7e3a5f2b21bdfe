import { create } from "zustand";
import type { FluxComparison } from "#shared/model/reports/flux.ts";

/** Which rows of the review are shown: those that still need a person, those beyond their threshold, all. */
export type FluxView = "needed" | "material" | "all";

interface Chosen {
  readonly comparison: FluxComparison;
  readonly view: FluxView;
}

/** What the review is looked at with; it stays when the client changes, so that one goes through clients alike. */
export const useFluxView = create<Chosen>(() => ({ comparison: "prior_month", view: "needed" }));

export function changeFluxView(change: Partial<Chosen>): void {
  useFluxView.setState(change);
}
