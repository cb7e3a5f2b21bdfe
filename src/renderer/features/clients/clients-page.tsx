import { Compass, FlaskConical, Plus, RefreshCw } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import type { ClientRow } from "#shared/contract/clients/clients.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { shownState } from "../../format/labels/sync-labels.ts";
import { t } from "../../language/t.ts";
import { useCoreCommand } from "../../state/core/core-query.ts";
import { useDashboardView, VIEW_ACTS } from "../../state/views/dashboard-view.ts";
import { toggleChosen, useChosenClients } from "../../state/views/selected-clients.ts";
import { announce } from "../../state/window/announcements.ts";
import { clientAddress, usePlace } from "../../state/window/screen-address.ts";
import { startTour } from "../../state/window/tour.ts";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import { Button, ButtonLink } from "../../ui/controls/button.tsx";
import { Chip } from "../../ui/controls/chip.tsx";
import { classes } from "../../ui/controls/classes.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { RoleNote } from "../../ui/feedback/role-note.tsx";
import { UndoMessage } from "../../ui/feedback/undo-message.tsx";
import { GridFilterChips, GridFilterField } from "../../ui/filters/grid-filter-field.tsx";
import { DataGrid } from "../../ui/grid/data-grid.tsx";
import type { GridView } from "../../ui/grid/state/use-grid-view.ts";
import { BulkBar } from "./bulk/bulk-bar.tsx";
import { ClientsFooter, FooterRoom } from "./clients-footer.tsx";
import styles from "./clients-page.module.css";
import type { DashboardLine, DashboardRow } from "./dashboard-rows.ts";
import { FirstSyncNote } from "./first-sync-note.tsx";
import type { SteadyOrder } from "./stable-order.ts";
import { useDashboard } from "./use-dashboard.ts";
import { ViewsMenu } from "./views/views-menu.tsx";
import { Welcome } from "./welcome.tsx";

/** The firm's dashboard: a row per client, worst first. */
export function ClientsPage() {
  const { list, all, rows, columns, view, lines, filter, order, onRange, hold } = useDashboard();
  const [selected, setSelected] = useState<readonly DashboardLine[]>([]);
  const marked = useChosenClients((state) => state.ids);
  if (list.data !== undefined && all.length === 0) return <Welcome />;
  // With rows in hand a failure to ask again is the link's affair, and the bar at the top says so.
  if (list.data === undefined && list.error !== null) {
    return (
      <>
        <div className={layout.toolbar}>
          <h1 className={styles.lone}>{t("Clients")}</h1>
        </div>
        <div className={layout.note}>
          <FailureNote failure={list.error.failure} />
        </div>
      </>
    );
  }
  const waiting = list.isPending;
  const ranged = selected.flatMap((line) => (line.kind === "client" ? [line.row.clientId] : []));
  const chosen = rows.filter(({ clientId }) => marked.includes(clientId) || (ranged.length > 1 && ranged.includes(clientId)));
  const below = (hidden: ReactNode) => (
    <>
      <UndoMessage clientId={VIEW_ACTS} />
      <BulkBar rows={chosen} columns={columns} />
      {list.data === undefined ? (
        <FooterRoom />
      ) : (
        <ClientsFooter {...{ filter, hidden }} rows={chosen.length > 0 ? chosen : view.lines} chosen={chosen.length > 0} />
      )}
    </>
  );
  return (
    <>
      <Bar all={all} view={view} order={order} />
      <RoleNote place={layout.note} />
      <FirstSyncNote rows={all} />
      <GridFilterChips view={view} />
      {!waiting && view.shown === 0 ? (
        <>
          <EmptyState state="filtered" title={t("No clients match the filter")}>
            <Button onClick={() => usePlace.setState({ clientFilter: "" })}>{t("Clear filter")}</Button>
          </EmptyState>
          {below(null)}
        </>
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: being here only keeps the rows in their places
        <div
          className={layout.column}
          onPointerEnter={() => hold.pointer(true)}
          onPointerLeave={({ currentTarget }) => {
            hold.pointer(false);
            // A button that was disabled with the focus lost it without a word.
            hold.focus(currentTarget.contains(document.activeElement));
          }}
          onFocus={() => hold.focus(true)}
          // From one row to another it stays here: rows that moved between a press and its click would open another client.
          onBlur={({ currentTarget, relatedTarget }) => hold.focus(currentTarget.contains(relatedTarget))}
        >
          <Rows {...{ columns, lines, view, waiting, onRange, below }} onSelect={setSelected} />
        </div>
      )}
    </>
  );
}

interface RowsProps extends Pick<ReturnType<typeof useDashboard>, "columns" | "lines" | "view" | "onRange"> {
  readonly waiting: boolean;
  readonly onSelect: (lines: readonly DashboardLine[]) => void;
  readonly below: (hidden: ReactNode) => ReactNode;
}

