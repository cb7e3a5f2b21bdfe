import { formatMoney } from "../../format/amounts/amount.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useTallWindow } from "../../state/window/wide-window.ts";
import text from "../../styles/text.module.css";
import { Chart } from "../../ui/charts/chart.tsx";
import { Explain } from "../../ui/controls/tooltip.tsx";
import { Money } from "../../ui/figures/money.tsx";
import { baseFirst, commonReach, spendCharts } from "./spend-chart.ts";
import { SERIES_LABELS } from "./spend-labels.ts";
import styles from "./spend-page.module.css";
import { SERIES, type SeriesName, type Spend } from "./spend-rows.ts";

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

/** The three series beside each other, month by month, by what the table below is grouped by; those of a dimension as totals. */
export function SpendCharts({ clientId, spend, base, only }: SpendChartsProps) {
  const tall = useTallWindow();
  const byDimension = spend.by === "dimension";
  // A document with two dimensions is in the rows of both, so only totals can be drawn.
  const totals = useCoreQuery("reports.spend", { clientId, from: spend.from, to: spend.to, by: "total" }, { enabled: byDimension });
  const drawn = byDimension ? totals.data : spend;
  const isWaiting = drawn === undefined && totals.error === null;
  const chartsOf = (name: SeriesName) => (drawn === undefined ? [] : spendCharts(drawn, name, base).slice(0, SHOWN_CHARTS));
  const reach = commonReach(SERIES.flatMap(chartsOf));
  const own = [...reach.values()].includes(null);
  return (
    <>
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
              </div>
              <div className={styles.sums}>
                {baseFirst(drawn?.series[name].totals ?? [], base).map(({ currency, net }) => (
                  <Money key={currency} amount={net} currency={currency} showCurrency={only === null} />
                ))}
              </div>
            </div>
            {isWaiting ? <div className={styles.chartRoom} aria-busy="true" /> : null}
            {chartsOf(name).map(({ currency, ...data }, _, { length }) => (
              <Chart
                key={currency}
                title={chartTitle(drawn?.by, SERIES_LABELS[name], currency)}
                quiet
                inCard={length === 1}
                height={tall ? HEIGHT.tall : HEIGHT.low}
                words={(amount) => formatMoney(amount, currency)}
                {...data}
                reach={reach.get(currency) ?? []}
              />
            ))}
          </section>
        ))}
      </div>
      {own ? <p className={text.mutedSmall}>{t("Each chart has its own scale.")}</p> : null}
    </>
  );
}

function chartTitle(by: Spend["by"] | undefined, name: string, currency: string): string {
  if (by === "account") return t("{name}, largest accounts by month, {currency}", { name, currency });
  if (by === "party") return t("{name}, largest vendors by month, {currency}", { name, currency });
  return t("{name} by month, {currency}", { name, currency });
}
