import { KeyRound, Pause, Play, RefreshCw, RotateCcw } from "lucide-react";
import type { ClientSync } from "#shared/contract/sync.ts";
import { AsOf } from "../../components/as-of.tsx";
import { Button, ButtonLink } from "../../components/button.tsx";
import { Chip } from "../../components/chip.tsx";
import { EmptyNote } from "../../components/empty-note.tsx";
import { FailureNote } from "../../components/failure-note.tsx";
import { formatCount } from "../../format/amount.ts";
import { formatBytes } from "../../format/bytes.ts";
import { queueSentence, shownState } from "../../format/sync-words.ts";
import { t } from "../../language/t.ts";
import { useCoreCommand, useCoreQuery } from "../../state/core-query.ts";
import { useClientSync } from "../../state/live-sync.ts";
import { useNow } from "../../state/now.ts";
import { clientAddress } from "../../state/place.ts";
import { Budgets } from "./budgets.tsx";
import { ScheduleNote } from "./schedule-note.tsx";
import { StreamTable } from "./stream-table.tsx";
import { faultAbove } from "./sync-fault.ts";
import styles from "./sync-page.module.css";

/** How a client's reading stands, stream by stream. */
export function SyncPage({ clientId }: { readonly clientId: string }) {
  const sync = useClientSync(clientId);
  const connection = useCoreQuery("connections.show", { clientId });
  const row = useCoreQuery("clients.list", {}).data?.rows.find((client) => client.clientId === clientId);
  if (sync.error !== null && sync.data === undefined) {
    return (
      <div className={styles.page}>
        <FailureNote failure={sync.error.failure} />
      </div>
    );
  }
  if (row !== undefined && shownState(row) === "connecting") {
    return (
      <EmptyNote title={t("Connecting")}>
        <p>{t("The simulated ledger of this client is being made. Reading starts by itself.")}</p>
      </EmptyNote>
    );
  }
  if (connection.data === null) {
    return (
      <EmptyNote title={t("No ledger is connected yet")}>
        <p>{t("Connect one to read its books into this client.")}</p>
        <ButtonLink kind="primary" href={`#/connect/${clientId}`}>
          {t("Connect a ledger")}
        </ButtonLink>
      </EmptyNote>
    );
  }
  return (
    <div className={styles.page}>
      {sync.data === undefined ? (
        <div className={styles.waiting} aria-busy="true" />
      ) : (
        <Reading sync={sync.data} problem={row?.problem ?? null} />
      )}
    </div>
  );
}

function Reading({ sync, problem }: { readonly sync: ClientSync; readonly problem: string | null }) {
  const nowMs = useNow();
  const fault = faultAbove(sync, problem);
  const planned = useCoreQuery("schedule.list", {}).data?.rows.find(({ clientId }) => clientId === sync.clientId);
  const done = sync.streams.filter((stream) => stream.state === "up_to_date").length;
  return (
    <>
      <div className={styles.acts}>
        <Acts sync={sync} />
        <span className={styles.facts}>
          {sync.streams.length === 0
            ? t("No stream has been read yet")
            : t("{done} of {streams} streams read to their end", { done, streams: sync.streams.length })}
          {sync.asOf === null ? null : (
            <>
              {t(", as of")} <AsOf instant={sync.asOf} nowMs={nowMs} ago />
            </>
          )}
          {sync.requests.sent === 0
            ? null
            : `. ${formatCount(sync.requests.sent)} requests, ${formatCount(sync.requests.retried)} repeated, ${formatBytes(sync.requests.bytes)} read`}
        </span>
      </div>
      <ScheduleNote clientId={sync.clientId} />
      {sync.queue === null ? null : (
        <p className={styles.queued}>
          <Chip tone="queued" word={t("Queued")} /> {queueSentence(sync.queue, nowMs).replace(/^Queued: /, "")}
        </p>
      )}
      {fault === null ? null : (
        <FailureNote failure={fault.failure}>
          {fault.streams === 0 ? null : <p>{t("{streams} streams stopped at it.", { streams: fault.streams })}</p>}
          {fault.ofSignIn ? <a href={`#${clientAddress(sync.clientId, "connection")}`}>{t("To the connection")}</a> : null}
        </FailureNote>
      )}
      {sync.budget === null ? null : <Budgets budget={sync.budget} planned={planned} nowMs={nowMs} />}
      <StreamTable streams={sync.streams} state={sync.state} told={(fault?.streams ?? 0) > 0 ? (fault?.failure.message ?? null) : null} />
    </>
  );
}

function Acts({ sync }: { readonly sync: ClientSync }) {
  const { clientId } = sync;
  const start = useCoreCommand("sync.start");
  const pause = useCoreCommand("sync.pause");
  const resume = useCoreCommand("sync.resume");
  const busy = start.isPending || pause.isPending || resume.isPending;
  const running = sync.state === "syncing" || sync.state === "queued";
  const failure = start.error ?? pause.error ?? resume.error;
  return (
    <>
      {sync.state === "needs_sign_in" ? (
        <ButtonLink kind="primary" icon={<KeyRound size={14} aria-hidden />} href={`#${clientAddress(clientId, "connection")}`}>
          {t("Sign in again")}
        </ButtonLink>
      ) : running ? (
        <Button icon={<Pause size={14} aria-hidden />} disabled={busy} onClick={() => pause.mutate({ clientId })}>
          {t("Pause")}
        </Button>
      ) : sync.state === "paused" ? (
        <Button kind="primary" icon={<Play size={14} aria-hidden />} disabled={busy} onClick={() => resume.mutate({ clientId })}>
          {t("Go on reading")}
        </Button>
      ) : (
        <Button
          kind="primary"
          icon={<RefreshCw size={14} aria-hidden />}
          disabled={busy}
          onClick={() => start.mutate({ clientIds: [clientId] })}
        >
          {sync.state === "never_synced" ? t("Start reading") : t("Read changes")}
        </Button>
      )}
      {sync.state === "never_synced" ? (
        <ButtonLink
          href={`#/connect/${encodeURIComponent(clientId)}`}
          title={t("Calls, pages and time of the first read, before it starts")}
        >
          {t("See first what it costs")}
        </ButtonLink>
      ) : null}
      {running || sync.state === "never_synced" ? null : (
        <Button
          icon={<RotateCcw size={14} aria-hidden />}
          disabled={busy}
          title={t("Reads every record again and marks what has vanished from the ledger. It costs as many requests as the first read.")}
          onClick={() => start.mutate({ clientIds: [clientId], full: true })}
        >
          {t("Read everything again")}
        </Button>
      )}
      {failure === null ? null : <span className={styles.problem}>{failure.failure.message}</span>}
    </>
  );
}
