import type { ScheduleRow } from "#shared/contract/sync/schedule.ts";
import { streamsLeft } from "#shared/contract/sync/streams-left.ts";
import type { ClientSync, Outlook } from "#shared/contract/sync/sync.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { knownFailure } from "../../format/labels/problem-labels.ts";
import { checkingSentence, shownState, waitSentence } from "../../format/labels/sync-labels.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useClientSync } from "../../state/core/live-sync.ts";
import { useOffline } from "../../state/core/offline.ts";
import { useNow } from "../../state/window/now.ts";
import { clientAddress } from "../../state/window/screen-address.ts";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import { SyncEstimate } from "../../ui/connection/sync-estimate.tsx";
import { ButtonLink } from "../../ui/controls/button.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { RoleNote } from "../../ui/feedback/role-note.tsx";
import { AsOf } from "../../ui/figures/as-of.tsx";
import { ScreenTitle } from "../../ui/layout/screen-title.tsx";
import { Budgets } from "./budgets.tsx";
import type { Planned } from "./forecast.ts";
import { requestWords } from "./request-words.ts";
import { RequestsChart } from "./requests-chart.tsx";
import { ScheduleNote } from "./schedule-note.tsx";
import { StreamTable } from "./stream-table.tsx";
import { SyncActs } from "./sync-actions.tsx";
import { faultAbove, type SyncFault } from "./sync-error.ts";
import styles from "./sync-page.module.css";

/** The state of a client's sync, data set by data set. */
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
      <EmptyState title={t("Connecting")}>
        <p>{t("This demo client's ledger is being set up. Syncing starts automatically.")}</p>
      </EmptyState>
    );
  }
  if (connection.data === null) {
    return (
      <EmptyState state="not_connected" title={t("No ledger is connected")}>
        <p>{t("Connect a ledger to sync this client's books.")}</p>
        <ButtonLink needs="preparer" kind="primary" href={`#/connect/${clientId}`}>
          {t("Connect a ledger")}
        </ButtonLink>
      </EmptyState>
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
  const offline = useOffline();
  const planned = useCoreQuery("schedule.list", {}).data?.rows.find(({ clientId }) => clientId === sync.clientId);
  // Nothing is forecast while what is planned waits for a person or the network.
  const waits = offline || sync.state === "needs_sign_in" || sync.state === "paused";
  const plan = waits ? null : plannedCalls(planned, sync);
  const done = sync.streams.filter((stream) => stream.state === "up_to_date").length;
  return (
    <>
      <div className={layout.wrappingLine}>
        <ScreenTitle screen="sync" />
        <span className={styles.facts}>
          {sync.streams.length === 0
            ? t("No data sets synced yet")
            : t("{done} of {streams} data sets synced", { done, streams: sync.streams.length })}
          {sync.asOf === null ? null : (
            <>
              {t(", last complete sync")} <AsOf instant={sync.asOf} nowMs={nowMs} />
            </>
          )}
          {requestWords(sync)}
        </span>
        <SyncActs sync={sync} />
      </div>
      <RoleNote />
      <ScheduleNote
        clientId={sync.clientId}
        state={sync.state}
        wait={waitWords(sync, nowMs)}
        unfinished={sync.outlook !== null}
        isFirst={sync.asOf === null}
        dayLimit={sync.budget?.dayLimit ?? null}
      />
      {fault === null ? null : (
        <FailureNote failure={sync.state === "offline" ? unreached(fault, offline) : fault.failure} quiet={sync.state === "offline"}>
          {fault.streams === 0 ? null : (
            <p>{t("{streams, plural, one {1 data set wasn't} other {# data sets weren't}} fully synced.", { streams: fault.streams })}</p>
          )}
          {fault.ofSignIn ? <a href={`#${clientAddress(sync.clientId, "connection")}`}>{t("Go to connection")}</a> : null}
        </FailureNote>
      )}
      {sync.checking === null ? null : (
        <p className={text.muted} role="status">
          {checkingSentence(sync.checking)}
        </p>
      )}
      {sync.outlook === null ? null : (
        <Ahead outlook={sync.outlook} waits={sync.queue !== null} now={streamsLeft(sync).map(({ label }) => label)} />
      )}
      {sync.budget === null ? null : <Budgets budget={sync.budget} planned={plan} nowMs={nowMs} />}
      <RequestsChart sync={sync} />
      <StreamTable
        clientId={sync.clientId}
        streams={sync.streams}
        state={sync.state}
        told={(fault?.streams ?? 0) > 0 ? (fault?.failure.message ?? null) : null}
      />
    </>
  );
}

/** Why the sync waits, and until when. One that a colleague's computer took over says so instead. */
function waitWords({ queue, failure }: ClientSync, nowMs: number): string | null {
  if (queue === null) return null;
  return failure?.code === "lease_lost" ? failure.message : waitSentence(queue, nowMs);
}

/** What is planned, as far as it's known: during the first sync only what that one has left, and nothing while it doesn't run. */
function plannedCalls(row: ScheduleRow | undefined, { asOf, outlook }: ClientSync): Planned | null {
  const callsLeft = outlook?.callsLeft ?? 0;
  if (asOf === null) return callsLeft === 0 ? null : { row: null, callsLeft };
  return row === undefined ? null : { row, callsLeft };
}

/** Why the ledger wasn't reached. The firm's file keeps the words alone of what stopped an earlier run. */
function unreached({ failure }: SyncFault, offline: boolean): SyncFault["failure"] {
  return knownFailure({ code: "ledger_unreachable", ...failure }, offline, t("The next sync continues where the last one stopped."));
}

/** Data sets that are named; of more there is the number. */
const NAMED = 6;

/** What is left of the sync in progress, and when it will end. */
function Ahead({ outlook, waits, now }: { readonly outlook: Outlook; readonly waits: boolean; readonly now: readonly string[] }) {
  // One data set has commas in its name.
  const shown = now.length > NAMED + 1 ? now.slice(0, NAMED) : now;
  const names = shown.join(now.some((name) => name.includes(",")) ? "; " : ", ");
  const more = now.length - shown.length;
  const streams = more > 0 ? t("{names} and {more} more", { names, more }) : names;
  return (
    <p className={styles.ahead}>
      {now.length === 0 ? null : `${waits ? t("Still to sync: {streams}.", { streams }) : t("In progress: {streams}.", { streams })} `}
      {t("This sync takes at least {calls, plural, one {1 more request} other {{count} more requests}}. Expected end:", {
        calls: outlook.callsLeft,
        count: formatCount(outlook.callsLeft),
      })}{" "}
      <SyncEstimate outlook={outlook} of={t("Sync")} />.
    </p>
  );
}
