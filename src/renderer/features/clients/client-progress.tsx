import type { ClientRow } from "#shared/contract/clients/clients.ts";
import type { ClientSync } from "#shared/contract/sync/sync.ts";
import { shownState, waitSentence } from "../../format/labels/sync-labels.ts";
import { t } from "../../language/t.ts";
import { useLink } from "../../state/core/core-link.ts";
import { useLiveSync } from "../../state/core/live-sync.ts";
import { useNow } from "../../state/window/now.ts";
import { SyncChip } from "../../ui/connection/status-chip.tsx";
import { classes } from "../../ui/controls/classes.ts";
import { Nothing } from "../../ui/feedback/missing-value.tsx";
import { ProgressBar } from "../../ui/feedback/progress-bar.tsx";
import styles from "./client-progress.module.css";
import type { DashboardRow } from "./dashboard-rows.ts";

/** Data sets done out of all, with a live bar while syncing or queued. `named`: with the word, where no header says what is counted. */
export function ClientProgress({ row, named = false }: { readonly row: ClientRow; readonly named?: boolean }) {
  const { moving, done, words, checking, share } = useProgress(row);
  if (row.streamsTotal === 0) return <Nothing />;
  return (
    <span className={styles.progress}>
      <span className={classes(styles.words, named && styles.named)} title={words}>
        {checking ? t("Tying out") : named ? words : `${done}/${row.streamsTotal}`}
      </span>
      {moving ? (
        <ProgressBar
          share={share}
          label={t("{name}, data sets synced", { name: row.name })}
          tone={row.state === "queued" ? "queued" : "syncing"}
        />
      ) : null}
    </span>
  );
}

/**
 * The state of a client's sync, with its progress or its reason in the tip. While it runs, a bar below its words shows how
 * far it is. The bar takes no room, so columns stay as they are. A first sync has a longer bar, in the column of progress.
 * `brief`: its icon alone.
 */
export function SyncState({ row, brief = false }: { readonly row: DashboardRow; readonly brief?: boolean }) {
  const nowMs = useNow();
  const { moving, words, checking, share } = useProgress(row);
  const isLost = useLink(({ core }) => core) === "down";
  const state = shownState(row, row.offline);
  const far = !moving || row.streamsTotal === 0 ? null : checking ? t("Tying out") : words;
  const also = row.problem ?? (row.queue === null ? far : waitSentence(row.queue, nowMs));
  return (
    <span className={styles.state}>
      <SyncChip state={state} also={also} brief={brief} />
      {state === "syncing" && far !== null && row.asOf !== null && !isLost ? (
        <ProgressBar share={share} label={t("{name}, data sets synced", { name: row.name })} words={far} />
      ) : null}
    </span>
  );
}

function useProgress(row: ClientRow) {
  const live = useLiveSync((state) => state.clients[row.clientId]?.snapshot);
  const moving = row.state === "syncing" || row.state === "queued";
  const done = moving && live !== undefined && live.streams.length > 0 ? doneStreams(live) : row.streamsDone;
  const words = t("{done} of {total} data sets", { done, total: row.streamsTotal });
  // Everything is read, but the run is still counting figures and tying them out.
  const checking = row.state === "syncing" && done >= row.streamsTotal;
  return { moving, done, words, checking, share: checking ? null : shareOf(row, live) };
}

function doneStreams(live: ClientSync): number {
  return live.streams.filter((stream) => stream.state === "up_to_date").length;
}

/** Complete data sets, plus the known part of those in progress. */
function shareOf(row: ClientRow, live: ClientSync | undefined): number {
  if (live === undefined || live.streams.length === 0) return row.streamsDone / row.streamsTotal;
  let done = 0;
  for (const stream of live.streams) {
    if (stream.state === "up_to_date") done += 1;
    else if (stream.totalKnown !== null && stream.totalKnown > 0) done += Math.min(1, stream.seen / stream.totalKnown);
  }
  return done / live.streams.length;
}
