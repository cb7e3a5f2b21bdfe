import type { DocumentTotals } from "#shared/contract/documents.ts";
import { Chip } from "../../components/chip.tsx";
import { HiddenText } from "../../components/hidden-text.tsx";
import { Money } from "../../components/money.tsx";
import { formatCount } from "../../format/amount.ts";
import { DOCUMENT_SIDE_WORDS } from "../../format/document-words.ts";
import { t } from "../../language/t.ts";
import styles from "./totals-footer.module.css";

/** What everything that matches comes to, one line per side of the books and currency; never across either. */
export function TotalsFooter({ totals, incomplete }: { readonly totals: DocumentTotals | null; readonly incomplete: boolean }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: totals in many currencies scroll, and must be reachable by keyboard
    <section className={styles.footer} tabIndex={0} aria-label={t("Totals")}>
      <span className={styles.count}>
        {totals === null ? "\u00a0" : t("{count} documents", { count: formatCount(totals.count) })}
        {incomplete ? (
          <Chip tone="warning" word={t("Incomplete")} title={t("The first read has not ended: more documents will come.")} />
        ) : null}
      </span>
      {totals === null || totals.rows.length === 0 ? null : <TotalsTable rows={totals.rows} />}
    </section>
  );
}

function TotalsTable({ rows }: { readonly rows: DocumentTotals["rows"] }) {
  return (
    <table className={styles.table} aria-label={t("Totals per side and currency")}>
      <thead>
        <tr>
          <th scope="col">{t("Side")}</th>
          <th scope="col">{t("Currency")}</th>
          <th scope="col">{t("Documents")}</th>
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
            <td>{outstanding === null ? <span className={styles.none}>–</span> : <Money amount={outstanding} currency={currency} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
