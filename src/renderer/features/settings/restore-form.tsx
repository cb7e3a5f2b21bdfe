import { useState } from "react";
import type { RestoreReady } from "#shared/contract/app/data-safety.ts";
import { formatMinute } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import { useCoreCommand, useCoreQuery } from "../../state/core/core-query.ts";
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
  const exchange = useCoreQuery("firm.exchange", {});
  const isShared = (exchange.data ?? null) !== null;
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
        {ready === undefined ? null : <Ready ready={ready} isShared={isShared} />}
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
                "The next time Tieout starts, the files in the archive replace your current files. Tieout keeps your current files in a separate folder. Changes made in the ledgers since the archive was saved are synced again.",
              )}{" "}
              {isShared
                ? t("Sign-offs, matches, notes and other work done since then come back only if the firm's server has them.")
                : t("Sign-offs, matches, notes and other work done in Tieout since then aren't restored.")}
            </p>
          </ConfirmDialog>
        ) : null}
      </div>
    </form>
  );
}

/** What waits for the next start, and who has to sign in then. A firm's server keeps its sign-ins itself. */
function Ready({ ready, isShared }: { readonly ready: RestoreReady; readonly isShared: boolean }) {
  const signInAgain = ready.signInAgain.flatMap(({ name, variable }) => (variable === null ? [name] : [])).join(", ");
  return (
    <div className={styles.note} role="status">
      <p>
        {t(
          "The archive from {createdAt} is valid and has {clients, plural, one {1 client} other {# clients}}. To restore it, close Tieout and start it again. Your current files will then be kept in {kept}.",
          { createdAt: formatMinute(ready.createdAt), clients: ready.clients.length, kept: ready.kept },
        )}
      </p>
      {signInAgain === "" ? null : (
        <p>
          {isShared
            ? t(
                "Archives don't contain ledger sign-ins. After the restore, Tieout uses the sign-ins on the firm's server. If that doesn't work, reconnect {signInAgain}.",
                { signInAgain },
              )
            : t("Archives don't contain ledger sign-ins. After the restore, reconnect {signInAgain}.", { signInAgain })}
        </p>
      )}
      {ready.signInAgain.map(({ clientId, name, variable }) =>
        variable === null ? null : (
          <p key={clientId}>
            {t(
              "Archives don't contain refresh tokens. Before you start Tieout again, set the environment variable {variable} to a new refresh token for {name}.",
              { name, variable },
            )}
          </p>
        ),
      )}
    </div>
  );
}
