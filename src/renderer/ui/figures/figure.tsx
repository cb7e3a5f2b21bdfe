import { t } from "../../language/t.ts";
import { HiddenText } from "../controls/hidden-text.tsx";
import styles from "./figure.module.css";
import { Money } from "./money.tsx";

/** Words for a missing figure, ending where the digits of its column end: not available, or not meaningful. */
export function NoFigure({ word = t("n/a"), spoken }: { readonly word?: string; readonly spoken?: string }) {
  return (
    <span className={styles.nothing}>
      <span aria-hidden={spoken !== undefined}>{word}</span>
      {spoken === undefined ? null : <HiddenText>{spoken}</HiddenText>}
    </span>
  );
}

/** An amount of a statement: zero is an en dash, and an unknown amount is `n/a`, never blank. */
export function Figure({
  amount,
  currency,
  showCurrency = false,
}: {
  readonly amount: string | null;
  readonly currency: string;
  readonly showCurrency?: boolean;
}) {
  if (amount === null) return <NoFigure />;
  if (!/[1-9]/.test(amount)) return <NoFigure word="–" spoken={t("none")} />;
  return <Money amount={amount} currency={currency} showCurrency={showCurrency} />;
}
