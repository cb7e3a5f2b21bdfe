import type { ClientRow } from "#shared/contract/clients/clients.ts";
import type { ClientSync } from "#shared/contract/sync/sync.ts";
import { t } from "../../language/t.ts";
import { useLiveSync } from "../../state/core/live-sync.ts";
import text from "../../styles/text.module.css";
import { classes } from "../../ui/controls/classes.ts";
import { ProgressBar } from "../../ui/feedback/progress-bar.tsx";
import styles from "./client-progress.module.css";

/** Data sets done out of all, with a live bar while syncing or queued. `named`: with the word, where no header says what is counted. */
export function ClientProgress({ row, named = false }: { readonly row: ClientRow; readonly named?: boolean }) {
  const live = useLiveSync((state) => state.clients[row.clientId]?.snapshot);
  if (row.streamsTotal === 0) return <span className={text.muted}>–</span>;
  const moving = row.state === "syncing" || row.state === "queued";
  const done = moving && live !== undefined && live.streams.length > 0 ? doneStreams(live) : row.streamsDone;
  // Everything is read, but the run is still counting figures and tying them out.
  const words = t("{done} of {total} data sets", { done, total: row.streamsTotal });
  const checking = row.state === "syncing" && done >= row.streamsTotal;
  return (
    <span className={styles.progress}>
      <span className={classes(styles.words, named && styles.named)} title={words}>
        {checking ? t("Tying out") : named ? words : `${done}/${row.streamsTotal}`}
      </span>
      {moving ? (
        <ProgressBar
          share={checking ? null : share(row, live)}
          label={t("{name}, data sets synced", { name: row.name })}
          tone={row.state === "queued" ? "queued" : "syncing"}
        />
      ) : null}
    </span>
  );
}

function doneStreams(live: ClientSync): number {
  return live.streams.filter((stream) => stream.state === "up_to_date").length;
}

/** Complete data sets, plus the known part of those in progress. */
function share(row: ClientRow, live: ClientSync | undefined): number {
  if (live === undefined || live.streams.length === 0) return row.streamsDone / row.streamsTotal;
  let done = 0;
  for (const stream of live.streams) {
    if (stream.state === "up_to_date") done += 1;
    else if (stream.totalKnown !== null && stream.totalKnown > 0) done += Math.min(1, stream.seen / stream.totalKnown);
  }
  return done / live.streams.length;
}
