import { Pause } from "lucide-react";
import { type ShownState, SYNC_WORDS } from "../../format/labels/sync-labels.ts";
import { type Standing, useStanding } from "../../state/core/connection-status.ts";
import { Chip } from "../controls/chip.tsx";

/** How something stands in the core; never as last heard of while the core does not answer. */
export function StatusChip({ last, paused = false }: { readonly last: Standing; readonly paused?: boolean }) {
  const standing = useStanding(last);
  const { word, tone, means } = standing;
  return (
    <Chip
      tone={tone}
      word={word}
      {...(means === undefined ? {} : { title: means })}
      {...(paused && standing === last ? { icon: Pause } : {})}
    />
  );
}

/** A client's sync state. */
export function SyncChip({ state }: { readonly state: ShownState }) {
  return <StatusChip last={SYNC_WORDS[state]} paused={state === "paused"} />;
}
