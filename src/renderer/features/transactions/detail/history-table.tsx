import { CircleHelp } from "lucide-react";
import type { DocumentView } from "#shared/contract/books/documents.ts";
import { formatMinute } from "../../../format/dates/date.ts";
import { t } from "../../../language/t.ts";
import text from "../../../styles/text.module.css";
import { Explain } from "../../../ui/controls/tooltip.tsx";
import { fieldLabel, valueLabel } from "./history-labels.ts";
import styles from "./transaction-panel.module.css";

/** Fields that changed between two readings, before and after, newest first, and whose record that is (rule 25). */
export function HistoryTable({ view: { history, document, names, audit } }: { readonly view: DocumentView }) {
  return (
    <>
      {history.length === 0 ? (
        <p className={text.muted}>{t("No changes since Tieout first synced this transaction.")}</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t("Field")}</th>
              <th scope="col">{t("Before")}</th>
              <th scope="col">{t("After")}</th>
              <th scope="col">{t("Detected")}</th>
            </tr>
          </thead>
          <tbody>
            {history.map((change, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows at its head, and two changes can be alike
              <tr key={history.length - place}>
                <td>{fieldLabel(change.field)}</td>
                <td className={`${text.muted} ${styles.state}`}>{valueLabel(change, change.before, document, names)}</td>
                <td className={styles.state}>{valueLabel(change, change.after, document, names)}</td>
                <td className={text.muted}>{formatMinute(change.detectedAt)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {audit === undefined ? null : (
        <p className={text.mutedSmall}>
          <Explain words={<HowDetected />} label={t("How changes are detected")}>
            {audit.ownRecord} {audit.ledgerTrail.message}
          </Explain>
        </p>
      )}
    </>
  );
}

function HowDetected() {
  return (
    <span className={styles.how}>
      {t("How changes are detected")}
      <CircleHelp size={14} aria-hidden />
    </span>
  );
}
