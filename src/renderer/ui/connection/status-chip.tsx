import { Pause } from "lucide-react";
import { type ShownState, SYNC_WORDS } from "../../format/labels/sync-labels.ts";
import { type Standing, useStanding } from "../../state/core/connection-status.ts";
import { Chip } from "../controls/chip.tsx";

/** How something stands in the core; never as last heard of while the core does not answer. */
export function StatusChip({
  last,
  paused = false,
  quiet = false,
}: {
  readonly last: Standing;
  readonly paused?: boolean;
  /** What is as it should be is plain text. */
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

/** A client's sync state; what is up to date is plain text. */
export function SyncChip({ state }: { readonly state: ShownState }) {
  return <StatusChip last={SYNC_WORDS[state]} paused={state === "paused"} quiet />;
}
