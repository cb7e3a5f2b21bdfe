import type { ReactNode } from "react";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useCanStartSync, useClientSync } from "../../state/core/live-sync.ts";
import { useBarPeriod } from "../../state/period/selected-period.ts";
import { NotSynced } from "../connection/not-synced.tsx";
import { EmptyState } from "../feedback/empty-state.tsx";
import { QueryAnswer } from "../feedback/query-answer.tsx";

interface Coming {
  readonly title: string;
  readonly words: string;
}

interface OfBarPeriodProps {
  readonly clientId: string;
  /** What to expect here while nothing is synced yet. */
  readonly coming: Coming;
  /** The shape of what comes, where three lines are too far from it. */
  readonly waiting?: ReactNode;
  readonly children: (period: string) => ReactNode;
}

/** What belongs to the period that the bar shows; until that is known, that it's loading, can't be loaded or isn't there. */
export function OfBarPeriod({ clientId, coming, waiting, children }: OfBarPeriodProps) {
  const periods = useCoreQuery("periods.list", { clientId });
  const period = useBarPeriod(clientId) ?? null;
  return (
    <QueryAnswer query={periods} label={t("periods")} waiting={waiting}>
      {() => (period === null ? <NoPeriod clientId={clientId} coming={coming} /> : children(period))}
    </QueryAnswer>
  );
}

function NoPeriod({ clientId, coming }: { readonly clientId: string; readonly coming: Coming }) {
  const { data } = useClientSync(clientId);
  const { data: periods = [] } = useCoreQuery("periods.list", { clientId });
  const canStart = useCanStartSync(clientId);
  if (data?.asOf === null && periods.length === 0)
    return (
      <NotSynced clientId={clientId} title={coming.title} canStart={canStart}>
        {coming.words}
      </NotSynced>
    );
  if (periods.length === 0)
    return (
      <EmptyState title={t("No periods yet")}>
        <p>{t("Periods begin with the first transaction.")}</p>
      </EmptyState>
    );
  return (
    <EmptyState title={t("Period not found")}>
      <p>{t("The client's books have no period for this month. Choose another period above.")}</p>
    </EmptyState>
  );
}
