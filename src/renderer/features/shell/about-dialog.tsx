import { Compass } from "lucide-react";
import { useEffect, useState } from "react";
import type { ShellState } from "#shared/contract/app/shell.ts";
import { subscribe } from "../../api/client.ts";
import { formatInstant, formatMinute } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import { useCoreCommand, useCoreQuery } from "../../state/core/core-query.ts";
import { startTour } from "../../state/window/tour.ts";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import styles from "./about-dialog.module.css";
import { UpdateSection } from "./update-section.tsx";

/** Version, updates, and what crashed on this computer. */
export function AboutDialog({ onClose }: { readonly onClose: () => void }) {
  const state = useCoreQuery("shell.state", {});
  const { refetch } = state;
  useEffect(() => {
    const ask = (): void => void refetch();
    // What crashed since the answer was kept made no news.
    ask();
    return subscribe("shell.changed", ask);
  }, [refetch]);
  return (
    <Dialog title={t("Tieout")} onClose={onClose}>
      <div className={styles.body} aria-busy={state.isPending}>
        {state.error === null ? null : <FailureNote failure={state.error.failure} />}
        {state.data === undefined ? null : (
          <>
            <p>
              {t("Version {version}, {host}", {
                version: state.data.version,
                host: state.data.host === "desktop" ? t("desktop application") : t("in the browser"),
              })}
            </p>
            <div className={layout.buttons}>
              <Button
                data-first-focus=""
                icon={<Compass size={14} aria-hidden />}
                onClick={() => {
                  onClose();
                  startTour();
                }}
              >
                {t("Take the tour")}
              </Button>
            </div>
            <UpdateSection update={state.data.update} ask={() => void refetch()} />
            <CrashSection crashes={state.data.crashes} ask={() => void refetch()} />
          </>
        )}
      </div>
    </Dialog>
  );
}

function CrashSection({ crashes, ask }: { readonly crashes: ShellState["crashes"]; readonly ask: () => void }) {
  const open = useCoreCommand("shell.openCrashFolder");
  const forget = useCoreCommand("shell.forgetCrashes");
  const [asked, setAsked] = useState(false);
  const failure = open.error ?? forget.error;
  return (
    <section className={layout.stack}>
      <h3 className={styles.title}>{t("Crash reports")}</h3>
      <p className={text.muted}>
        {t("Crash reports stay on this computer. Tieout removes passwords and other secrets from them and never sends them.")}
      </p>
      {crashes.length === 0 ? <p>{t("No crash reports.")}</p> : null}
      <CrashList crashes={crashes} />
      {failure === null ? null : <FailureNote failure={failure.failure} />}
      <div className={layout.buttons}>
        <Button onClick={() => open.mutate({})}>{t("Open folder")}</Button>
        {crashes.length === 0 ? null : (
          <Button danger aria-haspopup="dialog" onClick={() => setAsked(true)}>
            {t("{count, plural, one {Delete report…} other {Delete reports…}}", { count: crashes.length })}
          </Button>
        )}
      </div>
      {asked ? (
        <ConfirmDialog
          title={t("Delete {count, plural, one {the crash report} other {# crash reports}}?", { count: crashes.length })}
          act={t("Delete")}
          danger
          onClose={() => setAsked(false)}
          onAct={() => forget.mutate({}, { onSuccess: ask })}
        >
          <p>
            {t(
              "{count, plural, one {It will be deleted from this computer. You can't undo this. To send it to someone first, choose Cancel, then Open folder.} other {They will be deleted from this computer. You can't undo this. To send any of them to someone first, choose Cancel, then Open folder.}}",
              { count: crashes.length },
            )}
          </p>
        </ConfirmDialog>
      ) : null}
    </section>
  );
}

export function CrashList({ crashes }: Pick<ShellState, "crashes">) {
  return (
    <ul className={styles.list}>
      {crashes.map(({ name, at, what }) => (
        <li key={name}>
          <time className={text.muted} dateTime={at} title={formatInstant(at)}>
            {formatMinute(at)}
          </time>{" "}
          {what}
        </li>
      ))}
    </ul>
  );
}
