import type { ClientRow } from "#shared/contract/clients.ts";
import { SyncChip } from "../../components/chip.tsx";
import { formatCount } from "../../format/amount.ts";
import { type ShownState, SYNC_STATES, SYNC_WORDS, shownState } from "../../format/sync-words.ts";
import { t } from "../../language/t.ts";
import { usePlace } from "../../state/place.ts";
import styles from "./clients-footer.module.css";

/** How many clients are in which state; a click filters by it. */
export function ClientsFooter({ rows, filter }: { readonly rows: readonly ClientRow[]; readonly filter: string }) {
  const counts = new Map<ShownState, number>();
  for (const state of rows.map(shownState)) counts.set(state, (counts.get(state) ?? 0) + 1);
  const documents = rows.reduce((sum, row) => sum + row.documents, 0);
  const findings = rows.reduce((sum, row) => sum + row.findings, 0);
  return (
    <footer className={styles.footer}>
      <div className={styles.states}>
        {SYNC_STATES.filter((state) => counts.has(state)).map((state) => {
          const { word } = SYNC_WORDS[state];
          const chosen = filter === word;
          return (
            <button
              key={state}
              type="button"
              className={styles.state}
              aria-pressed={chosen}
              title={chosen ? t("Show every client") : t("Show only: {word}", { word })}
              onClick={() => usePlace.setState({ clientFilter: chosen ? "" : word })}
            >
              <SyncChip state={state} />
              <span>{formatCount(counts.get(state) ?? 0)}</span>
            </button>
          );
        })}
      </div>
      <span className={styles.sums}>
        {t("{documents} documents, {findings} findings", { documents: formatCount(documents), findings: formatCount(findings) })}
      </span>
    </footer>
  );
}
