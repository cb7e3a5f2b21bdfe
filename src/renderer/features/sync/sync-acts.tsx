import { ChevronsUp, KeyRound, Pause, Play, RefreshCw, RotateCcw } from "lucide-react";
import type { ClientSync } from "#shared/contract/sync.ts";
import { Button, ButtonLink } from "../../components/button.tsx";
import { Chip } from "../../components/chip.tsx";
import { t } from "../../language/t.ts";
import { announce } from "../../state/announcements.ts";
import { useCoreCommand } from "../../state/core-query.ts";
import { clientAddress } from "../../state/place.ts";
import styles from "./sync-page.module.css";

/** What a person can do with a client's reading as it stands. */
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
  const failure = all.find((act) => act.error !== null)?.error;
  return (
    <>
      <MainAct
        sync={sync}
        busy={busy}
        onResume={() => resume.mutate({ clientId })}
        onStart={() => start.mutate({ clientIds: [clientId] })}
      />
      {paused || sync.state === "never_synced" ? null : (
        <Button
          icon={<Pause size={14} aria-hidden />}
          disabled={busy}
          title={
            running
              ? t("Stops after the page that is under way, and reads nothing of it by itself until it goes on. The place is kept.")
              : t("Nothing of this client is read by itself until a person lets it go on.")
          }
          onClick={() => pause.mutate({ clientId })}
        >
          {t("Pause")}
        </Button>
      )}
      {running ? (
        <First
          goesFirst={sync.goesFirst}
          busy={busy}
          onFirst={() => first.mutate({ clientId }, { onSuccess: () => announce(t("It goes first.")) })}
        />
      ) : null}
      {sync.state === "never_synced" ? (
        <ButtonLink
          href={`#/connect/${encodeURIComponent(clientId)}`}
          title={t("Calls, pages and time of the first read, before it starts")}
        >
          {t("See first what it costs")}
        </ButtonLink>
      ) : null}
      {running || paused || sync.state === "never_synced" ? null : (
        <Button
          icon={<RotateCcw size={14} aria-hidden />}
          disabled={busy}
          title={t("Reads every record again and marks what has vanished from the ledger. It costs as many requests as the first read.")}
          onClick={() => start.mutate({ clientIds: [clientId], full: true })}
        >
          {t("Read everything again")}
        </Button>
      )}
      {failure === undefined || failure === null ? null : <span className={styles.problem}>{failure.failure.message}</span>}
    </>
  );
}

interface MainActProps {
  readonly sync: ClientSync;
  readonly busy: boolean;
  readonly onResume: () => void;
  readonly onStart: () => void;
}

/** The one act that the state asks for; none while it reads. */
function MainAct({ sync: { clientId, state }, busy, onResume, onStart }: MainActProps) {
  if (state === "syncing" || state === "queued") return null;
  if (state === "needs_sign_in") {
    return (
      <ButtonLink kind="primary" icon={<KeyRound size={14} aria-hidden />} href={`#${clientAddress(clientId, "connection")}`}>
        {t("Sign in again")}
      </ButtonLink>
    );
  }
  if (state === "paused") {
    return (
      <Button kind="primary" icon={<Play size={14} aria-hidden />} disabled={busy} onClick={onResume}>
        {t("Go on reading")}
      </Button>
    );
  }
  return (
    <Button kind="primary" icon={<RefreshCw size={14} aria-hidden />} disabled={busy} onClick={onStart}>
      {state === "never_synced" ? t("Start reading") : t("Read changes")}
    </Button>
  );
}

function First({ goesFirst, busy, onFirst }: { readonly goesFirst: boolean; readonly busy: boolean; readonly onFirst: () => void }) {
  if (goesFirst)
    return (
      <Chip
        tone="syncing"
        icon={null}
        word={t("Goes first")}
        title={t("Before the other clients of its ledger, until its reading ends.")}
      />
    );
  return (
    <Button
      icon={<ChevronsUp size={14} aria-hidden />}
      disabled={busy}
      title={t(
        "Its requests go before those of the other clients of its ledger until its reading ends. Writes and a person's own clicks stay before it.",
      )}
      onClick={onFirst}
    >
      {t("Go first")}
    </Button>
  );
}
