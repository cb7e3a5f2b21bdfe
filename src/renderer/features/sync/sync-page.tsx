import type { ClientSync, Outlook } from "#shared/contract/sync.ts";
import { ReadingEnd } from "../../blocks/reading-end.tsx";
import { AsOf } from "../../components/as-of.tsx";
import { ButtonLink } from "../../components/button.tsx";
import { Chip } from "../../components/chip.tsx";
import { EmptyNote } from "../../components/empty-note.tsx";
import { FailureNote } from "../../components/failure-note.tsx";
import { formatCount } from "../../format/amount.ts";
import { formatBytes } from "../../format/bytes.ts";
import { shownState, waitSentence } from "../../format/sync-words.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core-query.ts";
import { useClientSync } from "../../state/live-sync.ts";
import { useNow } from "../../state/now.ts";
import { clientAddress } from "../../state/place.ts";
import { Budgets } from "./budgets.tsx";
import { ScheduleNote } from "./schedule-note.tsx";
import { StreamTable } from "./stream-table.tsx";
import { SyncActs } from "./sync-acts.tsx";
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
  const plan = planned === undefined ? null : { row: planned, callsLeft: sync.outlook?.callsLeft ?? 0 };
  const done = sync.streams.filter((stream) => stream.state === "up_to_date").length;
  return (
    <>
      <div className={styles.acts}>
        <SyncActs sync={sync} />
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
            : t(". {sent} requests, {retried} repeated, {bytes} read", {
                sent: formatCount(sync.requests.sent),
                retried: formatCount(sync.requests.retried),
                bytes: formatBytes(sync.requests.bytes),
              })}
        </span>
      </div>
      <ScheduleNote clientId={sync.clientId} />
      {sync.queue === null ? null : (
        <p className={styles.queued}>
          <Chip tone="queued" word={t("Queued")} /> {waitSentence(sync.queue, nowMs)}
        </p>
      )}
      {fault === null ? null : (
        <FailureNote failure={fault.failure}>
          {fault.streams === 0 ? null : <p>{t("{streams} streams stopped at it.", { streams: fault.streams })}</p>}
          {fault.ofSignIn ? <a href={`#${clientAddress(sync.clientId, "connection")}`}>{t("To the connection")}</a> : null}
        </FailureNote>
      )}
      {sync.outlook === null ? null : <Ahead outlook={sync.outlook} now={movingLabels(sync)} />}
      {sync.budget === null ? null : <Budgets budget={sync.budget} planned={plan} nowMs={nowMs} />}
      <StreamTable
        clientId={sync.clientId}
        streams={sync.streams}
        state={sync.state}
        told={(fault?.streams ?? 0) > 0 ? (fault?.failure.message ?? null) : null}
      />
    </>
  );
}

/** What is left of the reading under way, and when it ends. */
function Ahead({ outlook, now }: { readonly outlook: Outlook; readonly now: readonly string[] }) {
  return (
    <p className={styles.ahead}>
      {now.length === 0 ? null : `${t("Now: {streams}.", { streams: now.join(", ") })} `}
      {t("{calls, plural, one {1 request is} other {{count} requests are}} known to be ahead. It ends", {
        calls: outlook.callsLeft,
        count: formatCount(outlook.callsLeft),
      })}{" "}
      <ReadingEnd outlook={outlook} of={t("The reading")} />.
    </p>
  );
}

function movingLabels({ streams }: ClientSync): readonly string[] {
  return streams.filter(({ state }) => state === "reading" || state === "queued").map(({ label }) => label);
}
