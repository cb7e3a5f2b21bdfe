import type { ClientSync } from "#shared/contract/sync/sync.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { Chart } from "../../ui/charts/chart.tsx";
import { hasCourse, requestsByDay } from "./requests-by-day.ts";

/** The requests that syncs of a client sent on each of the last days; nothing while a single day has any. */
export function RequestsChart({ sync }: { readonly sync: ClientSync }) {
  const { data } = useCoreQuery("clients.insights", {}, { keepPrevious: true });
  const reads = data?.rows.find(({ clientId }) => clientId === sync.clientId)?.reads ?? [];
  if (data === undefined || (reads.length === 0 && sync.requests.sent === 0)) return null;
  const chart = requestsByDay(reads, sync, data.today);
  if (!hasCourse(chart)) return null;
  return (
    <div>
      <Chart title={t("Sync requests per day")} height={140} words={(count) => formatCount(Number(count))} {...chart} />
    </div>
  );
}
