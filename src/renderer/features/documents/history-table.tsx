import type { DocumentView } from "#shared/contract/documents.ts";
import { formatInstant } from "../../format/date.ts";
import { t } from "../../language/t.ts";
import styles from "./document-panel.module.css";
import { fieldWords, valueWords } from "./history-words.ts";

/** Fields that changed between two readings, before and after, newest first, and whose record that is (rule 25). */
export function HistoryTable({ view: { history, document, names, audit } }: { readonly view: DocumentView }) {
  return (
    <>
      {history.length === 0 ? (
        <p className={styles.quiet}>{t("Nothing has moved since it was first read.")}</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t("Field")}</th>
              <th scope="col">{t("Before")}</th>
              <th scope="col">{t("After")}</th>
              <th scope="col">{t("Noticed")}</th>
            </tr>
          </thead>
          <tbody>
            {history.map((change, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows at its head, and two changes can be alike
              <tr key={history.length - place}>
                <td>{fieldWords(change.field)}</td>
                <td className={styles.quiet}>{valueWords(change, change.before, document, names)}</td>
                <td>{valueWords(change, change.after, document, names)}</td>
                <td className={styles.quiet}>{formatInstant(change.detectedAt)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {audit === undefined ? null : (
        <p className={styles.small}>
          {audit.ownRecord} {audit.ledgerTrail.message}
        </p>
      )}
    </>
  );
}
