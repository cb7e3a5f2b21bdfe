import type { SavedView } from "../../../state/views/dashboard-view.ts";
import { keepLayout, keptLayout, readLayout } from "../../../ui/grid/state/column-layout.ts";
import { keepOrders, keptOrders } from "../../../ui/grid/state/use-grid-view.ts";

/** The grid of the dashboard. */
const GRID = "clients";

/** The order and the columns of the dashboard as they are now, for a view. */
export function gridLook(): Pick<SavedView, "orders" | "layout"> {
  const layout = keptLayout(GRID);
  return { orders: [...keptOrders(GRID)], layout: layout === null ? null : JSON.stringify(layout) };
}

/** Orders and arranges the dashboard as a view says; what the view left out stays. */
export function showGridLook({ orders, layout }: SavedView): void {
  if (orders !== undefined) keepOrders(GRID, orders);
  if (layout !== undefined) keepLayout(GRID, layout === null ? null : readLayout(layout));
}
