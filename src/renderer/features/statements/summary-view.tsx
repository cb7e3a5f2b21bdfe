import { isZero, negateDecimal } from "#shared/kernel/decimal.ts";
import { areMonths } from "#shared/model/reports/month-spans.ts";
import type { Summary } from "#shared/model/reports/statement-layout.ts";
import { formatMoney } from "../../format/amounts/amount.ts";
import { formatDay } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import text from "../../styles/text.module.css";
import { Chart } from "../../ui/charts/chart.tsx";
import { monthGroups } from "../../ui/charts/month-groups.ts";
import { profitSeries } from "../../ui/charts/profit-series.ts";
import { ShareBar } from "../../ui/charts/share-bar.tsx";
import { Figure } from "../../ui/figures/figure.tsx";
import { AGE_WORDS, RATIO_WORDS, ratioWords } from "./statement-labels.ts";
import { profitTitle } from "./statement-series.ts";
import styles from "./summary-view.module.css";

const HEIGHT = 180;

/** A client's month on one page: key figures, ratios, a year of profit and cash, and what is open by age. */
export function SummaryView({ summary }: { readonly summary: Summary }) {
  const { trends, currency, months } = summary;
  const words = (amount: Parameters<typeof formatMoney>[0]) => formatMoney(amount, currency);
  const groups = monthGroups(months);
  // Other screens may show what is open today: the day tells them apart.
  const day = formatDay(summary.to);
  return (
    <div className={styles.page}>
      <KeyFigures summary={summary} />
      <Ratios summary={summary} />
      <div className={styles.charts}>
        <section className={styles.card} aria-label={t("Net income")}>
          <Chart title={profitTitle(months, currency)} words={words} height={HEIGHT} groups={groups} series={profitSeries(trends)} />
        </section>
        <section className={styles.card} aria-label={t("Cash")}>
          <Chart
            title={
              areMonths(months)
                ? t("Cash balance by month, {currency}", { currency })
                : t("Cash balance by period, {currency}", { currency })
            }
            words={words}
            height={HEIGHT}
            groups={monthGroups(months, true)}
            series={[{ name: t("Cash"), amounts: trends.cash, line: true }]}
          />
        </section>
        <Aged title={t("Receivables as of {day}", { day })} totals={summary.receivables} />
        <Aged title={t("Payables as of {day}", { day })} totals={summary.payables} />
      </div>
    </div>
  );
}

/** What the figure before the last one is of. */
function priorWord({ months }: Summary): string {
  return areMonths(months) ? t("Prior month") : t("Prior period");
}

function KeyFigures({ summary }: { readonly summary: Summary }) {
  const { trends, currency } = summary;
  const figures = [
    [t("Income"), trends.income],
    ...(trends.otherIncome.every(isZero) ? [] : [[t("Other income"), trends.otherIncome] as const]),
    [t("Expenses"), trends.expenses],
    [t("Net income"), trends.netProfit],
    [t("Cash"), trends.cash],
  ] as const;
  return (
    <dl className={styles.figures}>
      {figures.map(([name, amounts]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={styles.large}>
            <Figure amount={amounts.at(-1) ?? null} currency={currency} />
          </dd>
          <dd className={styles.before}>
            {priorWord(summary)} <Figure amount={amounts.at(-2) ?? null} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Ratios({ summary }: { readonly summary: Summary }) {
  return (
    <dl className={styles.figures} aria-label={t("Ratios")}>
      {summary.ratios.map((ratio) => (
        <div key={ratio.code} title={RATIO_WORDS[ratio.code].help}>
          <dt>{RATIO_WORDS[ratio.code].word}</dt>
          <dd className={styles.ratio}>{ratioWords(ratio, ratio.value)}</dd>
          <dd className={styles.before}>
            {priorWord(summary)} {ratioWords(ratio, ratio.prior)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Currencies that are drawn; the aging screen has them all. */
const SHOWN = 2;

function Aged({ title, totals }: { readonly title: string; readonly totals: Summary["receivables"] }) {
  return (
    <section className={styles.card} aria-label={title}>
      <h3>{title}</h3>
      {totals.length === 0 ? <p className={text.muted}>{t("No open items.")}</p> : null}
      {totals.slice(0, SHOWN).map(({ currency, buckets, outstanding, unapplied }) => (
        <div key={currency} className={styles.aged}>
          <dl className={styles.open}>
            <div>
              <dt>{t("Outstanding, {currency}", { currency })}</dt>
              <dd className={styles.outstanding}>
                <Figure amount={outstanding} currency={currency} />
              </dd>
            </div>
            {isZero(unapplied) ? null : (
              <div>
                <dt>{t("Unapplied")}</dt>
                <dd>
                  <Figure amount={negateDecimal(unapplied)} currency={currency} />
                </dd>
              </div>
            )}
          </dl>
          <ShareBar
            title={t("{title}, {currency}", { title, currency })}
            parts={buckets.map(({ bucket, amount }) => ({
              key: bucket,
              name: AGE_WORDS[bucket] ?? bucket,
              amount,
              shown: <Figure amount={amount} currency={currency} />,
            }))}
            words={(amount) => formatMoney(amount, currency)}
          />
        </div>
      ))}
      {totals.length > SHOWN ? (
        <p className={text.mutedSmall}>
          {t("{count, plural, one {1 more currency} other {{count} more currencies}} on the Aging screen", {
            count: totals.length - SHOWN,
          })}
        </p>
      ) : null}
    </section>
  );
}
