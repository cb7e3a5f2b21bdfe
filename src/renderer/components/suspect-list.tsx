import type { TieOutDocument } from "#shared/model/tie-out.ts";
import { formatDay } from "../format/date.ts";
import { SUSPECT_WORDS } from "../format/tie-out-words.ts";
import { t } from "../language/t.ts";
import { Figure } from "./figure.tsx";
import styles from "./side-panel.module.css";

interface SuspectListProps {
  readonly documents: readonly TieOutDocument[];
  readonly currency: string;
  readonly address: (documentId: string) => string;
}

/** The documents that make up a difference, or may, and why each is named. */
export function SuspectList({ documents, currency, address }: SuspectListProps) {
  if (documents.length === 0) return <p className={styles.quiet}>{t("No document is known that would explain the difference.")}</p>;
  return (
    <table className={styles.table}>
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
        {documents.map(({ id, number, date, amount, reasons }) => (
          <tr key={id}>
            <th scope="row">
              <a href={address(id)}>{number ?? t("without number")}</a>
            </th>
            <td className={styles.day}>{date === null ? "–" : formatDay(date)}</td>
            <td>{reasons.map((reason) => SUSPECT_WORDS[reason]).join("; ")}</td>
            <td className={styles.end}>
              <Figure amount={amount} currency={currency} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
