import { formatNumeral } from "../../format/amounts/amount.ts";
import styles from "./figure.module.css";
import { Figure, NoFigure } from "./figure.tsx";

interface TieOutFigureProps {
  readonly amount: string | null;
  readonly currency: string | null;
  /** Why there is no amount, as its tip. */
  readonly why?: string | undefined;
}

/** A figure of a check: an amount in a currency, or a count of records where it has none. */
export function TieOutFigure({ amount, currency, why }: TieOutFigureProps) {
  if (amount === null && why !== undefined) return <NoFigure why={why} />;
  // Zero is a dash in counts too, as in the amounts above them.
  if (currency === null && amount !== null && /[1-9]/.test(amount)) return <span className={styles.count}>{formatNumeral(amount)}</span>;
  return <Figure amount={amount} currency={currency ?? ""} />;
}
