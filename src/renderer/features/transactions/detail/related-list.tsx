import type { DocumentView } from "#shared/contract/books/documents.ts";
import { formatDay } from "../../../format/dates/date.ts";
import { typeLabel } from "../../../format/labels/transaction-labels.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { useDocumentLink } from "../../../state/window/panels.ts";
import textStyles from "../../../styles/text.module.css";
import styles from "./transaction-panel.module.css";

const SHOWN = 6;

/** Other documents of the party that carry the same number or reference. */
export function RelatedList({ clientId, view: { document } }: { readonly clientId: string; readonly view: DocumentView }) {
  const { party, number, reference } = document;
  const linkTo = useDocumentLink(clientId);
  const text = reference ?? number ?? "";
  const filter = { partyId: party?.id ?? "", text, sort: "issueDate" as const, descending: true };
  const enabled = party !== undefined && text !== "";
  const found = useCoreQuery("documents.list", { clientId, filter, limit: SHOWN + 1 }, { enabled });
  const rows = (found.data?.rows ?? []).filter(({ id }) => id !== document.id).slice(0, SHOWN);
  if (rows.length === 0) return null;
  return (
    <section className={styles.section}>
      <h3 className={styles.sectionTitle}>{t("Related transactions")}</h3>
      <table className={styles.table}>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td className={textStyles.muted}>{formatDay(row.issueDate)}</td>
              <td>
                <a href={linkTo(row.id)}>
                  {[typeLabel(row.type, row.unappliedKind), row.number].filter((part) => part !== null).join(" ")}
                </a>
              </td>
              <td className={textStyles.muted}>{t("Mentions {text}", { text })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
