import { ChevronsUp, KeyRound, Pause, Play } from "lucide-react";
import { useHashLocation } from "wouter/use-hash-location";
import type { QueuedRead, QueuedWrite } from "#shared/contract/sync/queue.ts";
import { t } from "../../language/t.ts";
import { useCoreCommand, useCoreQuery } from "../../state/core/core-query.ts";
import { queryClient } from "../../state/core/query-client.ts";
import { announce } from "../../state/window/announcements.ts";
import { clientAddress, writesAddress } from "../../state/window/screen-address.ts";
import { Button, ButtonLink } from "../../ui/controls/button.tsx";
import { Chip } from "../../ui/controls/chip.tsx";
import { classes } from "../../ui/controls/classes.ts";
import { HiddenText } from "../../ui/controls/hidden-text.tsx";
import styles from "./queue.module.css";
import { lineWhat, needsReview, type QueueLine, waitsForPerson } from "./queue-rows.ts";

interface ActProps {
  readonly line: QueueLine;
  readonly tabIndex: 0 | -1;
}

/** Prioritizes a client's sync over others, and starts it if it isn't running. */
export function FirstButton({ line, tabIndex }: ActProps) {
  const first = useCoreCommand("sync.goFirst");
  if (line.kind === "write" || line.read.paused || waitsForPerson(line)) return <Nothing tabIndex={tabIndex} />;
  const { clientId, name, goesFirst, active } = line.read;
  if (goesFirst) {
    return (
      <span tabIndex={tabIndex}>
        <Chip tone="syncing" word={t("Prioritized")} icon={null} title={t("This client is prioritized until its sync ends.")} />
      </span>
    );
  }
  return (
    <Button
      needs="preparer"
      kind="quiet"
      className={classes(styles.act, styles.later)}
      tabIndex={tabIndex}
      disabled={first.isPending}
      icon={<ChevronsUp size={14} aria-hidden />}
      aria-label={t("Prioritize {name}", { name })}
      title={
        active
          ? t(
              "Prioritize: this client's sync goes ahead of automatic syncs for other clients on the same ledger software. Ledger updates still go first.",
            )
          : t("Prioritize: start this client's sync now, ahead of automatic syncs for other clients on the same ledger software")
      }
      onClick={(event) => {
        event.stopPropagation();
        first.mutate({ clientId }, told(t("{name} is prioritized.", { name })));
      }}
    />
  );
}

interface UpdateProps extends Pick<ActProps, "tabIndex"> {
  readonly write: QueuedWrite;
  readonly title: string;
}

function UpdateButton({ write: { clientId, name, job }, title, tabIndex }: UpdateProps) {
  const [, navigate] = useHashLocation();
  return (
    <Button
      className={styles.update}
      tabIndex={tabIndex}
      aria-label={t("See update: {title} for {name}", { title, name })}
      onClick={(event) => {
        event.stopPropagation();
        navigate(writesAddress(clientId, job.jobId));
      }}
    >
      {t("See update")}
    </Button>
  );
}

interface ReadProps extends Pick<ActProps, "tabIndex"> {
  readonly read: QueuedRead;
}

function ReconnectLink({ read: { clientId, name }, tabIndex }: ReadProps) {
  return (
    <ButtonLink
      needs="preparer"
      kind="quiet"
      className={classes(styles.act, styles.last, styles.words)}
      tabIndex={tabIndex}
      icon={<KeyRound size={14} aria-hidden />}
      aria-label={t("Reconnect {name}", { name })}
      title={t("The client can't sync until it's reconnected.")}
      href={`#${clientAddress(clientId, "connection")}`}
      onClick={(event) => event.stopPropagation()}
    >
      {t("Reconnect")}
    </ButtonLink>
  );
}

/**
 * The act at the end of a row. It pauses or resumes a client's sync; where the client is disconnected, it leads to that first. An update
 * that needs a person is opened.
 */
export function LastButton({ line, tabIndex }: ActProps) {
  if (line.kind === "write") {
    if (!needsReview(line.write)) return <Nothing tabIndex={tabIndex} />;
    return <UpdateButton write={line.write} title={lineWhat(line)} tabIndex={tabIndex} />;
  }
  return waitsForPerson(line) ? (
    <ReconnectLink read={line.read} tabIndex={tabIndex} />
  ) : (
    <PauseButton read={line.read} tabIndex={tabIndex} />
  );
}

function PauseButton({ read: { clientId, name, paused, active }, tabIndex }: ReadProps) {
  const pause = useCoreCommand("sync.pause");
  const resume = useCoreCommand("sync.resume");
  const isAllPaused = useCoreQuery("queue.reads", {}).data?.paused === true;
  const act = paused ? resume : pause;
  const said = paused
    ? t("Sync resumed for {name}.", { name })
    : active
      ? t("Sync paused for {name}. Choose Resume to continue where the sync stopped.", { name })
      : t("Sync paused for {name}.", { name });
  return (
    <Button
      needs="preparer"
      kind="quiet"
      className={classes(styles.act, styles.last, !paused && styles.later)}
      tabIndex={tabIndex}
      disabled={act.isPending}
      icon={paused ? <Play size={14} aria-hidden /> : <Pause size={14} aria-hidden />}
      aria-label={paused ? t("Resume {name}", { name }) : t("Pause {name}", { name })}
      title={
        paused
          ? isAllPaused
            ? t("Resume: sync now; automatic sync stays paused for all clients on this computer")
            : t("Resume: sync now and allow automatic sync again")
          : active
            ? t("Pause: stop the sync until resumed; it then continues where it stopped")
            : t("Pause: stop syncing this client on this computer until resumed")
      }
      onClick={(event) => {
        event.stopPropagation();
        act.mutate({ clientId }, told(said));
      }}
    />
  );
}

// In a control column, the cell's content takes the focus instead of the cell.
function Nothing({ tabIndex }: { readonly tabIndex: 0 | -1 }) {
  return (
    <span tabIndex={tabIndex} className={styles.nothing}>
      <HiddenText>{t("Not available")}</HiddenText>
    </span>
  );
}

function told(said: string) {
  return {
    onSuccess: () => {
      announce(said);
      void queryClient.invalidateQueries({ queryKey: ["queue.reads"] });
    },
    onError: (error: Error) => announce(error.message),
  };
}
