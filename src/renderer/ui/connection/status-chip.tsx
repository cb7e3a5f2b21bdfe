import { Pause } from "lucide-react";
import { insideSentence } from "#shared/kernel/readable.ts";
import { type ShownState, SYNC_LABELS } from "../../format/labels/sync-labels.ts";
import { t } from "../../language/t.ts";
import { type Standing, useStanding } from "../../state/core/connection-status.ts";
import { Chip } from "../controls/chip.tsx";

/** A state in the core; while the core doesn't answer, it shows that instead of the last known state. */
export function StatusChip({
  last,
  paused = false,
  quiet = false,
  count,
  also,
}: {
  readonly last: Standing;
  readonly paused?: boolean;
  /** Shows a normal state as plain text. */
  readonly quiet?: boolean;
  /** How many are in it, between its sign and its word: `14 up to date`. */
  readonly count?: string | undefined;
  /** What its tip adds, such as how far it is. */
  readonly also?: string | null | undefined;
}) {
  const standing = useStanding(last);
  const { word, tone, means } = standing;
  const tip = means === undefined || also == null || standing !== last ? means : `${means}\n${also}`;
  return (
    <Chip
      tone={tone}
      word={count === undefined ? word : t("{count} {state}", { count, state: insideSentence(word) })}
      quiet={quiet}
      {...(tip === undefined ? {} : { title: tip })}
      {...(paused && standing === last ? { icon: Pause } : {})}
    />
  );
}

/** A client's sync state, or how many clients are in it; up to date is plain text. */
export function SyncChip({ state, count, also }: { readonly state: ShownState; readonly count?: string; readonly also?: string | null }) {
  return <StatusChip last={SYNC_LABELS[state]} paused={state === "paused"} quiet count={count} also={also} />;
}
