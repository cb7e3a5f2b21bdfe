import { formatNumeral } from "../../format/amounts/amount.ts";
import styles from "./figure.module.css";
import { Figure } from "./figure.tsx";

/** A figure of a check: an amount in a currency, or a count of records where it has none. */
export function TieOutFigure({ amount, currency }: { readonly amount: string | null; readonly currency: string | null }) {
  if (currency === null && amount !== null) return <span className={styles.count}>{formatNumeral(amount)}</span>;
  return <Figure amount={amount} currency={currency ?? ""} />;
}
