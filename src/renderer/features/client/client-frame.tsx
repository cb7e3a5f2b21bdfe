import type { ReactNode } from "react";
import type { ClientRow } from "#shared/contract/clients.ts";
import { SyncChip } from "../../blocks/standing-chip.tsx";
import { EmptyNote } from "../../components/empty-note.tsx";
import { formatInstant, formatPeriod } from "../../format/date.ts";
import { shownState } from "../../format/sync-words.ts";
import { t } from "../../language/t.ts";
import { useBarMonth } from "../../state/chosen-span.ts";
import { useCoreQuery } from "../../state/core-query.ts";
import { useClientSync } from "../../state/live-sync.ts";
import { useOffline } from "../../state/offline.ts";
import type { ClientScreen } from "../../state/place.ts";
import styles from "./client-frame.module.css";
import { ClientNav } from "./client-nav.tsx";

/** What stands around each screen of a client: its name, its state, and the way to its other screens. */
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
  const offline = useOffline();
  const sync = useClientSync(clientId);
  const row = list.data?.rows.find((candidate) => candidate.clientId === clientId);
  // The firm's figures are brought up to date when a read ends; until the first one has, the mirror itself is asked.
  const mirror = useCoreQuery("documents.totals", { clientId, filter: {} }, { enabled: row?.documents === 0 });
  if (list.data !== undefined && row === undefined) {
    return (
      <EmptyNote page title={t("There is no such client")}>
        <a href="#/">{t("To the clients")}</a>
      </EmptyNote>
    );
  }
  const counts: Partial<Record<ClientScreen, number | null>> = {
    documents: row === undefined ? null : Math.max(row.documents, mirror.data?.count ?? 0),
    findings: row?.findings ?? null,
  };
  const connecting = row !== undefined && shownState(row) === "connecting";
  const stands = connecting ? "connecting" : (sync.data?.state ?? row?.state);
  // What was up to date when the ledger was last reached can not be called so now.
  const state = offline && stands === "up_to_date" ? "offline" : stands;
  return (
    <div className={styles.frame}>
      <div className={styles.side}>
        <div className={styles.who}>
          <h1 className={styles.name}>{row?.name ?? "\u00a0"}</h1>
          <span className={styles.facts}>
            {[row?.ledger ?? (row === undefined || connecting ? null : t("no ledger")), row?.baseCurrency]
              .filter((fact) => typeof fact === "string")
              .join(", ")}
          </span>
          {state === undefined ? null : <SyncChip state={state} />}
        </div>
        <ClientNav clientId={clientId} screen={screen} counts={counts} />
      </div>
      <div className={styles.content}>
        <p className={styles.printed}>{printedWords(row, month)}</p>
        {children}
      </div>
    </div>
  );
}

/** What stands above a screen on paper, where the bars are left out. */
function printedWords(row: ClientRow | undefined, month: string): string {
  if (row === undefined) return "";
  const asOf =
    row.asOf === null ? t("first read not ended, figures incomplete") : t("books as of {asOf}", { asOf: formatInstant(row.asOf) });
  return `${row.name}, ${formatPeriod(month)}, ${row.ledger ?? t("no ledger")}, ${asOf}`;
}
