import { useLayoutEffect } from "react";
import { formatInstant } from "../../format/dates/date.ts";
import { isStale } from "../../format/labels/figure-labels.ts";
import { t } from "../../language/t.ts";
import { Chip } from "../controls/chip.tsx";
import { AsOf } from "./as-of.tsx";

interface AsOfLabelProps {
  readonly asOf: string | null;
  readonly nowMs: number;
}

/** When figures were synced, beside them, with what is wrong with that. */
export function AsOfLabel({ asOf, nowMs }: AsOfLabelProps) {
  return (
    <>
      <SyncedAge asOf={asOf} nowMs={nowMs} />
      <AsOfWarning asOf={asOf} nowMs={nowMs} />
    </>
  );
}

/** When figures were synced; nothing before they were in full. */
export function SyncedAge({ asOf, nowMs, className }: AsOfLabelProps & { readonly className?: string | undefined }) {
  if (asOf === null) return null;
  return (
    <span className={className}>
      {t("Synced")} <AsOf instant={asOf} nowMs={nowMs} />
    </span>
  );
}

/** Whether the bar at the top says of the same sync how old it is, and that is all there is to say. */
export function isSaidInBar({ asOf, nowMs }: AsOfLabelProps, bar: string | null): boolean {
  return asOf !== null && asOf === bar && !isStale(asOf, nowMs);
}

/** Marks figures that are incomplete or stale; a screen greys those that are stale. */
export function AsOfWarning({ asOf, nowMs }: AsOfLabelProps) {
  if (asOf === null) {
    return (
      <Chip
        tone="warning"
        word={t("Incomplete")}
        title={t("The books aren't fully synced yet. Figures may be wrong, so don't sign off on them.")}
      />
    );
  }
  return isStale(asOf, nowMs) ? <StaleChip asOf={asOf} /> : null;
}

function StaleChip({ asOf }: { readonly asOf: string }) {
  useLayoutEffect(grayFigures, []);
  return (
    <Chip
      tone="warning"
      word={t("Out of date")}
      title={t("These figures were synced on {asOf}, more than a day ago. Sync to get later changes.", { asOf: formatInstant(asOf) })}
    />
  );
}

/** How many labels say that their figures are stale. */
let staleLabels = 0;

/** What is stale doesn't look like what is fresh. The root says so, because a selector with `:has` restyles every row whenever a panel opens. */
function grayFigures(): () => void {
  const tell = () => document.documentElement.toggleAttribute("data-stale", staleLabels > 0);
  staleLabels += 1;
  tell();
  return () => {
    staleLabels -= 1;
    tell();
  };
}
