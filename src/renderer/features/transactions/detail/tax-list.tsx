import type { TaxBreakdown } from "#shared/model/books/tax.ts";
import { formatNumeral } from "../../../format/amounts/amount.ts";
import { t } from "../../../language/t.ts";
import text from "../../../styles/text.module.css";
import { NoFigure } from "../../../ui/figures/figure.tsx";
import { Money } from "../../../ui/figures/money.tsx";
import { taxName } from "./tax-name.ts";
import styles from "./transaction-panel.module.css";

const BASIS = {
  exclusive: t("amounts in the ledger exclude tax"),
  inclusive: t("amounts in the ledger include tax"),
  none: t("no tax"),
  unknown: t("unknown whether amounts include tax"),
} as const;

interface TaxListProps {
  readonly tax: TaxBreakdown;
  readonly names: Readonly<Record<string, string>>;
  /** No amount of the tax or of the lines above it has parentheses, so that both end where the lines between them do. */
  readonly plain: boolean;
}

/** The tax of the document: the sum that the ledger states, and its rates. */
export function TaxList({ tax, names, plain }: TaxListProps) {
  return (
    <section className={styles.section}>
      <h3 className={styles.sectionTitle}>{t("Tax")}</h3>
      <table className={styles.table} {...(plain ? { "data-mixed": "" } : {})}>
        <tbody>
          {tax.components.map((component, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the ledger may send one rate twice and names no id
            <tr key={place}>
              <td>{taxName("document", component, names) ?? t("Unnamed tax rate")}</td>
              <td className={styles.end}>{component.rate === undefined ? null : `${formatNumeral(component.rate)}%`}</td>
              <td className={styles.end}>
                {component.amount === undefined ? null : <Money amount={component.amount.amount} currency={component.amount.currency} />}
              </td>
            </tr>
          ))}
          <tr>
            <td>
              {t("Tax on this transaction")} <span className={text.mutedSmall}>({BASIS[tax.basis]})</span>
            </td>
            <td />
            <td className={styles.end}>
              {tax.amount === undefined ? <NoFigure /> : <Money amount={tax.amount.amount} currency={tax.amount.currency} />}
            </td>
          </tr>
        </tbody>
      </table>
    </section>
  );
}
