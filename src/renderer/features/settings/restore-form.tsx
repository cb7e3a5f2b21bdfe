import { useState } from "react";
import { PathField } from "../../blocks/path-field.tsx";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { FailureNote } from "../../components/failure-note.tsx";
import { formatMinute } from "../../format/date.ts";
import { t } from "../../language/t.ts";
import { announce } from "../../state/announcements.ts";
import { useCoreCommand } from "../../state/core-query.ts";
import styles from "./settings-page.module.css";

/** Takes an archive back: checked now, exchanged at the next start. */
export function RestoreForm() {
  const [path, setPath] = useState("");
  const [asking, setAsking] = useState(false);
  const restore = useCoreCommand("backups.restore");
  const ready = restore.data;
  return (
    <form
      className={styles.row}
      onSubmit={(event) => {
        event.preventDefault();
        if (path.trim() !== "") setAsking(true);
      }}
    >
      <label htmlFor="restore-path">{t("Take an archive back")}</label>
      <div className={styles.stack}>
        <div className={styles.line}>
          <PathField
            id="restore-path"
            path={path}
            placeholder={t("Where the archive lies")}
            question={{ kind: "open_file", title: t("Take an archive back"), extensions: ["tieout"] }}
            onPath={setPath}
          />
          <Button type="submit" aria-haspopup="dialog" disabled={restore.isPending || path.trim() === ""}>
            {restore.isPending ? t("Checking it") : t("Take it back")}
          </Button>
        </div>
        {restore.error === null ? null : <FailureNote failure={restore.error.failure} />}
        {ready === undefined ? null : (
          <div className={styles.note} role="status">
            <p>
              {t(
                "The archive of {createdAt} is good and stands ready, with {clients} clients. Close Tieout and start it again: then the files are exchanged. What is there now is kept in {kept}.",
                { createdAt: formatMinute(ready.createdAt), clients: ready.clients.length, kept: ready.kept },
              )}
            </p>
            {ready.signInAgain.length === 0 ? null : (
              <p>
                {t("Sign in again afterwards for {signInAgain}: no token is in an archive.", {
                  signInAgain: ready.signInAgain.map(({ name }) => name).join(", "),
                })}
              </p>
            )}
          </div>
        )}
        {asking ? (
          <ConfirmDialog
            title={t("Take this archive back?")}
            act={t("Check it and make it ready")}
            onClose={() => setAsking(false)}
            onAct={() =>
              restore.mutate({ path: path.trim() }, { onSuccess: () => announce(t("The archive stands ready for the next start.")) })
            }
          >
            <p>
              {t(
                "At the next start every file of the firm becomes what it was in the archive. What was read since is read again; what people decided since is only in the files that are kept aside.",
              )}
            </p>
          </ConfirmDialog>
        ) : null}
      </div>
    </form>
  );
}
