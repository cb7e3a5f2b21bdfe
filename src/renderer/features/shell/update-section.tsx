import type { UpdateView } from "#shared/contract/shell.ts";
import { Button } from "../../components/button.tsx";
import { FailureNote } from "../../components/failure-note.tsx";
import { useCoreCommand } from "../../state/core-query.ts";
import styles from "./about-dialog.module.css";

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
    <section className={styles.section} aria-busy={busy}>
      <h3 className={styles.title}>Updates</h3>
      <p>{updateWords(update)}</p>
      {failure === undefined || failure.message === update.problem ? null : <FailureNote failure={failure} />}
      <div className={styles.acts}>
        {update.state === "off" ? null : (
          <Button disabled={busy} onClick={() => check.mutate({}, settled)}>
            {check.isPending ? "Looking" : "Look for an update"}
          </Button>
        )}
        {update.state === "available" ? (
          <Button disabled={busy} onClick={() => download.mutate({}, settled)}>
            {download.isPending ? "Downloading" : `Download ${update.version}`}
          </Button>
        ) : null}
        {update.state === "ready" ? (
          <Button kind="primary" disabled={busy} onClick={() => install.mutate({}, settled)}>
            {install.isPending ? "Backing up" : "Back up, install and restart"}
          </Button>
        ) : null}
        {update.kept.map((version) => (
          <Button key={version} disabled={busy} onClick={() => goBack.mutate({ version }, settled)}>
            Go back to {version}
          </Button>
        ))}
      </div>
    </section>
  );
}

function updateWords({ state, version, problem }: UpdateView): string {
  if (problem !== null) return problem;
  if (state === "available") return `Version ${version} is there. Nothing is downloaded before you say so.`;
  if (state === "ready")
    return `Version ${version} is downloaded and its signature is good. Your data is backed up before it is installed.`;
  return "Tieout looks for updates only when you ask.";
}
