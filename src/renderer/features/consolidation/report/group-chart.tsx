import type { GroupReport } from "#shared/model/consolidation/consolidation.ts";
import { formatMoney } from "../../../format/amounts/amount.ts";
import { t } from "../../../language/t.ts";
import { Chart } from "../../../ui/charts/chart.tsx";
import styles from "../group.module.css";
import { groupSeries } from "./group-series.ts";

/** Room for the columns of up to four members; more take the whole width. */
const ROOM = [styles.two, styles.two, styles.two, styles.three, styles.four];

/** What each member contributes, side by side. */
export function GroupChart({ report }: { readonly report: GroupReport }) {
  const data = groupSeries(report);
  if (data === null) return null;
  return (
    <div className={ROOM[data.groups.length]}>
      <Chart
        title={t("Each entity's figures before eliminations, {currency}", { currency: report.currency })}
        height={140}
        words={(amount) => formatMoney(amount, report.currency)}
        {...data}
      />
    </div>
  );
}
