import type { UpdateView } from "#shared/contract/app/shell.ts";
import { t } from "../../language/t.ts";
import { useCoreCommand } from "../../state/core/core-query.ts";
import layout from "../../styles/layout.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import styles from "./about-dialog.module.css";
import { updateText } from "./update-text.ts";

/** The next step of an update, which only a person takes; and the way back to an earlier version. */
export function UpdateSection({ update, ask }: { readonly update: UpdateView; readonly ask: () => void }) {
  const check = useCoreCommand("shell.checkForUpdate");
  const download = useCoreCommand("shell.downloadUpdate");
  const install = useCoreCommand("shell.installUpdate");
  const goBack = useCoreCommand("shell.goBackTo");
  const settled = { onSettled: ask };
  const failure = [check, download, install, goBack].find(({ error }) => error !== null)?.error?.failure;
  const busy = [check, download, install, goBack].some(({ isPending }) => isPending);
  return (
    <section className={layout.stack} aria-busy={busy}>
      <h3 className={styles.title}>{t("Updates")}</h3>
      {failure?.message === update.problem ? null : <p>{updateText(update, check.isSuccess)}</p>}
      {failure === undefined ? null : <FailureNote failure={failure} />}
      <div className={layout.buttons}>
        {update.state === "off" ? null : (
          <Button disabled={busy} onClick={() => check.mutate({}, settled)}>
            {check.isPending ? t("Checking…") : t("Check for updates")}
          </Button>
        )}
        {update.state === "available" ? (
          <Button disabled={busy} onClick={() => download.mutate({}, settled)}>
            {download.isPending ? t("Downloading…") : t("Download version {version}", { version: update.version })}
          </Button>
        ) : null}
        {update.state === "ready" ? (
          <Button kind="primary" disabled={busy} onClick={() => install.mutate({}, settled)}>
            {install.isPending ? t("Backing up…") : t("Back up, install and restart")}
          </Button>
        ) : null}
        {update.kept.map((version) => (
          <Button key={version} disabled={busy} onClick={() => goBack.mutate({ version }, settled)}>
            {t("Go back to version {version}", { version })}
          </Button>
        ))}
      </div>
    </section>
  );
}
