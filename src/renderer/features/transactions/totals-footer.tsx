import { type ReactNode, useState } from "react";
import type { DocumentTotals } from "#shared/contract/books/documents.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { DOCUMENT_SIDE_LABELS } from "../../format/labels/transaction-labels.ts";
import { t } from "../../language/t.ts";
import text from "../../styles/text.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { Chip } from "../../ui/controls/chip.tsx";
import { classes } from "../../ui/controls/classes.ts";
import { HiddenText } from "../../ui/controls/hidden-text.tsx";
import { NoFigure } from "../../ui/figures/figure.tsx";
import { Money } from "../../ui/figures/money.tsx";
import { ScrollSection } from "../../ui/layout/scroll-area.tsx";
import styles from "./totals-footer.module.css";

interface TotalsFooterProps {
  readonly totals: DocumentTotals | null;
  readonly incomplete: boolean;
  /** No sync has started: what isn't here may be in the ledger, and a count of zero would say that it isn't. */
  readonly unread: boolean;
  /** How many there are without the filter; null while none is on, or it is not known. */
  readonly all: number | null;
  /** The currency that the books are kept in; null while it is not known. */
  readonly base: string | null;
  /** The ledger states no status, so what it has at zero may have been voided there or entered so: both are left out. */
  readonly statusIsDerived?: boolean;
  /** The way to columns that the list has no room for. */
  readonly hidden?: ReactNode;
}

/** What everything that matches comes to, one line per side of the books and currency; never across either. */
export function TotalsFooter({ totals, all, incomplete, unread, base, statusIsDerived = false, hidden }: TotalsFooterProps) {
  const [open, setOpen] = useState(false);
  if (unread && (all ?? totals?.count ?? 0) === 0) return null;
  const rows = totals?.rows ?? [];
  const summed = rows.filter(isSummed);
  const currencies = new Set(summed.map(({ currency }) => currency)).size;
  const own = summed.filter(({ currency }) => currency === base);
  return (
    <ScrollSection className={styles.footer} aria-label={t("Totals")}>
      <span className={styles.count}>
        {totals === null ? <span className={styles.room} /> : countText(totals.count, all ?? totals.count)}
        {incomplete ? (
          <Chip tone="warning" word={t("Incomplete")} title={t("Some data hasn't been synced yet, so more transactions may appear.")} />
        ) : null}
      </span>
      {totals === null || summed.length === 0 ? null : (
        <Excluded {...totals.excluded} statusIsDerived={statusIsDerived} folds={own.length > 0 && !open} />
      )}
      {own.length === 0 ? null : (
        <Button kind="quiet" className={styles.turn} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t("Hide details") : t("{currencies, plural, one {Details} other {By currency ({currencies})}}", { currencies })}
        </Button>
      )}
      {hidden}
      {open || own.length === 0 ? null : <BaseLine rows={own} />}
      {summed.length > 0 && (open || own.length === 0) ? <TotalsTable rows={rows} /> : null}
    </ScrollSection>
  );
}

/** Journals are counted and never summed: an accrual and its reversal would be one amount twice. */
function isSummed({ side }: DocumentTotals["rows"][number]): boolean {
  return side !== "journals";
}

function countText(count: number, all: number): string {
  const words = t("{documents, plural, one {1 transaction} other {{shown} transactions}}", { documents: all, shown: formatCount(all) });
  return count === all ? words : t("{shown} of {total}", { shown: formatCount(count), total: words });
}

type ExcludedProps = DocumentTotals["excluded"] & Required<Pick<TotalsFooterProps, "statusIsDerived">> & { readonly folds: boolean };

/** What the list shows and the sums leave out. */
function Excluded({ voided, deleted, statusIsDerived, folds }: ExcludedProps) {
  if (voided + deleted === 0) return null;
  const parts: string[] = [];
  if (voided > 0) {
    const values = { voided: formatCount(voided) };
    parts.push(statusIsDerived ? t("{voided} voided or zero", values) : t("{voided} voided", values));
  }
  if (deleted > 0) parts.push(t("{deleted} deleted", { deleted: formatCount(deleted) }));
  return <span className={classes(text.muted, folds && styles.folded)}>{t("Not in totals: {parts}", { parts: parts.join(", ") })}</span>;
}

/** Which transactions a sum has, since it names no dates. */
const SUM_WORDS = t(
  "Total of the listed transactions of this type and currency, less credits. Covers all dates unless you filter by date. Includes tax, drafts and transactions awaiting approval. Voided and deleted transactions aren't included.",
);

/** The sums in the currency that the books are kept in, on one line. */
function BaseLine({ rows }: { readonly rows: DocumentTotals["rows"] }) {
  return (
    <span className={styles.base}>
      {rows.map(({ side, currency, total }) => (
        <span key={side} title={SUM_WORDS}>
          <span className={text.muted}>{DOCUMENT_SIDE_LABELS[side]}</span> <Money amount={total} currency={currency} showCurrency />
        </span>
      ))}
    </span>
  );
}

function TotalsTable({ rows }: { readonly rows: DocumentTotals["rows"] }) {
  return (
    <table className={styles.table} aria-label={t("Totals by type and currency")}>
      <thead>
        <tr>
          <th scope="col">{t("Type")}</th>
          <th scope="col">{t("Currency")}</th>
          <th scope="col">{t("Transactions")}</th>
          <th scope="col" title={SUM_WORDS}>
            {t("Total")}
          </th>
          <th scope="col">{t("Outstanding")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={`${row.side} ${row.currency}`}>
            <th scope="row">
              {row.side === rows[index - 1]?.side ? (
                <HiddenText>{DOCUMENT_SIDE_LABELS[row.side]}</HiddenText>
              ) : (
                DOCUMENT_SIDE_LABELS[row.side]
              )}
            </th>
            <td className={styles.currency}>{row.currency}</td>
            <td>{formatCount(row.count)}</td>
            <Sum amount={isSummed(row) ? row.total : null} currency={row.currency} />
            <Sum amount={row.outstanding} currency={row.currency} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Sum({ amount, currency }: { readonly amount: string | null; readonly currency: string }) {
  return <td>{amount === null ? <NoFigure word="–" /> : <Money amount={amount} currency={currency} />}</td>;
}
