import { Pause } from "lucide-react";
import { insideSentence } from "#shared/kernel/readable.ts";
import { ALL_SYNCED, type ShownState, SYNC_LABELS, type Tone } from "../../format/labels/sync-labels.ts";
import { t } from "../../language/t.ts";
import { type Standing, useStanding } from "../../state/core/connection-status.ts";
import { Chip } from "../controls/chip.tsx";

/** What ends without anyone: it asks nobody to act, so in a list it is plain text. */
const PASSING: readonly Tone[] = ["syncing", "queued", "offline"];

/** A state in the core; while the core doesn't answer, it shows that instead of the last known state. */
export function StatusChip({
  last,
  paused = false,
  quiet = false,
  brief = false,
  count,
  also,
}: {
  readonly last: Standing;
  readonly paused?: boolean;
  /** Shows a state that needs nobody as plain text. */
  readonly quiet?: boolean;
  /** Its icon alone, with its word for screen readers and in its tip. */
  readonly brief?: boolean;
  /** How many are in it, between its sign and its word: `14 queued`. */
  readonly count?: string | undefined;
  /** What its tip adds, such as how far it is. */
  readonly also?: string | null | undefined;
}) {
  const standing = useStanding(last);
  const { word, tone, means } = standing;
  const lines = [brief ? word : undefined, means, standing === last ? also : undefined];
  const tip = means === undefined ? undefined : lines.filter((line) => line != null).join("\n");
  return (
    <Chip
      tone={tone}
      word={count === undefined ? word : t("{count} {state}", { count, state: insideSentence(word) })}
      quiet={quiet && standing === last && PASSING.includes(tone) ? "always" : quiet}
      brief={brief}
      {...(tip === undefined ? {} : { title: tip })}
      {...(paused && standing === last ? { icon: Pause } : {})}
    />
  );
}

interface SyncChipProps extends Pick<Parameters<typeof StatusChip>[0], "also" | "brief" | "count"> {
  readonly state: ShownState;
}

/** A client's sync state, or how many clients are in it: a chip where it needs someone, else plain text. */
export function SyncChip({ state, ...look }: SyncChipProps) {
  const last = state === "up_to_date" && look.count !== undefined ? ALL_SYNCED : SYNC_LABELS[state];
  return <StatusChip last={last} paused={state === "paused"} quiet {...look} />;
}
