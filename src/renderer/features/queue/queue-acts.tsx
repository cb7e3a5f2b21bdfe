import { ChevronsUp, Pause, Play } from "lucide-react";
import { Button } from "../../components/button.tsx";
import { Chip } from "../../components/chip.tsx";
import { HiddenText } from "../../components/hidden-text.tsx";
import { t } from "../../language/t.ts";
import { announce } from "../../state/announcements.ts";
import { useCoreCommand } from "../../state/core-query.ts";
import { queryClient } from "../../state/query-client.ts";
import styles from "./queue.module.css";
import type { QueueLine } from "./queue-lines.ts";

interface ActProps {
  readonly line: QueueLine;
  readonly tabIndex: 0 | -1;
}

/** Lets a client's reading go before the others; what is not being read starts with it. */
export function FirstButton({ line, tabIndex }: ActProps) {
  const first = useCoreCommand("sync.goFirst");
  if (line.kind === "write" || line.read.paused) return <Nothing tabIndex={tabIndex} />;
  const { clientId, name, goesFirst } = line.read;
  if (goesFirst) {
    return (
      <span tabIndex={tabIndex}>
        <Chip tone="syncing" word={t("First")} icon={null} title={t("A person let it go before the others, until its reading ends.")} />
      </span>
    );
  }
  return (
    <Button
      kind="quiet"
      tabIndex={tabIndex}
      disabled={first.isPending}
      icon={<ChevronsUp size={14} aria-hidden />}
      aria-label={t("Let {name} go first", { name })}
      title={t(
        "Its requests go before those of the other clients of its ledger until its reading ends. Writes and a person's own clicks stay before it.",
      )}
      onClick={(event) => {
        event.stopPropagation();
        first.mutate({ clientId }, told(t("{name} goes first.", { name })));
      }}
    >
      {t("Go first")}
    </Button>
  );
}

/** Stops a client's reading at any time, or lets it go on. */
export function PauseButton({ line, tabIndex }: ActProps) {
  const pause = useCoreCommand("sync.pause");
  const resume = useCoreCommand("sync.resume");
  if (line.kind === "write") return <Nothing tabIndex={tabIndex} />;
  const { clientId, name, paused } = line.read;
  const act = paused ? resume : pause;
  const said = paused ? t("{name} is read again.", { name }) : t("{name} is paused. Its place is kept.", { name });
  return (
    <Button
      kind="quiet"
      tabIndex={tabIndex}
      disabled={act.isPending}
      icon={paused ? <Play size={14} aria-hidden /> : <Pause size={14} aria-hidden />}
      aria-label={paused ? t("Resume {name}", { name }) : t("Pause {name}", { name })}
      title={
        paused
          ? t("Resume: reads it now, and by itself again.")
          : t("Pause: stops after the page that is under way, and reads nothing of it by itself until it is resumed.")
      }
      onClick={(event) => {
        event.stopPropagation();
        act.mutate({ clientId }, told(said));
      }}
    />
  );
}

// A cell of a control column takes the focus through what stands in it.
function Nothing({ tabIndex }: { readonly tabIndex: 0 | -1 }) {
  return (
    <span tabIndex={tabIndex} className={styles.nothing}>
      <HiddenText>{t("Nothing to do here")}</HiddenText>
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
