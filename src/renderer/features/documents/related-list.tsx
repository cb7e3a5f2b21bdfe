import type { DocumentView } from "#shared/contract/documents.ts";
import { formatDay } from "../../format/date.ts";
import { typeWords } from "../../format/document-words.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core-query.ts";
import { useDocumentLink, usePanelLink } from "../../state/panels.ts";
import styles from "./document-panel.module.css";

const SHOWN = 6;

/** Other documents of the party that carry the same number or reference, and the way to the party. */
export function RelatedList({ clientId, view: { document } }: { readonly clientId: string; readonly view: DocumentView }) {
  const { party, number, reference } = document;
  const linkTo = useDocumentLink(clientId);
  const panelTo = usePanelLink(clientId);
  const text = reference ?? number ?? "";
  const filter = { partyId: party?.id ?? "", text, sort: "issueDate" as const, descending: true };
  const enabled = party !== undefined && text !== "";
  const found = useCoreQuery("documents.list", { clientId, filter, limit: SHOWN + 1 }, { enabled });
  const rows = (found.data?.rows ?? []).filter(({ id }) => id !== document.id).slice(0, SHOWN);
  if (party === undefined) return null;
  return (
    <section className={styles.section}>
      <h3 className={styles.sectionTitle}>{t("Related documents")}</h3>
      {rows.length === 0 ? null : (
        <table className={styles.table}>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td className={styles.quiet}>{formatDay(row.issueDate)}</td>
                <td>
                  <a href={linkTo(row.id)}>{[typeWords(row.type, row.unapplied), row.number].filter((part) => part !== null).join(" ")}</a>
                </td>
                <td className={styles.quiet}>{t("carries {text}", { text })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p>
        <a href={panelTo({ kind: "party", id: party.id })}>{t("{name}: balances and all documents", { name: party.name })}</a>
      </p>
    </section>
  );
}
