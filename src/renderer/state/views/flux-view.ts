import { z } from "zod";
import { create } from "zustand";
import { fluxComparison } from "#shared/model/reports/flux.ts";

/** Rows that still need a person, those beyond their threshold, those that show a trend, all. */
export const FLUX_VIEWS = ["needed", "material", "trends", "all"] as const;
export type FluxView = (typeof FLUX_VIEWS)[number];

const chosen = z.object({
  comparison: fluxComparison.default("prior_month"),
  view: z.enum(FLUX_VIEWS).default("needed"),
  /** Rows under the part of the statement that they are in. */
  grouped: z.boolean().default(true),
  /** Focus mode signs off as preparer while it saves. */
  signs: z.boolean().default(true),
});
type Chosen = z.infer<typeof chosen>;

const KEY = "tieout.flux";

/** What the review is looked at with; it stays when the client changes, so that one goes through clients alike, and for the next time. */
export const useFluxView = create<Chosen>(() => read(window.localStorage.getItem(KEY)));

export function changeFluxView(change: Partial<Chosen>): void {
  useFluxView.setState(change);
  window.localStorage.setItem(KEY, JSON.stringify(useFluxView.getState()));
}

function read(stored: string | null): Chosen {
  try {
    const found = chosen.safeParse(JSON.parse(stored ?? "{}"));
    return found.success ? found.data : chosen.parse({});
  } catch (error) {
    if (error instanceof SyntaxError) return chosen.parse({});
    throw error;
  }
}
