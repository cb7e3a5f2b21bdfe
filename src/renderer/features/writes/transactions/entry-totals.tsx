import { type DecimalString, isZero } from "#shared/kernel/decimal.ts";
import { t } from "../../../language/t.ts";
import { classes } from "../../../ui/controls/classes.ts";
import { Money } from "../../../ui/figures/money.tsx";
import styles from "./entry.module.css";
import { type FormTotals, formTotals, type LedgerTax, type TaxCodes, taxLabel, totalWords } from "./entry-tax.ts";
import type { DocumentForm } from "./transaction-draft.ts";

interface EntryTotalsProps {
  readonly form: DocumentForm;
  readonly decimals: number;
  readonly codes: TaxCodes;
  readonly ledgerTax: LedgerTax;
}

/** What the document comes to, as it is typed: net, each tax, the total; of a journal its two sides. */
export function EntryTotals({ form, decimals, codes, ledgerTax }: EntryTotalsProps) {
  const totals = formTotals(form, decimals, codes, ledgerTax);
  const rows = form.type === "journal" ? journalRows(totals) : documentRows(form, totals);
  return (
    <section className={styles.totals} aria-label={t("Totals")}>
      <dl className={styles.rows}>
        {rows.map(({ words, amount, strong, wrong }) => (
          <div key={words} className={classes(styles.total, strong && styles.strong, wrong && styles.wrong)}>
            <dt>{words}</dt>
            <dd>
              {amount === null ? (
                <span className={styles.words}>{t("Set by the ledger")}</span>
              ) : (
                <Money amount={amount} currency={form.currency} showCurrency={strong} />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface TotalRow {
  readonly words: string;
  readonly amount: string | null;
  readonly strong: boolean;
  readonly wrong: boolean;
}

function documentRows(form: DocumentForm, totals: FormTotals): TotalRow[] {
  const row = (words: string, amount: string | null, strong = false): TotalRow => ({ words, amount, strong, wrong: false });
  const rated = totals.taxes.map(({ code, amount }) => row(taxLabel(code), amount));
  return [
    row(form.basis === "inclusive" ? t("Subtotal before tax") : t("Subtotal"), totals.net),
    ...rated,
    ...(totals.taxUnknown ? [row(rated.length === 0 ? t("Tax") : t("Other tax"), null)] : []),
    // Amounts with tax leave out none.
    row(totalWords(totals.taxUnknown && form.basis !== "inclusive", rated.length > 0), totals.gross, true),
  ];
}

function journalRows({ debit, credit, difference, balanced }: FormTotals): TotalRow[] {
  return [
    { words: t("Debits"), amount: debit, strong: false, wrong: false },
    { words: t("Credits"), amount: credit, strong: false, wrong: false },
    { words: differenceWords(debit, balanced), amount: difference, strong: true, wrong: !balanced },
  ];
}

/** Before anything is entered there is nothing to praise. */
function differenceWords(debit: DecimalString, balanced: boolean): string {
  if (!balanced) return t("Out of balance");
  return isZero(debit) ? t("Difference") : t("Balanced");
}
