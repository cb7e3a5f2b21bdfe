import { z } from "zod";
import { create } from "zustand";
import { usePlace } from "../window/screen-address.ts";

/** What clients are grouped by on the dashboard. */
export const GROUPINGS = ["none", "stage", "due", "reviewer", "preparer", "ledger"] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** A way to look at the dashboard that a person has named. `layout` null: the plain columns; those of earlier releases left them out. */
const savedView = z.object({
  name: z.string(),
  filter: z.string(),
  groupBy: z.enum(GROUPINGS),
  orders: z.array(z.object({ column: z.string(), descending: z.boolean() })).optional(),
  layout: z.string().nullable().optional(),
});
export type SavedView = z.infer<typeof savedView>;

interface DashboardView {
  readonly groupBy: Grouping;
  readonly saved: readonly SavedView[];
}

const KEY = "tieout.dashboard-views";
const GROUPING_KEY = "tieout.dashboard-grouping";

export const useDashboardView = create<DashboardView>(() => {
  const grouping = window.localStorage.getItem(GROUPING_KEY);
  return { groupBy: GROUPINGS.find((one) => one === grouping) ?? "none", saved: readViews(window.localStorage.getItem(KEY)) };
});

export function changeGrouping(groupBy: Grouping): void {
  window.localStorage.setItem(GROUPING_KEY, groupBy);
  useDashboardView.setState({ groupBy });
}

/** Keeps the filter, the grouping, and the grid's order and columns under a name; one of the same name gives way. */
export function saveView(name: string, grid: Pick<SavedView, "orders" | "layout">): void {
  const { saved, groupBy } = useDashboardView.getState();
  const view: SavedView = { name, filter: usePlace.getState().clientFilter, groupBy, ...grid };
  keep([...saved.filter((other) => other.name !== name), view].sort((a, b) => a.name.localeCompare(b.name)));
}

export function forgetView(name: string): void {
  keep(useDashboardView.getState().saved.filter((view) => view.name !== name));
}

/** Filters and groups as a view says; its order and columns are the grid's own affair. */
export function openView({ filter, groupBy }: SavedView): void {
  usePlace.setState({ clientFilter: filter });
  changeGrouping(groupBy);
}

function keep(saved: readonly SavedView[]): void {
  window.localStorage.setItem(KEY, JSON.stringify(saved));
  useDashboardView.setState({ saved });
}

/** Views as they were kept; none when the text is no list of them. */
function readViews(text: string | null): readonly SavedView[] {
  if (text === null) return [];
  try {
    const kept = JSON.parse(text) as unknown;
    const views = Array.isArray(kept) ? kept.map((view) => savedView.safeParse(view)) : [];
    return views.flatMap((view) => (view.success ? [view.data] : []));
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}
