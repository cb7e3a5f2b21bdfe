import { z } from "zod";
import { create } from "zustand";
import { t } from "../../language/t.ts";
import { forgetLastAct, offerUndo } from "../core/undo.ts";
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

/** Under this name acts on saved views are kept for Undo. */
export const VIEW_ACTS = "saved views";

/** Keeps the filter, the grouping, and the grid's order and columns under a name; one of the same name gives way, which can be undone. */
export function saveView(name: string, grid: Pick<SavedView, "orders" | "layout">): void {
  const { saved, groupBy } = useDashboardView.getState();
  const before = saved.find((view) => view.name === name);
  putView({ name, filter: usePlace.getState().clientFilter, groupBy, ...grid });
  // Nothing that was deleted before comes back over this one.
  if (before === undefined) forgetLastAct();
  else offerUndo(VIEW_ACTS, t("Saved view “{name}” replaced.", { name }), async () => putView(before));
}

/** Deletes a view, and offers to undo that. */
export function deleteView(view: SavedView): void {
  keep(useDashboardView.getState().saved.filter(({ name }) => name !== view.name));
  offerUndo(VIEW_ACTS, t("Saved view “{name}” deleted.", { name: view.name }), async () => putView(view));
}

function putView(view: SavedView): void {
  const others = useDashboardView.getState().saved.filter(({ name }) => name !== view.name);
  keep([...others, view].sort((a, b) => a.name.localeCompare(b.name)));
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
