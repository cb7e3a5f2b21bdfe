import type { TieOutDocument } from "#shared/model/tie-out.ts";
import { formatDay } from "../format/date.ts";
import { DOCUMENT_TYPE_WORDS } from "../format/document-words.ts";
import { recordWords } from "../format/record-words.ts";
import { SUSPECT_WORDS } from "../format/tie-out-words.ts";
import { t } from "../language/t.ts";
import { Money } from "./money.tsx";
import styles from "./side-panel.module.css";

interface SuspectListProps {
  readonly documents: readonly TieOutDocument[];
  readonly currency: string;
  readonly address: (documentId: string) => string;
}

/** The documents that make up a difference, or may: what each is, with whom, when, how much, and why it is named. */
export function SuspectList({ documents, currency, address }: SuspectListProps) {
  if (documents.length === 0) return <p className={styles.quiet}>{t("No document is known that would explain the difference.")}</p>;
  return (
    <table className={styles.table} aria-label={t("Documents that make up the difference, or may")}>
      <thead>
        <tr>
          <th scope="col">{t("Document")}</th>
          <th scope="col">{t("Date")}</th>
          <th scope="col">{t("Why it is named")}</th>
          <th scope="col" className={styles.end}>
            {t("Amount")}
          </th>
        </tr>
      </thead>
      <tbody>
        {documents.map((document) => (
          <tr key={document.id}>
            <th scope="row">
              <a href={address(document.id)}>{documentWords(document)}</a>
              {document.party === undefined || document.party === null ? null : (
                <div className={styles.quiet}>
                  <bdi>{document.party}</bdi>
                </div>
              )}
            </th>
            <td className={styles.day}>{document.date === null ? "–" : formatDay(document.date)}</td>
            <td>{document.reasons.map((reason) => SUSPECT_WORDS[reason]).join("; ")}</td>
            <td className={styles.end}>
              <Amount document={document} currency={currency} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What it is, and its number where it has one: `Purchase bill B-12`. */
function documentWords({ id, number, type }: TieOutDocument): string {
  if (type === undefined) return number ?? recordWords(id);
  return `${type === "payment" ? t("Payment") : DOCUMENT_TYPE_WORDS[type]} ${number ?? ""}`.trim();
}

/** What it posts; where that is not known its own total, said to be that. */
function Amount({ document: { amount, total }, currency }: { readonly document: TieOutDocument; readonly currency: string }) {
  if (amount !== null) return <Money amount={amount} currency={currency} />;
  if (total === undefined) return <span className={styles.quiet}>{t("not known")}</span>;
  return (
    <>
      <Money amount={total.amount} currency={total.currency} showCurrency={total.currency !== currency} />
      <div className={styles.quiet}>{t("in all; what it posts is not known")}</div>
    </>
  );
}
