import type { QueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { ClientRow } from "#shared/contract/clients/clients.ts";
import type { CloseBoardRow } from "#shared/contract/close/close.ts";
import { later, nowMs, today } from "../../api/clock.ts";
import { askAhead, useCoreQuery } from "../../state/core/core-query.ts";
import { useOffline } from "../../state/core/offline.ts";
import { useDashboardView } from "../../state/views/dashboard-view.ts";
import { usePlace } from "../../state/window/screen-address.ts";
import { useWideWindow } from "../../state/window/wide-window.ts";
import { useGridView } from "../../ui/grid/state/use-grid-view.ts";
import { clientColumns, isAged } from "./client-columns.tsx";
import { clientText, STATUS_PHRASES } from "./client-filter.ts";
import { type DashboardLine, type DashboardRow, dashboardLines, dashboardRows, isCloseComing, isMoving } from "./dashboard-rows.ts";
import { lineColumns } from "./group-row-columns.tsx";
import { INSIGHT_COLUMNS } from "./insight-columns.tsx";
import { useSteadyOrder } from "./stable-order.ts";
import { useInsights } from "./use-insights.ts";

const ROWS_WAIT_MS = 150;
const NO_ROWS: readonly ClientRow[] = [];
const idOf = ({ clientId }: ClientRow): string => clientId;

/**
 * Asks for what the dashboard's rows show before the window is drawn.
 * @returns when the answers are there, or were waited for long enough: a slow core doesn't keep the window from people
 */
export function askForRows(client: QueryClient): Promise<unknown> {
  const answers = Promise.all([askAhead(client, "clients.list", {}), askAhead(client, "close.board", {})]);
  const patience = new Promise<void>((end) => later(ROWS_WAIT_MS, end));
  return Promise.race([answers, patience]);
}

/** Everything that the dashboard shows: rows in an order that stays while they move, filtered, sorted and grouped. */
export function useDashboard() {
  const list = useCoreQuery("clients.list", {});
  const board = useCoreQuery("close.board", {});
  const offline = useOffline();
  const filter = usePlace((state) => state.clientFilter);
  const { groupBy } = useDashboardView();
  const [range, setRange] = useState<readonly [number, number]>([0, 0]);
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const all = list.data?.rows ?? NO_ROWS;
  const moving = all.some((row) => isMoving(row, nowMs()));
  const order = useSteadyOrder(all, idOf, pointed || focused || moving || isLooking(all, board.data?.rows));
  const [shownIds, setShownIds] = useState<readonly string[]>([]);
  const insights = useInsights(list.data !== undefined && board.data !== undefined, shownIds);
  const demo = all.filter((row) => row.demo).length;
  const mixed = demo > 0 && demo < all.length;
  const wide = useWideWindow();
  const day = today();
  const aged = all.some(isAged);
  const own = useMemo(() => clientColumns({ mixed, wide, today: day, aged }), [mixed, wide, day, aged]);
  const columns = useMemo(() => lineColumns(own), [own]);
  const clientKeys = order.rows.map(idOf).join(" ");
  // The order is a list of its own at every drawing; rows that say the same in the same order are the same.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const rows = useMemo(
    () => dashboardRows(order.rows, board.data?.rows ?? [], insights, offline),
    [all, clientKeys, board.data, insights, offline],
  );
  const view = useGridView<DashboardRow>({
    id: "clients",
    columns: own,
    lines: rows,
    keyOf: idOf,
    alsoIn: clientText,
    phrases: STATUS_PHRASES,
    typed: { text: filter, setText: (text) => usePlace.setState({ clientFilter: text }) },
  });
  const lines = useMemo(() => dashboardLines(view.lines, groupBy), [view.lines, groupBy]);
  // Who sorts or filters by what is filled by and by needs all of it.
  const needsAll = [view.grid.sort, ...(view.grid.thenBy ?? [])].some((sort) => sort !== undefined && INSIGHT_COLUMNS.has(sort.column));
  const inSight = needsAll || filter.includes(":") ? all.map(idOf) : idsOf(lines.slice(range[0], range[1] + 1));
  if (inSight.join(" ") !== shownIds.join(" ")) setShownIds(inSight);
  return {
    ...{ list, all, rows, columns, view, lines, filter, order },
    onRange: (first: number, last: number) => {
      if (first !== range[0] || last !== range[1]) setRange([first, last]);
    },
    // Each of them keeps the rows in their places.
    hold: { pointer: setPointed, focus: setFocused },
  };
}

/** While first looks at closes are under way, each of them would move rows: they move once, after the last. */
function isLooking(rows: readonly ClientRow[], board: readonly CloseBoardRow[] = []): boolean {
  const unknown = board.filter(({ status, outdated }) => status === null && outdated);
  if (unknown.length === 0) return false;
  const closes = new Map(unknown.map((close) => [close.clientId, close]));
  return rows.some((row) => {
    const close = closes.get(row.clientId);
    return close !== undefined && isCloseComing({ ...row, close });
  });
}

function idsOf(lines: readonly DashboardLine[]): readonly string[] {
  return lines.flatMap((line) => (line.kind === "client" ? [line.row.clientId] : []));
}
