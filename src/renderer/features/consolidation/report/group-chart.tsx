import type { GroupReport } from "#shared/model/consolidation/consolidation.ts";
import { formatMoney } from "../../../format/amounts/amount.ts";
import { t } from "../../../language/t.ts";
import { Chart } from "../../../ui/charts/chart.tsx";
import { groupSeries } from "./group-series.ts";

/** What each member contributes, side by side. */
export function GroupChart({ report }: { readonly report: GroupReport }) {
  const data = groupSeries(report);
  if (data === null) return null;
  return (
    <Chart
      title={t("Each entity's figures before eliminations, {currency}", { currency: report.currency })}
      height={140}
      words={(amount) => formatMoney(amount, report.currency)}
      {...data}
    />
  );
}
