import type { FluxDrivers, FluxReview, FluxRow } from "#shared/contract/reports/flux.ts";
import { formatMoney } from "../../../format/amounts/amount.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import textStyles from "../../../styles/text.module.css";
import { Chart } from "../../../ui/charts/chart.tsx";
import { monthGroups } from "../../../ui/charts/month-groups.ts";
import { ScrollSection } from "../../../ui/layout/scroll-area.tsx";
import { Notes } from "../../../ui/notes/notes.tsx";
import { Drivers } from "../drivers.tsx";
import { FluxFigures } from "../flux-figures.tsx";
import { accountName, seenChange } from "../flux-labels.ts";
import { sectionWords } from "../flux-lines.ts";
import { StatusChip, TrendChips } from "../status-chip.tsx";
import { EarlierTexts } from "./earlier-texts.tsx";
import styles from "./focus.module.css";
import { FocusField } from "./focus-field.tsx";
import { lastTextOf } from "./last-text.ts";

interface FocusRowProps {
  readonly review: FluxReview;
  readonly row: FluxRow;
  /** Read ahead, so that it is there when the person goes on. */
  readonly following: FluxRow;
  readonly onNext: () => void;
}

/** One row with everything that explains it: figures, text, earlier texts and notes; the trend, transactions and drivers beside. */
export function FocusRow({ review, row, following, onNext }: FocusRowProps) {
  const { clientId, period, comparison } = review;
  const target = { clientId, period: period.id, comparison };
  const drivers = useCoreQuery("flux.drivers", { ...target, accountId: row.accountId });
  useCoreQuery("flux.drivers", { ...target, accountId: following.accountId });
  const earlier = drivers.data?.earlier ?? [];
  return (
    <div className={styles.row}>
      <ScrollSection className={styles.work} aria-label={accountName(row)}>
        <header className={styles.head}>
          <span className={textStyles.muted}>{sectionWords(row)}</span>
          <h2>{accountName(row)}</h2>
          <p>
            <StatusChip status={row.status} />
            <TrendChips row={row} currency={review.currency} />
          </p>
        </header>
        <FluxFigures review={review} row={row} />
        <FocusField review={review} row={row} lastText={lastTextOf(drivers.data)} onNext={onNext} />
        <EarlierTexts row={row} earlier={earlier} />
        <Notes clientId={clientId} subject={{ kind: "account", id: row.accountId }} label={row.label} seen={seenChange(row, review)} />
      </ScrollSection>
      <ScrollSection className={styles.behind} aria-label={t("Drivers of the change")}>
        {drivers.data === undefined ? null : <Trend row={row} drivers={drivers.data} />}
        <Drivers review={review} row={row} isBeside />
      </ScrollSection>
    </div>
  );
}

/** The account's figures of up to 24 periods. */
function Trend({ row, drivers: { trend, currency } }: { readonly row: FluxRow; readonly drivers: FluxDrivers }) {
  if (trend.length < 2)
    return <p className={textStyles.muted}>{t("No trend to show: the figure was zero in each of the previous 23 periods.")}</p>;
  const columns = trend.map(({ from, to }) => ({ name: "month" as const, from, to }));
  return (
    <Chart
      title={t("Last {count} periods, {currency}", { count: trend.length, currency })}
      words={(amount) => formatMoney(amount, currency)}
      height={140}
      groups={monthGroups(columns, row.statement === "balance_sheet")}
      series={[{ name: accountName(row), amounts: trend.map(({ amount }) => amount) }]}
    />
  );
}