function Rows({ columns, lines, view, waiting, onRange, onSelect, below }: RowsProps) {
  const [, navigate] = useHashLocation();
  const { sort, thenBy, onSort, sortsAll } = view.grid;
  const onKey = (event: KeyboardEvent, line: DashboardLine): boolean => {
    if (event.key !== " " || line.kind !== "client" || event.target instanceof HTMLButtonElement) return false;
    toggleChosen(line.row.clientId);
    return true;
  };
  return (
    <DataGrid
      label={t("Clients")}
      layoutId="clients"
      columns={columns}
      rowCount={lines.length}
      rowAt={(index) => lines[index]}
      keyOf={({ key }) => key}
      indexOf={(key) => lines.findIndex((line) => line.key === key)}
      {...{ sort, thenBy, onSort, sortsAll, onSelect, onRange, onKey }}
      busy={waiting}
      fits
      // Which columns fit isn't known before the rows are.
      below={(hidden) => below(waiting ? null : hidden)}
      onOpen={(line) => {
        if (line.kind === "client") navigate(placeOf(line.row));
      }}
    />
  );
}

/** Where a client opens: at its overview, while it is first read at its reading, or at the connection that it lacks. */
function placeOf(row: ClientRow): string {
  if (row.ledger === null && shownState(row) !== "connecting") return `/connect/${row.clientId}`;
  return clientAddress(row.clientId, row.asOf === null ? "sync" : "overview");
}

interface BarProps {
  readonly all: readonly ClientRow[];
  readonly view: GridView<DashboardRow>;
  readonly order: SteadyOrder<ClientRow>;
}

function Bar({ all, view, order }: BarProps) {
  const { shown } = view;
  const sorted = view.grid.sort !== undefined;
  const { groupBy } = useDashboardView();
  // Where all are alike, such as before the first sync, they are by name.
  const isRanked = all.some(({ rank }) => rank !== all[0]?.rank);
  const urgentFirst = !sorted && groupBy === "none" && order.moved === 0 && shown > 1 && isRanked;
  return (
    <div className={layout.toolbar}>
      <h1 className={styles.title}>{t("Clients")}</h1>
      {all.length > 0 && all.every((row) => row.demo) ? (
        <Chip tone="neutral" word={t("Demo firm")} icon={FlaskConical} title={t("Sample clients on practice ledgers inside this app")} />
      ) : null}
      {all.some((row) => row.demo) ? (
        <Button kind="quiet" icon={<Compass size={14} aria-hidden />} onClick={startTour}>
          {t("Take the tour")}
        </Button>
      ) : null}
      <GridFilterField view={view} label={t("Filter clients by name, ledger or status")} placeholder={t("Name, ledger or status")} />
      <ViewsMenu />
      <span className={text.mutedSmall}>
        {all.length === 0
          ? null
          : shown === all.length
            ? t("{all, plural, one {1 client} other {{shown} clients}}", { all: all.length, shown: formatCount(all.length) })
            : t("{shown} of {all, plural, one {1 client} other {{count} clients}}", {
                shown: formatCount(shown),
                all: all.length,
                count: formatCount(all.length),
              })}
      </span>
      {order.moved === 0 || sorted ? null : (
        <Button
          kind="quiet"
          onClick={order.show}
          title={t("Puts the most urgent clients first again. Rows stay in place while clients sync or you're working in the list.")}
        >
          {t("Re-sort list")}
        </Button>
      )}
      {/* In the room that is left: it must not push the buttons into a second line. */}
      <span className={classes(text.growingLine, text.mutedSmall)}>
        {urgentFirst ? (
          <span title={t("Applies until you sort by a column. Hover over “Client” for the order of urgency.")}>
            {t("Most urgent first")}
          </span>
        ) : null}
      </span>
      <ButtonLink needs="preparer" href="#/connect" icon={<Plus size={14} aria-hidden />}>
        {t("Connect a ledger")}
      </ButtonLink>
      <SyncAll />
    </div>
  );
}

function SyncAll() {
  const syncAll = useCoreCommand("sync.start");
  return (
    <>
      {syncAll.error === null ? null : <span className={text.failed}>{syncAll.error.failure.message}</span>}
      <Button
        needs="preparer"
        kind="primary"
        icon={<RefreshCw size={14} aria-hidden />}
        disabled={syncAll.isPending}
        aria-busy={syncAll.isPending}
        title={t("Syncs every client that has a ledger and isn't paused")}
        onClick={() =>
          syncAll.mutate({}, { onSuccess: () => announce(t("Sync started for every client that has a ledger and isn't paused.")) })
        }
      >
        {syncAll.isPending ? t("Starting…") : t("Sync all")}
      </Button>
    </>
  );
}
