import { useMemo } from "react";
import type { DocumentFilter, DocumentListRow, DocumentSortKey } from "#shared/contract/documents.ts";
import { ActNote } from "../../blocks/act-note.tsx";
import { PanelSide } from "../../blocks/panel-side.tsx";
import { usePanels } from "../../blocks/use-panels.ts";
import { Button } from "../../components/button.tsx";
import { DataGrid } from "../../components/data-grid.tsx";
import { EmptyNote } from "../../components/empty-note.tsx";
import { FailureNote } from "../../components/failure-note.tsx";
import { formatCount } from "../../format/amount.ts";
import { t } from "../../language/t.ts";
import { changeDocumentFilter, clearDocumentFilter, useDocumentFilter } from "../../state/document-filters.ts";
import { useClientSync } from "../../state/live-sync.ts";
import { PanelsContext } from "../../state/panels.ts";
import { clientAddress, documentAddress } from "../../state/place.ts";
import { popOut } from "../../state/pop-out.ts";
import { documentColumns } from "./document-columns.tsx";
import { DocumentPanel } from "./document-panel.tsx";
import styles from "./documents-page.module.css";
import { FilterBar } from "./filter-bar.tsx";
import { activeFilters } from "./filter-words.ts";
import { nextOrder } from "./next-order.ts";
import { TotalsFooter } from "./totals-footer.tsx";
import { askedFilter } from "./typed-filter.ts";
import { useDocumentList } from "./use-document-list.ts";

const DOCUMENT_COLUMNS = documentColumns();

/** A client's documents: filters above, the list, totals below, one document at the side. */
export function DocumentsPage({ clientId, documentId: part }: { readonly clientId: string; readonly documentId: string | null }) {
  const panels = usePanels(clientId, "documents", part);
  const documentId = panels.own;
  const filter = useDocumentFilter(clientId);
  const asked = useMemo(() => askedFilter(filter), [filter]);
  const list = useDocumentList(clientId, asked);
  const sync = useClientSync(clientId);
  const narrow = part !== null;
  const empty = list.total === 0;
  return (
    <PanelsContext value={panels}>
      <div className={styles.page}>
        <div className={styles.list}>
          <FilterBar clientId={clientId} filter={filter} />
          {list.failure === null ? null : (
            <div className={styles.note}>
              <FailureNote failure={list.failure} />
            </div>
          )}
          {list.moved === 0 ? null : <MovedOffer moved={list.moved} onShow={list.refresh} />}
          {empty ? (
            <Nothing clientId={clientId} filter={filter} />
          ) : (
            <DataGrid
              label={t("Documents")}
              layoutId="documents"
              readRows={list.readRows}
              columns={DOCUMENT_COLUMNS}
              rowCount={list.rowCount}
              rowAt={list.rowAt}
              keyOf={(row) => row.id}
              beside={narrow}
              minWidth={900}
              busy={list.total === null}
              openKey={documentId ?? undefined}
              onOpen={(row) => panels.openOwn(row.id)}
              onPopOut={(row) => popOut(documentAddress(clientId, row.id))}
              rowClass={(row: DocumentListRow) => (row.removed ? styles.gone : undefined)}
              sort={{ column: filter.sort ?? "issueDate", descending: filter.descending ?? true }}
              thenBy={(filter.thenBy ?? []).map(({ sort, descending }) => ({ column: sort, descending }))}
              onSort={(column, further) => changeDocumentFilter(clientId, nextOrder(filter, column as DocumentSortKey, further))}
              onRange={list.onRange}
            />
          )}
          <TotalsFooter totals={list.totals} incomplete={sync.data !== undefined && sync.data.asOf === null} />
          <ActNote clientId={clientId} />
        </div>
        <PanelSide
          clientId={clientId}
          panels={panels}
          own={(id) => <DocumentPanel key={id} clientId={clientId} documentId={id} onClose={panels.close} />}
        />
      </div>
    </PanelsContext>
  );
}

function MovedOffer({ moved, onShow }: { readonly moved: number; readonly onShow: () => void }) {
  return (
    <div className={styles.moved} role="status">
      {moved > 0
        ? t("{moved} new since this list was read", { moved: formatCount(moved) })
        : t("Some documents no longer match since this list was read")}
      <Button onClick={onShow}>{t("Show")}</Button>
    </div>
  );
}

function Nothing({ clientId, filter }: { readonly clientId: string; readonly filter: DocumentFilter }) {
  if (activeFilters(filter).length === 0) {
    return (
      <EmptyNote title={t("No documents have been read yet")}>
        <p>{t("They appear here as soon as the first page has come in.")}</p>
        <a href={`#${clientAddress(clientId, "sync")}`}>{t("See how reading stands")}</a>
      </EmptyNote>
    );
  }
  return (
    <EmptyNote title={t("No document matches the filters")}>
      <Button onClick={() => clearDocumentFilter(clientId)}>{t("Clear the filters")}</Button>
    </EmptyNote>
  );
}
