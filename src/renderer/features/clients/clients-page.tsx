import { FlaskConical, Plus, RefreshCw } from "lucide-react";
import { useMemo, useState } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import type { ClientRow } from "#shared/contract/clients.ts";
import { GridFilterChips, GridFilterField } from "../../blocks/grid-filter-field.tsx";
import { Button, ButtonLink } from "../../components/button.tsx";
import { Chip } from "../../components/chip.tsx";
import { DataGrid } from "../../components/data-grid.tsx";
import { EmptyNote } from "../../components/empty-note.tsx";
import { FailureNote } from "../../components/failure-note.tsx";
import { type GridView, useGridView } from "../../components/use-grid-view.ts";
import { formatCount } from "../../format/amount.ts";
import { shownState } from "../../format/sync-words.ts";
import { t } from "../../language/t.ts";
import { announce } from "../../state/announcements.ts";
import { useCoreCommand, useCoreQuery } from "../../state/core-query.ts";
import { useDashboardView } from "../../state/dashboard-view.ts";
import { clientAddress, usePlace } from "../../state/place.ts";
import { startTour } from "../../state/tour.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { clientColumns } from "./client-columns.tsx";
import { clientText } from "./client-filter.ts";
import { ClientsFooter } from "./clients-footer.tsx";
import styles from "./clients-page.module.css";
import { type DashboardLine, type DashboardRow, dashboardLines, dashboardRows } from "./dashboard-lines.ts";
import { lineColumns } from "./line-columns.tsx";
import { ViewsMenu } from "./views-menu.tsx";
import { Welcome } from "./welcome.tsx";

const NO_ROWS: readonly ClientRow[] = [];
const WAITING_ROWS = 14;

/** The firm's dashboard: a row per client, worst first. */
export function ClientsPage() {
  const [, navigate] = useHashLocation();
  const list = useCoreQuery("clients.list", {});
  const filter = usePlace((state) => state.clientFilter);
  const all = list.data?.rows ?? NO_ROWS;
  const board = useCoreQuery("close.board", {});
  const { groupBy } = useDashboardView();
  const [selected, setSelected] = useState<readonly DashboardLine[]>([]);
  const demo = all.filter((row) => row.demo).length;
  const mixed = demo > 0 && demo < all.length;
  const own = useMemo(() => clientColumns(mixed), [mixed]);
  const columns = useMemo(() => lineColumns(own), [own]);
  const closes = useMemo(() => dashboardRows(all, board.data?.rows ?? []), [all, board.data]);
  const view = useGridView({
    id: "clients",
    columns: own,
    lines: closes,
    keyOf: ({ clientId }) => clientId,
    alsoIn: clientText,
    typed: { text: filter, setText: (text) => usePlace.setState({ clientFilter: text }) },
  });
  const lines = useMemo(() => dashboardLines(view.lines, groupBy), [view.lines, groupBy]);
  const { sort, thenBy, onSort, sortsAll } = view.grid;
  if (list.data !== undefined && all.length === 0) return <Welcome />;
  // With rows in hand a failure to ask again is the link's affair, and the bar at the top says so.
  if (list.data === undefined && list.error !== null) {
    return (
      <div className={styles.failure}>
        <h1>{t("Clients")}</h1>
        <FailureNote failure={list.error.failure} />
      </div>
    );
  }
  const waiting = list.isPending;
  return (
    <>
      <Bar all={all} view={view} />
      <GridFilterChips view={view} />
      {!waiting && view.shown === 0 ? (
        <EmptyNote title={t("No client matches the filter")}>
          <p>{t('The filter is "{filter}".', { filter })}</p>
          <Button onClick={() => usePlace.setState({ clientFilter: "" })}>{t("Clear the filter")}</Button>
        </EmptyNote>
      ) : (
        <DataGrid
          label={t("Clients")}
          layoutId="clients"
          columns={columns}
          rowCount={waiting ? WAITING_ROWS : lines.length}
          rowAt={(index) => lines[index]}
          keyOf={({ key }) => key}
          indexOf={(key) => lines.findIndex((line) => line.key === key)}
          {...{ sort, thenBy, onSort, sortsAll }}
          minWidth={1180}
          busy={waiting}
          onSelect={setSelected}
          onOpen={(line) => {
            if (line.kind === "client") navigate(placeOf(line.row));
          }}
        />
      )}
      <BulkBar rows={selected.flatMap((line) => (line.kind === "client" ? [line.row] : []))} />
      <ClientsFooter rows={all} filter={filter} />
    </>
  );
}

/** Where a client opens: at its overview, while it is first read at its reading, or at the connection that it lacks. */
function placeOf(row: ClientRow): string {
  if (row.ledger === null && shownState(row) !== "connecting") return `/connect/${row.clientId}`;
  return clientAddress(row.clientId, row.asOf === null ? "sync" : "overview");
}

function Bar({ all, view }: { readonly all: readonly ClientRow[]; readonly view: GridView<DashboardRow> }) {
  const { shown } = view;
  const syncAll = useCoreCommand("sync.start");
  return (
    <div className={styles.bar}>
      <h1>{t("Clients")}</h1>
      {all.length > 0 && all.every((row) => row.demo) ? (
        <Chip tone="neutral" word={t("Demo firm")} icon={FlaskConical} title={t("Made-up clients on simulated ledgers inside this app")} />
      ) : null}
      {all.some((row) => row.demo) ? (
        <Button kind="quiet" onClick={startTour}>
          {t("Show me around")}
        </Button>
      ) : null}
      <span className={styles.count}>
        {shown === all.length
          ? formatCount(all.length)
          : t("{shown} of {all}", { shown: formatCount(shown), all: formatCount(all.length) })}
      </span>
      <GridFilterField
        view={view}
        label={t("Filter clients by name, ledger or state")}
        placeholder={t("Name, ledger, state; docs:>1000  ( / )")}
      />
      <ViewsMenu />
      <span className={styles.space} />
      {syncAll.error === null ? null : <span className={styles.problem}>{syncAll.error.failure.message}</span>}
      <ButtonLink href="#/connect" icon={<Plus size={14} aria-hidden />}>
        {t("Connect a ledger")}
      </ButtonLink>
      <Button
        kind="primary"
        icon={<RefreshCw size={14} aria-hidden />}
        disabled={syncAll.isPending}
        title={t("Reads every client that is not paused")}
        onClick={() => syncAll.mutate({}, { onSuccess: () => announce(t("Reading has started for every client that is not paused.")) })}
      >
        {t("Sync all")}
      </Button>
    </div>
  );
}
