import type { DocumentTotals } from "#shared/contract/documents.ts";
import { Chip } from "../../components/chip.tsx";
import { formatAmount, formatCount } from "../../format/amount.ts";
import styles from "./totals-footer.module.css";

/** Count, total and outstanding of everything that matches, one line per currency; never across currencies. */
export function TotalsFooter({ totals, incomplete }: { readonly totals: DocumentTotals | null; readonly incomplete: boolean }) {
  return (
    <footer className={styles.footer}>
      <span className={styles.count}>
        {totals === null ? "\u00a0" : `${formatCount(totals.count)} documents`}
        {incomplete ? <Chip tone="warning" word="Incomplete" title="The first read has not ended: more documents will come." /> : null}
      </span>
      {totals === null || totals.currencies.length === 0 ? null : (
        <table className={styles.table} aria-label="Totals per currency">
          <thead>
            <tr>
              <th scope="col">Currency</th>
              <th scope="col">Documents</th>
              <th scope="col">Total</th>
              <th scope="col">Outstanding</th>
            </tr>
          </thead>
          <tbody>
            {totals.currencies.map(({ currency, count, total, outstanding }) => (
              <tr key={currency}>
                <th scope="row">{currency}</th>
                <td>{formatCount(count)}</td>
                <td>{formatAmount(total, currency)}</td>
                <td>{formatAmount(outstanding, currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </footer>
  );
}
