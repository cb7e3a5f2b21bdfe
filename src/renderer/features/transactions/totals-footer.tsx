import type { DocumentTotals } from "#shared/contract/books/documents.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { DOCUMENT_SIDE_WORDS } from "../../format/labels/transaction-labels.ts";
import { t } from "../../language/t.ts";
import text from "../../styles/text.module.css";
import { Chip } from "../../ui/controls/chip.tsx";
import { HiddenText } from "../../ui/controls/hidden-text.tsx";
import { Money } from "../../ui/figures/money.tsx";
import { ScrollSection } from "../../ui/layout/scroll-area.tsx";
import styles from "./totals-footer.module.css";

/** What everything that matches comes to, one line per side of the books and currency; never across either. */
export function TotalsFooter({ totals, incomplete }: { readonly totals: DocumentTotals | null; readonly incomplete: boolean }) {
  return (
    <ScrollSection className={styles.footer} aria-label={t("Totals")}>
      <span className={styles.count}>
        {totals === null
          ? "\u00a0"
          : t("{documents, plural, one {1 transaction} other {{shown} transactions}}", {
              documents: totals.count,
              shown: formatCount(totals.count),
            })}
        {incomplete ? (
          <Chip tone="warning" word={t("Incomplete")} title={t("The first sync is still running, so more transactions will appear.")} />
        ) : null}
      </span>
      {totals === null || totals.rows.length === 0 ? null : <TotalsTable rows={totals.rows} />}
    </ScrollSection>
  );
}

function TotalsTable({ rows }: { readonly rows: DocumentTotals["rows"] }) {
  return (
    <table className={styles.table} aria-label={t("Totals by side and currency")}>
      <thead>
        <tr>
          <th scope="col">{t("Receivables or payables")}</th>
          <th scope="col">{t("Currency")}</th>
          <th scope="col">{t("Transactions")}</th>
          <th scope="col">{t("Total")}</th>
          <th scope="col">{t("Outstanding")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ side, currency, count, total, outstanding }, index) => (
          <tr key={`${side} ${currency}`}>
            <th scope="row">
              {side === rows[index - 1]?.side ? <HiddenText>{DOCUMENT_SIDE_WORDS[side]}</HiddenText> : DOCUMENT_SIDE_WORDS[side]}
            </th>
            <td className={styles.currency}>{currency}</td>
            <td>{formatCount(count)}</td>
            <td>
              <Money amount={total} currency={currency} />
            </td>
            <td>{outstanding === null ? <span className={text.muted}>–</span> : <Money amount={outstanding} currency={currency} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
