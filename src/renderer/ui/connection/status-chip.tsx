import { Pause } from "lucide-react";
import { type ShownState, SYNC_LABELS } from "../../format/labels/sync-labels.ts";
import { type Standing, useStanding } from "../../state/core/connection-status.ts";
import { Chip } from "../controls/chip.tsx";

/** A state in the core; while the core doesn't answer, it shows that instead of the last known state. */
export function StatusChip({
  last,
  paused = false,
  quiet = false,
}: {
  readonly last: Standing;
  readonly paused?: boolean;
  /** Shows a normal state as plain text. */
  readonly quiet?: boolean;
}) {
  const standing = useStanding(last);
  const { word, tone, means } = standing;
  return (
    <Chip
      tone={tone}
      word={word}
      quiet={quiet}
      {...(means === undefined ? {} : { title: means })}
      {...(paused && standing === last ? { icon: Pause } : {})}
    />
  );
}

/** A client's sync state; up to date is plain text. */
export function SyncChip({ state }: { readonly state: ShownState }) {
  return <StatusChip last={SYNC_LABELS[state]} paused={state === "paused"} quiet />;
}
