import type { GroupReport } from "#shared/model/consolidation/consolidation.ts";
import { formatMoney } from "../../../format/amounts/amount.ts";
import { t } from "../../../language/t.ts";
import { useTallWindow } from "../../../state/window/wide-window.ts";
import { Chart } from "../../../ui/charts/chart.tsx";
import { groupSeries } from "./group-series.ts";

/** As high as a client's above its statement. */
const HEIGHT = { low: 112, tall: 132 };

/** What each member contributes, side by side. */
export function GroupChart({ report }: { readonly report: GroupReport }) {
  const tall = useTallWindow();
  const data = groupSeries(report);
  if (data === null) return null;
  return (
    <Chart
      title={t("Each entity's figures before eliminations, {currency}", { currency: report.currency })}
      height={tall ? HEIGHT.tall : HEIGHT.low}
      words={(amount) => formatMoney(amount, report.currency)}
      {...data}
    />
  );
}
