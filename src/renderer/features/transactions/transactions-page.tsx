import { type ReactNode, useMemo } from "react";
import type { DocumentFilter, DocumentListRow, DocumentSortKey } from "#shared/contract/books/documents.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { isVoid } from "../../format/labels/transaction-labels.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useCanStartSync, useClientSync } from "../../state/core/live-sync.ts";
import { changeDocumentFilter, clearDocumentFilter, useDocumentFilter } from "../../state/views/transaction-filters.ts";
import { PanelsContext } from "../../state/window/panels.ts";
import { popOut } from "../../state/window/pop-out.ts";
import { clientAddress, documentAddress } from "../../state/window/screen-address.ts";
import layout from "../../styles/layout.module.css";
import { NotSynced } from "../../ui/connection/not-synced.tsx";
import { Button } from "../../ui/controls/button.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { UndoMessage } from "../../ui/feedback/undo-message.tsx";
import { DataGrid } from "../../ui/grid/data-grid.tsx";
import { PanelStack } from "../../ui/layout/panel-stack.tsx";
import { usePanels } from "../../ui/layout/use-panels.ts";
import { DocumentPanel } from "./detail/transaction-panel.tsx";
import { FilterBar } from "./filters/filter-bar.tsx";
import { activeFilters } from "./filters/filter-labels.ts";
import { askedFilter } from "./filters/typed-filter.ts";
import { nextOrder } from "./next-sort-order.ts";
import { TotalsFooter } from "./totals-footer.tsx";
import { documentColumns } from "./transaction-columns.tsx";
import styles from "./transactions-page.module.css";
import { useDocumentList } from "./use-transaction-list.ts";

const DOCUMENT_COLUMNS = documentColumns();

/** A client's documents: filters above, the list, totals below, one document at the side. */
export function DocumentsPage({ clientId, documentId: part }: { readonly clientId: string; readonly documentId: string | null }) {
  const panels = usePanels(clientId, "documents", part);
  const documentId = panels.own;
  const filter = useDocumentFilter(clientId);
  const asked = useMemo(() => askedFilter(filter), [filter]);
  const list = useDocumentList(clientId, asked);
  const sync = useClientSync(clientId);
  const filtered = activeFilters(filter).length > 0;
  const totals = (hidden: ReactNode) => <Totals clientId={clientId} list={list} filtered={filtered} hidden={hidden} />;
  const narrow = part !== null;
  const empty = list.total === 0;
  return (
    <PanelsContext value={panels}>
      <div className={layout.row}>
        <div className={styles.list}>
          <FilterBar clientId={clientId} filter={filter} beside={narrow} />
          {list.failure === null ? null : (
            <div className={layout.note}>
              <FailureNote failure={list.failure} />
            </div>
          )}
          {list.moved === 0 && !list.changed ? null : <MovedOffer moved={list.moved} onShow={list.refresh} />}
          {empty ? (
            <Nothing clientId={clientId} filter={filter} synced={sync.data !== undefined && sync.data.asOf !== null} />
          ) : list.failure !== null && list.total === null ? (
            <div className={layout.grow} />
          ) : (
            <DataGrid
              label={t("Transactions")}
              layoutId="documents"
              readRows={list.readRows}
              columns={DOCUMENT_COLUMNS}
              rowCount={list.rowCount}
              rowAt={list.rowAt}
              keyOf={(row) => row.id}
              beside={narrow}
              busy={list.total === null}
              openKey={documentId ?? undefined}
              onOpen={(row) => panels.openOwn(row.id)}
              onPopOut={(row) => popOut(documentAddress(clientId, row.id))}
              rowClass={(row: DocumentListRow) => (row.removed || isVoid(row.status) ? styles.gone : undefined)}
              sort={{ column: filter.sort ?? "issueDate", descending: filter.descending ?? true }}
              thenBy={(filter.thenBy ?? []).map(({ sort, descending }) => ({ column: sort, descending }))}
              onSort={(column, further) => changeDocumentFilter(clientId, nextOrder(filter, column as DocumentSortKey, further))}
              onRange={list.onRange}
              below={totals}
            />
          )}
          {empty || (list.failure !== null && list.total === null) ? totals(null) : null}
          <UndoMessage clientId={clientId} />
        </div>
        <PanelStack
          clientId={clientId}
          panels={panels}
          own={(id) => <DocumentPanel key={id} clientId={clientId} documentId={id} onClose={panels.close} />}
        />
      </div>
    </PanelsContext>
  );
}

interface TotalsProps {
  readonly clientId: string;
  readonly list: ReturnType<typeof useDocumentList>;
  readonly filtered: boolean;
  readonly hidden: ReactNode;
}

/** What the list comes to, with what is known of the client's books. */
function Totals({ clientId, list, filtered, hidden }: TotalsProps) {
  const { data: sync } = useClientSync(clientId);
  const base = useCoreQuery("clients.list", {}).data?.rows.find((row) => row.clientId === clientId)?.baseCurrency ?? null;
  const all = useCoreQuery("documents.totals", { clientId, filter: {} }, { enabled: filtered }).data?.count ?? null;
  const statusIsDerived = useCoreQuery("connections.show", { clientId }).data?.capabilities?.statusIsDerived === true;
  if (list.failure !== null && list.totals === null) return hidden;
  return (
    <TotalsFooter
      totals={list.totals}
      all={filtered ? all : null}
      incomplete={sync !== undefined && sync.asOf === null && sync.state !== "never_synced"}
      unread={sync?.state === "never_synced"}
      base={base}
      statusIsDerived={statusIsDerived}
      hidden={hidden}
    />
  );
}

function MovedOffer({ moved, onShow }: { readonly moved: number; readonly onShow: () => void }) {
  return (
    <div className={styles.moved} role="status">
      {moved > 0
        ? t("{moved, plural, one {1 more transaction} other {{count} more transactions}} since this list was loaded", {
            moved,
            count: formatCount(moved),
          })
        : moved < 0
          ? t("Some transactions no longer belong in this list")
          : t("Some transactions in this list have changed since it was loaded")}
      <Button onClick={onShow}>{moved > 0 ? t("Show") : t("Refresh")}</Button>
    </div>
  );
}

interface NothingProps {
  readonly clientId: string;
  readonly filter: DocumentFilter;
  readonly synced: boolean;
}

function Nothing({ clientId, filter, synced }: NothingProps) {
  const canStart = useCanStartSync(clientId);
  const isFiltered = activeFilters(filter).length > 0;
  if (!isFiltered && !synced) {
    return (
      <NotSynced clientId={clientId} canStart={canStart} title={t("No transactions synced yet")}>
        {t("Transactions appear here during the first sync.")}
      </NotSynced>
    );
  }
  if (!isFiltered) {
    return (
      <EmptyState title={t("No transactions in the ledger")}>
        <p>{t("New transactions appear here after the next sync.")}</p>
        <a href={`#${clientAddress(clientId, "sync")}`}>{t("See sync status")}</a>
      </EmptyState>
    );
  }
  return (
    <EmptyState state="filtered" title={t("No transactions match the filter")}>
      <Button onClick={() => clearDocumentFilter(clientId)}>{t("Clear filter")}</Button>
    </EmptyState>
  );
}
