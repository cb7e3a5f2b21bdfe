import { useEffect } from "react";
import type { InsightRow } from "#shared/contract/clients/client-insights.ts";
import { CallFailure } from "../../api/call-failure.ts";
import { call, subscribe } from "../../api/client.ts";
import { later } from "../../api/clock.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { queryClient } from "../../state/core/query-client.ts";

const NOTHING: readonly InsightRow[] = [];
const GATHER_MS = 400;

/**
 * What the books of the clients say, as far as it is worked out: asked for after the rows have come. Of the
 * clients in sight what is missing or out of date is worked out afterwards, and shown when it is there.
 */
export function useInsights(ready: boolean, inSight: readonly string[]): readonly InsightRow[] {
  const insights = useCoreQuery("clients.insights", {}, { enabled: ready, keepPrevious: true });
  useEffect(() => {
    let waiting: (() => void) | null = null;
    const unhear = subscribe("insights.changed", () => {
      waiting ??= later(GATHER_MS, () => {
        waiting = null;
        void queryClient.invalidateQueries({ queryKey: ["clients.insights"] });
      });
    });
    return () => {
      unhear();
      waiting?.();
    };
  }, []);
  const wanted = inSight.join(" ");
  // Also when rows have moved: a client may have been read since.
  const asked = insights.dataUpdatedAt;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer that came is a reason to look again
  useEffect(() => {
    if (!ready || wanted === "") return;
    return later(GATHER_MS, () => {
      call("clients.insights", { refresh: wanted.split(" ") }).catch((error: unknown) => {
        // A failure here is shown where the client is opened; the cells stay as they are.
        if (!(error instanceof CallFailure)) throw error;
      });
    });
  }, [ready, wanted, asked]);
  return insights.data?.rows ?? NOTHING;
}
