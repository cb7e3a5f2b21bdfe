import type { GroupReport } from "#shared/model/consolidation/consolidation.ts";
import { formatMoney } from "../../../format/amounts/amount.ts";
import { t } from "../../../language/t.ts";
import { useTallWindow } from "../../../state/window/wide-window.ts";
import { AmountBars } from "../../../ui/charts/amount-bars.tsx";
import { Chart } from "../../../ui/charts/chart.tsx";
import { groupSeries } from "./group-series.ts";

/** As high as a client's above its statement. */
const HEIGHT = { low: 112, tall: 132 };

/** As many members as have a row each in the height of columns. More of them fill the page as columns. */
const ROWS_MOST = 4;

/** What each member contributes, side by side. */
export function GroupChart({ report }: { readonly report: GroupReport }) {
  const tall = useTallWindow();
  const data = groupSeries(report);
  if (data === null) return null;
  const title = t("Each entity's figures before eliminations, {currency}", { currency: report.currency });
  if (data.groups.length <= ROWS_MOST) return <AmountBars title={title} of={t("Entity")} currency={report.currency} {...data} />;
  return (
    <Chart title={title} height={tall ? HEIGHT.tall : HEIGHT.low} words={(amount) => formatMoney(amount, report.currency)} {...data} />
  );
}
