import { t } from "../../language/t.ts";
import { HiddenText } from "../controls/hidden-text.tsx";
import styles from "./figure.module.css";
import { Money } from "./money.tsx";

interface NoFigureProps {
  readonly word?: string;
  readonly spoken?: string;
  /** Why there is none, as its tip. */
  readonly why?: string;
}

/** Words for a missing figure, ending where the digits of its column end: not available, or not meaningful. */
export function NoFigure({ word = t("n/a"), spoken, why }: NoFigureProps) {
  return (
    <span className={styles.nothing} title={why}>
      <span aria-hidden={spoken !== undefined}>{word}</span>
      {spoken === undefined ? null : <HiddenText>{spoken}</HiddenText>}
    </span>
  );
}

/** In place of a change in percent that would say nothing. */
export function NotMeaningful() {
  return (
    <NoFigure word={t("n/m")} spoken={t("not meaningful")} why={t("Not meaningful: the comparison figure is zero or the sign changed.")} />
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
