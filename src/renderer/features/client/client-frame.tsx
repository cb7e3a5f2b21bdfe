import type { ReactNode } from "react";
import type { ClientRow } from "#shared/contract/clients/clients.ts";
import type { SyncState } from "#shared/contract/sync/sync.ts";
import { formatInstant, formatLongPeriod } from "../../format/dates/date.ts";
import { shownState } from "../../format/labels/sync-labels.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useClientStanding, useClientSync } from "../../state/core/live-sync.ts";
import { useBarMonth } from "../../state/period/selected-range.ts";
import type { ClientScreen } from "../../state/window/screen-address.ts";
import text from "../../styles/text.module.css";
import { NotConnected } from "../../ui/connection/not-connected.tsx";
import { NotSynced } from "../../ui/connection/not-synced.tsx";
import { SyncChip } from "../../ui/connection/status-chip.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import styles from "./client-frame.module.css";
import { ClientNav } from "./client-nav.tsx";
import { Presence } from "./presence.tsx";

/** The frame of a client's screens: its name, its state, and navigation. */
export function ClientFrame({
  clientId,
  screen,
  children,
}: {
  readonly clientId: string;
  readonly screen: ClientScreen;
  readonly children: ReactNode;
}) {
  const month = useBarMonth(clientId);
  const list = useCoreQuery("clients.list", {});
  const sync = useClientSync(clientId);
  const isChecking = useCoreQuery("safety.checking", { clientId }).data?.checking === true;
  const row = list.data?.rows.find((candidate) => candidate.clientId === clientId);
  const { state } = useClientStanding(clientId, row);
  // The firm's figures are updated when a sync ends; before the first one has ended, ask the mirror.
  const mirror = useCoreQuery("documents.totals", { clientId, filter: {} }, { enabled: row?.documents === 0 });
  if (list.data !== undefined && row === undefined) {
    return (
      <EmptyState page title={t("Client not found")}>
        <a href="#/">{t("Go to clients")}</a>
      </EmptyState>
    );
  }
  const documents = Math.max(row?.documents ?? 0, mirror.data?.count ?? 0);
  const connecting = row !== undefined && shownState(row) === "connecting";
  const coming = COMING[screen];
  return (
    <div className={styles.frame} data-client-frame="">
      <div className={styles.side}>
        <div className={styles.who}>
          <h1 className={styles.name}>{row?.name ?? "\u00a0"}</h1>
          <span className={text.label}>
            {[row?.ledger ?? (row === undefined || connecting ? null : t("No ledger")), row?.baseCurrency]
              .filter((fact) => typeof fact === "string")
              .join(", ")}
          </span>
          {state === undefined ? null : <SyncChip state={state} />}
          <Presence clientId={clientId} />
          {isChecking ? (
            <span
              className={text.label}
              title={t("Tieout is checking its local copy for damage. Until the check is done, figures could be wrong.")}
            >
              {t("Checking local copy")}
            </span>
          ) : null}
        </div>
        <ClientNav clientId={clientId} screen={screen} work={{ findings: row?.findings ?? 0 }} />
      </div>
      <div className={styles.content} data-content="">
        <p className={styles.printed}>{printedText(row, month, isChecking)}</p>
        {hasNoBooks(row) && !connecting && screen !== "connection" ? (
          <NotConnected clientId={clientId}>{t("The client's books appear here during the first sync.")}</NotConnected>
        ) : coming !== undefined && isUnread(row, documents, sync.data?.state ?? row?.state) ? (
          <NotSynced clientId={clientId} canStart={row?.ledger != null && (sync.data?.state ?? row.state) === "never_synced"}>
            {coming}
          </NotSynced>
        ) : (
          children
        )}
      </div>
    </div>
  );
}

/** No ledger, and none before: a client that was disconnected keeps what was read. */
function hasNoBooks(row: ClientRow | undefined): boolean {
  return row !== undefined && row.ledger === null && row.asOf === null;
}

/**
 * What will be on the screens that would say that there is nothing, where nothing was read. The others say so themselves, or are of use
 * before a sync.
 */
const COMING: Readonly<Partial<Record<ClientScreen, string>>> = {
  accounts: t("Accounts appear here by type during the first sync."),
  statements: t("Statements appear here during the first sync."),
  aging: t("Open invoices and bills appear here by age during the first sync."),
  spend: t("Spend by vendor appears here during the first sync."),
  schedules: t("Schedules can be added here during the first sync."),
  flux: t("Changes by account appear here during the first sync."),
  // A sync ties out once it's complete.
  "tie-outs": t("Tie-outs appear here after the first sync."),
  checks: t("Possible duplicates, purchase orders and periods appear here during the first sync."),
  findings: t("Exceptions appear here during the first sync."),
};

/** Nothing was read of the books, and nothing is on its way. The list of clients may follow the sync a moment later. */
function isUnread(row: ClientRow | undefined, documents: number, state: SyncState | undefined): boolean {
  const comes = state === "syncing" || state === "queued" || state === "up_to_date";
  return row !== undefined && row.asOf === null && documents === 0 && !comes;
}

/** The heading of a printed screen, where the bars are left out. */
function printedText(row: ClientRow | undefined, month: string, isChecking: boolean): string {
  if (row === undefined) return "";
  const unread = hasNoBooks(row) ? null : t("not fully synced yet, figures incomplete");
  const asOf = row.asOf === null ? unread : t("books as of {asOf}", { asOf: formatInstant(row.asOf) });
  const facts = [
    row.name,
    formatLongPeriod(month),
    row.ledger ?? t("No ledger"),
    asOf,
    isChecking ? t("still checking the local copy for damage") : null,
  ];
  return facts.filter((fact) => fact !== null).join(", ");
}
