import { create } from "zustand";
import { usePlace } from "./place.ts";

/** What clients are grouped by on the dashboard. */
export const GROUPINGS = ["none", "stage", "due", "reviewer", "preparer", "ledger"] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** A way to look at the dashboard that a person has named. */
export interface SavedView {
  readonly name: string;
  readonly filter: string;
  readonly groupBy: Grouping;
}

interface DashboardView {
  readonly groupBy: Grouping;
  readonly saved: readonly SavedView[];
}

const KEY = "tieout.dashboard-views";

export const useDashboardView = create<DashboardView>(() => ({ groupBy: "none", saved: readViews(window.localStorage.getItem(KEY)) }));

export function changeGrouping(groupBy: Grouping): void {
  useDashboardView.setState({ groupBy });
}

/** Keeps the filter and the grouping under a name; one of the same name gives way. */
export function saveView(name: string): void {
  const { saved, groupBy } = useDashboardView.getState();
  const view: SavedView = { name, filter: usePlace.getState().clientFilter, groupBy };
  keep([...saved.filter((other) => other.name !== name), view].sort((a, b) => a.name.localeCompare(b.name)));
}

export function forgetView(name: string): void {
  keep(useDashboardView.getState().saved.filter((view) => view.name !== name));
}

export function openView({ filter, groupBy }: SavedView): void {
  usePlace.setState({ clientFilter: filter });
  useDashboardView.setState({ groupBy });
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
    return Array.isArray(kept) ? kept.filter(isView) : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

function isView(value: unknown): value is SavedView {
  const view = value as Partial<Record<keyof SavedView, unknown>> | null;
  return (
    typeof view === "object" &&
    typeof view?.name === "string" &&
    typeof view.filter === "string" &&
    GROUPINGS.some((grouping) => grouping === view.groupBy)
  );
}
