import type { FluxRow } from "#shared/contract/reports/flux.ts";
import { t } from "../../language/t.ts";
import { Figure } from "../../ui/figures/figure.tsx";
import styles from "./flux.module.css";

/** The two figures of a row and the change between them. */
export function FluxFigures({ row, currency }: { readonly row: FluxRow; readonly currency: string }) {
  return (
    <table className={styles.figures} aria-label={t("Figures")}>
      <tbody>
        <FigureRow name={t("This period")} amount={row.current} currency={currency} />
        <FigureRow name={t("Compared with")} amount={row.comparative} currency={currency} />
        <FigureRow name={t("Change")} amount={row.change} currency={currency} strong />
      </tbody>
    </table>
  );
}

interface FigureRowProps {
  readonly name: string;
  readonly amount: string | null;
  readonly currency: string;
  readonly strong?: boolean;
}

function FigureRow({ name, amount, currency, strong = false }: FigureRowProps) {
  return (
    <tr className={strong ? styles.strong : undefined}>
      <th scope="row">{name}</th>
      <td>
        <Figure amount={amount} currency={currency} />
      </td>
    </tr>
  );
}
