import { formatMoney } from "../../format/amounts/amount.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useTallWindow } from "../../state/window/wide-window.ts";
import text from "../../styles/text.module.css";
import { Chart } from "../../ui/charts/chart.tsx";
import { Explain } from "../../ui/controls/tooltip.tsx";
import { Money } from "../../ui/figures/money.tsx";
import { baseFirst, spendCharts } from "./spend-chart.ts";
import { SERIES_LABELS } from "./spend-labels.ts";
import styles from "./spend-page.module.css";
import { SERIES, type Spend } from "./spend-rows.ts";

/** Currencies that are drawn; more of them would leave no room for the figures. */
const SHOWN_CHARTS = 2;
/** In a low window the figures below need the room more. */
const HEIGHT = { low: 112, tall: 160 };

interface SpendChartsProps {
  readonly clientId: string;
  readonly spend: Spend;
  /** The currency that the books are kept in; null while it is not known. */
  readonly base: string | null;
  /** The only currency of the figures, which the title names; null where there are several. */
  readonly only: string | null;
}

/** The three series beside each other, month by month, by the largest accounts or else contacts. */
export function SpendCharts({ clientId, spend, base, only }: SpendChartsProps) {
  const by = spend.by === "account" ? "account" : "party";
  const tall = useTallWindow();
  const split = useCoreQuery("reports.spend", { clientId, from: spend.from, to: spend.to, by }, { keepPrevious: true });
  // Drawn once it is known what each bar consists of, or never will be: legends that come later would move the table below.
  const isWaiting = split.error === null && (split.data === undefined || split.isPlaceholderData);
  const drawn = split.data === undefined || split.isPlaceholderData ? spend : split.data;
  return (
    <div className={styles.series}>
      {SERIES.map((name) => (
        <section key={name} className={styles.card} aria-label={SERIES_LABELS[name]}>
          <div className={styles.cardHead}>
            <div className={styles.cardTitle}>
              <h3>
                <Explain
                  words={SERIES_LABELS[name]}
                  label={t("{name}: {means}", { name: SERIES_LABELS[name], means: spend.series[name].contains })}
                >
                  {spend.series[name].contains}
                </Explain>
              </h3>
              {spend.by === "dimension" || spend.series[name].totals.length === 0 ? null : (
                <span className={text.mutedSmall}>{by === "account" ? t("By account") : t("By vendor")}</span>
              )}
            </div>
            {spend.by === "dimension" ? null : (
              <div className={styles.sums}>
                {baseFirst(spend.series[name].totals, base).map(({ currency, net }) => (
                  <Money key={currency} amount={net} currency={currency} showCurrency={only === null} />
                ))}
              </div>
            )}
          </div>
          {isWaiting && spend.by !== "dimension" ? <div className={styles.chartRoom} aria-busy="true" /> : null}
          {(isWaiting ? [] : spendCharts(drawn, name, base)).slice(0, SHOWN_CHARTS).map(({ currency, ...data }) => (
            <Chart
              key={currency}
              title={
                by === "account"
                  ? t("{name}, largest accounts by month, {currency}", { name: SERIES_LABELS[name], currency })
                  : t("{name}, largest vendors by month, {currency}", { name: SERIES_LABELS[name], currency })
              }
              quiet
              height={tall ? HEIGHT.tall : HEIGHT.low}
              words={(amount) => formatMoney(amount, currency)}
              {...data}
            />
          ))}
        </section>
      ))}
    </div>
  );
}
