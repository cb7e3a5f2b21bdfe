import { ChevronsUp, KeyRound, Pause, Play, RefreshCw, RotateCcw } from "lucide-react";
import type { ClientSync } from "#shared/contract/sync/sync.ts";
import { t } from "../../language/t.ts";
import { useCoreCommand } from "../../state/core/core-query.ts";
import { announce } from "../../state/window/announcements.ts";
import { clientAddress } from "../../state/window/screen-address.ts";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import { Button, ButtonLink } from "../../ui/controls/button.tsx";
import { Chip } from "../../ui/controls/chip.tsx";
import { classes } from "../../ui/controls/classes.ts";
import styles from "./sync-page.module.css";

/**
 * The actions that a client's sync state allows, at the end of the screen's first line and the main one last, as on other screens.
 * During a sync *Prioritize* takes the place of *Sync now*, so that a second press there can't pause what the first one started.
 */
export function SyncActs({ sync }: { readonly sync: ClientSync }) {
  const { clientId } = sync;
  const start = useCoreCommand("sync.start");
  const pause = useCoreCommand("sync.pause");
  const resume = useCoreCommand("sync.resume");
  const first = useCoreCommand("sync.goFirst");
  const all = [start, pause, resume, first];
  const busy = all.some((act) => act.isPending);
  const paused = sync.state === "paused";
  const running = sync.state === "syncing" || sync.state === "queued";
  const isOut = sync.state === "needs_sign_in";
  const failure = all.find((act) => act.error !== null)?.error;
  return (
    <>
      <div className={classes(layout.buttons, styles.acts)}>
        {sync.state === "never_synced" ? (
          <ButtonLink
            href={`#/connect/${encodeURIComponent(clientId)}`}
            title={t("Shows the ledger's details and estimates the first sync before you start it.")}
          >
            {t("Estimate first sync")}
          </ButtonLink>
        ) : null}
        {running || paused || sync.state === "never_synced" ? null : (
          <Button
            needs="preparer"
            icon={<RotateCcw size={14} aria-hidden />}
            disabled={busy || isOut}
            title={
              isOut
                ? t("Reconnect this client first.")
                : t("Syncs every record again and marks what was deleted in the ledger. Uses about as many requests as a first sync.")
            }
            onClick={() => start.mutate({ clientIds: [clientId], full: true })}
          >
            {t("Full resync")}
          </Button>
        )}
        {paused || sync.state === "never_synced" ? null : (
          <Pausing state={sync.state} busy={busy} onPause={() => pause.mutate({ clientId })} />
        )}
        {running ? (
          <First
            goesFirst={sync.goesFirst}
            isNext={isNext(sync)}
            busy={busy}
            onFirst={() => first.mutate({ clientId }, { onSuccess: () => announce(t("Prioritized.")) })}
          />
        ) : null}
        <MainAct
          sync={sync}
          busy={busy}
          onResume={() => resume.mutate({ clientId })}
          onStart={() => start.mutate({ clientIds: [clientId] })}
        />
      </div>
      {failure === undefined || failure === null ? null : (
        <span className={classes(text.failed, styles.actFailure)}>{failure.failure.message}</span>
      )}
    </>
  );
}

interface PausingProps {
  readonly state: ClientSync["state"];
  readonly busy: boolean;
  readonly onPause: () => void;
}

function Pausing({ state, busy, onPause }: PausingProps) {
  const title =
    state === "queued"
      ? t("Takes the sync out of the queue until someone resumes it.")
      : state === "syncing"
        ? t("Stops the sync. Once someone resumes it, it continues where it stopped.")
        : t("Stops automatic sync for this client on this computer until someone resumes it.");
  return (
    <Button needs="preparer" icon={<Pause size={14} aria-hidden />} disabled={busy} title={title} onClick={onPause}>
      {t("Pause")}
    </Button>
  );
}

interface MainActProps {
  readonly sync: ClientSync;
  readonly busy: boolean;
  readonly onResume: () => void;
  readonly onStart: () => void;
}

/** The main action for the state; none during a sync. */
function MainAct({ sync: { clientId, state }, busy, onResume, onStart }: MainActProps) {
  if (state === "syncing" || state === "queued") return null;
  if (state === "needs_sign_in") {
    return (
      <ButtonLink
        needs="preparer"
        kind="primary"
        icon={<KeyRound size={14} aria-hidden />}
        href={`#${clientAddress(clientId, "connection")}`}
      >
        {t("Reconnect")}
      </ButtonLink>
    );
  }
  if (state === "paused") {
    return (
      <Button needs="preparer" kind="primary" icon={<Play size={14} aria-hidden />} disabled={busy} onClick={onResume}>
        {t("Resume sync")}
      </Button>
    );
  }
  return (
    <Button needs="preparer" kind="primary" icon={<RefreshCw size={14} aria-hidden />} disabled={busy} onClick={onStart}>
      {state === "never_synced" ? t("Start sync") : t("Sync now")}
    </Button>
  );
}

const PRIORITY = t(
  "This client's sync goes ahead of automatic syncs for other clients on the same ledger software. Ledger updates still go first.",
);

/** Nothing is ahead of it, so that there is nothing to go before. Clients that share a limit take turns anyway. */
function isNext({ queue }: Pick<ClientSync, "queue">): boolean {
  return queue !== null && queue.position <= 1 && queue.reason !== "app" && queue.reason !== "colleague";
}

interface FirstProps {
  readonly goesFirst: boolean;
  readonly isNext: boolean;
  readonly busy: boolean;
  readonly onFirst: () => void;
}

function First({ goesFirst, isNext: next, busy, onFirst }: FirstProps) {
  if (goesFirst) return <Chip tone="syncing" icon={null} word={t("Prioritized")} title={PRIORITY} />;
  return (
    <Button
      needs="preparer"
      icon={<ChevronsUp size={14} aria-hidden />}
      disabled={busy || next}
      title={next ? t("This client is already next.") : PRIORITY}
      onClick={onFirst}
    >
      {t("Prioritize")}
    </Button>
  );
}
