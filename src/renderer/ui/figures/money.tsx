import type { DecimalString } from "#shared/kernel/decimal.ts";
import { isLargePercent } from "#shared/kernel/percent.ts";
import { formatAmount, formatChange, formatPercent, isNegative, spokenAmount } from "../../format/amounts/amount.ts";
import { t } from "../../language/t.ts";
import textStyles from "../../styles/text.module.css";
import { classes } from "../controls/classes.ts";
import { HiddenText } from "../controls/hidden-text.tsx";
import styles from "./money.module.css";

/**
 * An amount: tabular figures, parentheses for negatives, and a blank of the same width after positives so that
 * digits align. The currency is optional.
 */
export function Money({
  amount,
  currency,
  showCurrency = false,
}: {
  readonly amount: string;
  readonly currency: string;
  readonly showCurrency?: boolean;
}) {
  const text = formatAmount(amount, currency);
  const shown = isNegative(amount) ? (
    <>
      <span aria-hidden="true">{text}</span>
      <HiddenText>{spokenAmount(amount, currency)}</HiddenText>
    </>
  ) : (
    <span className={styles.positive}>{text}</span>
  );
  return (
    <span className={styles.money}>
      {showCurrency ? <span className={textStyles.muted}>{currency} </span> : null}
      {shown}
    </span>
  );
}

/** A change in percent under figures: negatives as amounts have them, and the same blank after positives. */
export function Percent({ percent }: { readonly percent: DecimalString }) {
  return (
    <span
      className={classes(styles.money, !isNegative(percent) && styles.positive)}
      title={isLargePercent(percent) ? t("{percent}%", { percent: formatPercent(percent) }) : undefined}
    >
      {formatChange(percent)}
    </span>
  );
}
