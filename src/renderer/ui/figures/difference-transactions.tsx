import type { TieOutDocument } from "#shared/model/reports/tie-out.ts";
import { formatDay } from "../../format/dates/date.ts";
import { recordWords } from "../../format/labels/record-labels.ts";
import { SUSPECT_LABELS } from "../../format/labels/tie-out-labels.ts";
import { hasPanel, recordTypeWord } from "../../format/labels/transaction-labels.ts";
import { capitalized } from "../../format/text/capitalized.ts";
import { t } from "../../language/t.ts";
import styles from "../layout/side-panel.module.css";
import { Money } from "./money.tsx";

interface DifferenceTransactionsProps {
  readonly documents: readonly TieOutDocument[];
  readonly currency: string;
  readonly address: (documentId: string) => string;
}

/** The documents that make up a difference, or may: what each is, with whom, when, how much, and why it is named. */
export function DifferenceTransactions({ documents, currency, address }: DifferenceTransactionsProps) {
  if (documents.length === 0) return <p className={styles.quiet}>{t("No known transaction explains the difference.")}</p>;
  return (
    <table className={styles.table} aria-label={t("Transactions that explain or may explain the difference")}>
      <thead>
        <tr>
          <th scope="col">{t("Transaction")}</th>
          <th scope="col">{t("Date")}</th>
          <th scope="col">{t("Reason")}</th>
          <th scope="col" className={styles.end}>
            {t("Amount")}
          </th>
        </tr>
      </thead>
      <tbody>
        {documents.map((document) => (
          <tr key={document.id}>
            <th scope="row">
              {hasPanel(document.type) ? <a href={address(document.id)}>{documentLabel(document)}</a> : documentLabel(document)}
              {document.party === undefined || document.party === null ? null : (
                <div className={styles.quiet}>
                  <bdi>{document.party}</bdi>
                </div>
              )}
            </th>
            <td className={styles.day}>{document.date === null ? "–" : formatDay(document.date)}</td>
            <td>{capitalized(document.reasons.map((reason) => SUSPECT_LABELS[reason]).join("; "))}</td>
            <td className={styles.end}>
              <Amount document={document} currency={currency} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What it is, and its number where it has one: `Bill B-12`. */
function documentLabel({ id, number, type, unappliedKind }: TieOutDocument): string {
  if (type === undefined) return number ?? recordWords(id);
  return `${recordTypeWord(unappliedKind ?? type)} ${number ?? ""}`.trim();
}

/** What it posts; where that is not known its own total, said to be that. */
function Amount({ document: { amount, total }, currency }: { readonly document: TieOutDocument; readonly currency: string }) {
  if (amount !== null) return <Money amount={amount} currency={currency} />;
  if (total === undefined) return <span className={styles.quiet}>{t("Not known")}</span>;
  return (
    <>
      <Money amount={total.amount} currency={total.currency} showCurrency={total.currency !== currency} />
      <div className={styles.quiet}>{t("Transaction total; its effect on this figure isn't known")}</div>
    </>
  );
}
