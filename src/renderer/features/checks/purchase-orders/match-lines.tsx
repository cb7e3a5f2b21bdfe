import { formatNumeral } from "../../../format/amounts/amount.ts";
import { t } from "../../../language/t.ts";
import { documentAddress } from "../../../state/window/screen-address.ts";
import { NoFigure } from "../../../ui/figures/figure.tsx";
import { Money } from "../../../ui/figures/money.tsx";
import type { OrderMatch } from "../check-labels.ts";
import styles from "../checks.module.css";
import own from "./match-lines.module.css";

/** What was ordered, received and billed, line by line; a part that the ledger does not give is n/a. */
export function MatchLines({ clientId, match }: { readonly clientId: string; readonly match: OrderMatch }) {
  const { currency } = match;
  const amount = (value: string | null) => (value === null ? <NoFigure /> : <Money amount={value} currency={currency} />);
  const quantity = (value: string | null) => (value === null ? t("n/a") : formatNumeral(value));
  return (
    <table className={own.lines} aria-label={t("Lines of order {name}", { name: match.number ?? t("without a number") })}>
      <thead>
        <tr>
          {[
            t("Line"),
            t("Qty ordered"),
            t("Qty received"),
            t("Qty billed"),
            t("Qty variance"),
            t("Order price, {currency}", { currency }),
            t("Price variance"),
            t("Overbilled"),
          ].map((title, index) => (
            <th key={title} scope="col" {...(index === 0 ? {} : { className: styles.figure })}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {match.lines.map((line) => (
          <tr key={line.lineId}>
            <th scope="row">{line.description ?? t("No description")}</th>
            <td className={styles.figure}>{quantity(line.ordered)}</td>
            <td className={styles.figure}>{quantity(line.received)}</td>
            <td className={styles.figure}>{quantity(line.billed)}</td>
            <td className={styles.figure}>{quantity(line.quantityVariance)}</td>
            <td className={styles.figure}>{amount(line.unitAmount)}</td>
            <td className={styles.figure}>{amount(line.priceVariance)}</td>
            <td className={styles.figure}>
              {line.overBilled === null ? <NoFigure word="–" /> : <strong className={own.over}>{amount(line.overBilled)}</strong>}
            </td>
          </tr>
        ))}
        {match.notOrdered.map(({ billId, lineId, description, net }) => (
          <tr key={`${billId} ${lineId}`}>
            <th scope="row">
              <p>
                {description ?? t("No description")}: <a href={`#${documentAddress(clientId, billId)}`}>{t("billed")}</a>
                {t(", not ordered")}
              </p>
            </th>
            <td colSpan={6} />
            <td className={styles.figure}>
              <strong className={own.over}>{amount(net)}</strong>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
