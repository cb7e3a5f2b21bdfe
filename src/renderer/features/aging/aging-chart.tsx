import type { OperationOutput } from "#main/operations/collection.ts";
import { isZero } from "#shared/kernel/decimal.ts";
import { formatAmount, formatMoney } from "../../format/amounts/amount.ts";
import { t } from "../../language/t.ts";
import text from "../../styles/text.module.css";
import { ShareBar } from "../../ui/charts/share-bar.tsx";
import { Figure } from "../../ui/figures/figure.tsx";
import { BUCKET_LABELS } from "./aging-labels.ts";
import styles from "./aging-page.module.css";

type Aging = OperationOutput<"reports.aging">;

/** Currencies that are drawn; the rows below have them all. */
const SHOWN = 2;

interface AgingChartProps {
  readonly aging: Aging;
  /** The currency that the books are kept in: it is drawn first. */
  readonly base: string | null;
}

/** Open balances by age, with a separate bar for each currency. */
export function AgingChart({ aging, base }: AgingChartProps) {
  const totals = aging.totals.toSorted((a, b) => Number(b.currency === base) - Number(a.currency === base));
  if (totals.length === 0) return null;
  return (
    <div className={styles.charts}>
      {totals.slice(0, SHOWN).map((total) => (
        <ShareBar
          key={total.currency}
          title={
            aging.side === "receivable"
              ? t("Receivables by age, {currency}", { currency: total.currency })
              : t("Payables by age, {currency}", { currency: total.currency })
          }
          parts={aging.buckets.map((bucket) => ({
            ...{ key: bucket, name: BUCKET_LABELS[bucket].word, amount: total[bucket] },
            ...(isZero(total[bucket]) ? { shown: <Figure amount={total[bucket]} currency={total.currency} /> } : {}),
          }))}
          words={(amount) => formatMoney(amount, total.currency)}
          listed={(amount) => (totals.length === 1 ? formatAmount : formatMoney)(amount, total.currency)}
        />
      ))}
      {totals.length > SHOWN ? (
        <p className={text.mutedSmall}>
          {t("{count, plural, one {1 more currency in the table below} other {{count} more currencies in the table below}}", {
            count: totals.length - SHOWN,
          })}
        </p>
      ) : null}
    </div>
  );
}
