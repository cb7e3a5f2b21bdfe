import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { FailureNote } from "../../components/failure-note.tsx";
import { formatMinute } from "../../format/date.ts";
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
      <label htmlFor="restore-path">Take an archive back</label>
      <div className={styles.stack}>
        <div className={styles.line}>
          <input
            id="restore-path"
            className={styles.input}
            value={path}
            placeholder="Where the archive lies"
            spellCheck={false}
            onChange={(event) => setPath(event.target.value)}
          />
          <Button type="submit" aria-haspopup="dialog" disabled={restore.isPending || path.trim() === ""}>
            {restore.isPending ? "Checking it" : "Take it back"}
          </Button>
        </div>
        {restore.error === null ? null : <FailureNote failure={restore.error.failure} />}
        {ready === undefined ? null : (
          <div className={styles.note} role="status">
            <p>
              The archive of {formatMinute(ready.createdAt)} is good and stands ready, with {ready.clients.length} clients. Close Tieout and
              start it again: then the files are exchanged. What is there now is kept in {ready.kept}.
            </p>
            {ready.signInAgain.length === 0 ? null : (
              <p>Sign in again afterwards for {ready.signInAgain.map(({ name }) => name).join(", ")}: no token is in an archive.</p>
            )}
          </div>
        )}
        {asking ? (
          <ConfirmDialog
            title="Take this archive back?"
            act="Check it and make it ready"
            onClose={() => setAsking(false)}
            onAct={() =>
              restore.mutate({ path: path.trim() }, { onSuccess: () => announce("The archive stands ready for the next start.") })
            }
          >
            <p>
              At the next start every file of the firm becomes what it was in the archive. What was read since is read again; what people
              decided since is only in the files that are kept aside.
            </p>
          </ConfirmDialog>
        ) : null}
      </div>
    </form>
  );
}
