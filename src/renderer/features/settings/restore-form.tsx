import { useState } from "react";
import { formatMinute } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import { useCoreCommand } from "../../state/core/core-query.ts";
import { announce } from "../../state/window/announcements.ts";
import { useMayAs } from "../../state/window/current-role.ts";
import layout from "../../styles/layout.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { PathField } from "../../ui/fields/path-field.tsx";
import styles from "./settings-page.module.css";

/** Takes an archive back: checked now, exchanged at the next start. */
export function RestoreForm() {
  const [path, setPath] = useState("");
  const [asking, setAsking] = useState(false);
  const restore = useCoreCommand("backups.restore");
  const ready = restore.data;
  const isAdmin = useMayAs("admin");
  return (
    <form
      className={styles.row}
      onSubmit={(event) => {
        event.preventDefault();
        if (path.trim() !== "") setAsking(true);
      }}
    >
      <label htmlFor="restore-path">{t("Restore from an archive")}</label>
      <div className={styles.stack}>
        <div className={layout.wrappingLine}>
          <PathField
            id="restore-path"
            path={path}
            placeholder={isAdmin ? t("Archive location") : ""}
            question={{ kind: "open_file", title: t("Restore from an archive"), extensions: ["tieout"] }}
            disabled={!isAdmin}
            onPath={setPath}
          />
          <Button needs="admin" type="submit" aria-haspopup="dialog" disabled={restore.isPending || path.trim() === ""}>
            {restore.isPending ? t("Checking archive…") : t("Restore…")}
          </Button>
        </div>
        {restore.error === null ? null : <FailureNote failure={restore.error.failure} />}
        {ready === undefined ? null : (
          <div className={styles.note} role="status">
            <p>
              {t(
                "The archive from {createdAt} is valid and has {clients, plural, one {1 client} other {# clients}}. To restore it, close Tieout and start it again. Your current files are kept in {kept}.",
                { createdAt: formatMinute(ready.createdAt), clients: ready.clients.length, kept: ready.kept },
              )}
            </p>
            {ready.signInAgain.length === 0 ? null : (
              <p>
                {t("Archives don't contain sign-ins. After the restore, sign in again for {signInAgain}.", {
                  signInAgain: ready.signInAgain.map(({ name }) => name).join(", "),
                })}
              </p>
            )}
          </div>
        )}
        {asking ? (
          <ConfirmDialog
            title={t("Restore this archive?")}
            act={t("Check and restore")}
            onClose={() => setAsking(false)}
            onAct={() =>
              restore.mutate(
                { path: path.trim() },
                { onSuccess: () => announce(t("The archive will be restored the next time Tieout starts.")) },
              )
            }
          >
            <p>
              {t(
                "The next time Tieout starts, the files in the archive replace your current files, which are set aside in a folder of their own. Changes in the ledgers since the archive was saved are synced again. Sign-offs, matches, notes and other work done in Tieout since then aren't restored.",
              )}
            </p>
          </ConfirmDialog>
        ) : null}
      </div>
    </form>
  );
}
