import { create } from "zustand";

/** How the figures of a chart are shown: as bars, as a table, or not at all. */
export const CHART_VIEWS = ["bars", "table", "off"] as const;
export type ChartView = (typeof CHART_VIEWS)[number];

const KEY = "tieout.statement-chart";

const useChartViews = create<{ readonly view: ChartView }>(() => ({ view: readView(window.localStorage.getItem(KEY)) }));

/** How the chart above statements is shown; kept for the next time. */
export function useChartView(): ChartView {
  return useChartViews((state) => state.view);
}

export function changeChartView(view: ChartView): void {
  window.localStorage.setItem(KEY, view);
  useChartViews.setState({ view });
}

function readView(stored: string | null): ChartView {
  return CHART_VIEWS.find((view) => view === stored) ?? "bars";
}
