import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ConnectionView } from "#shared/contract/clients/clients.ts";
import type { DisconnectOutcome } from "#shared/contract/connections/sign-in.ts";
import { isDemoToken, signInLabel } from "../../format/labels/sign-in-labels.ts";
import { t } from "../../language/t.ts";
import { useCoreCommand } from "../../state/core/core-query.ts";
import { announce } from "../../state/window/announcements.ts";
import layout from "../../styles/layout.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import styles from "./disconnect-dialog.module.css";

interface DisconnectDialogProps {
  readonly connection: ConnectionView;
  readonly demo: boolean;
  /** It was ended before, and is now removed, or what was left of it deleted. */
  readonly isEnded: boolean;
  readonly onEnded: (outcome: DisconnectOutcome) => void;
  readonly onClose: () => void;
}

/** Says what disconnecting ends and what stays, and asks whether the connection is to go altogether. */
export function DisconnectDialog({ connection, demo, isEnded, onEnded, onClose }: DisconnectDialogProps) {
  const { clientId, organisation, name } = connection;
  const [forget, setForget] = useState(false);
  const queries = useQueryClient();
  const disconnect = useCoreCommand("connections.disconnect");
  const end = () =>
    disconnect.mutate(
      { clientId, forget },
      {
        onSuccess: (outcome) => {
          announce(t("Disconnected. Synced data stays available."));
          onEnded(outcome);
          onClose();
          void queries.invalidateQueries();
        },
      },
    );
  const books = { name: organisation?.name ?? name };
  return (
    <Dialog title={isEnded ? t("Disconnect {name} again?", books) : t("Disconnect {name}?", books)} onClose={onClose}>
      <div className={styles.body}>
        <p>
          {isEnded ? t("This client is already disconnected.") : t("Tieout stops syncing this client.")} {signInFate(connection, demo)}
        </p>
        <p>
          {t("Synced data and your work stay on this computer. If you connect the same books again, syncing continues where it stopped.")}
        </p>
        <label className={styles.choice}>
          <input type="checkbox" checked={forget} onChange={(event) => setForget(event.target.checked)} />
          <span>
            {t("Also remove the connection from this client")}
            <span className={styles.quiet}>
              {t(
                "Select this if the client needs a new connection to the same books, for example with a new certificate. To connect other books, add another client instead.",
              )}
            </span>
          </span>
        </label>
        {disconnect.error === null ? null : <FailureNote failure={disconnect.error.failure} />}
      </div>
      <div className={layout.dialogFoot}>
        <Button data-first-focus="" onClick={onClose}>
          {t("Cancel")}
        </Button>
        <Button needs="admin" kind="primary" danger disabled={disconnect.isPending} onClick={end}>
          {disconnect.isPending ? t("Disconnecting…") : t("Disconnect")}
        </Button>
      </div>
    </Dialog>
  );
}

/** What becomes of what the connection signs in with. */
function signInFate(connection: ConnectionView, demo: boolean): string {
  const { ledger, authType } = connection;
  if (isDemoToken(authType, demo)) return "";
  if (authType === "oauth2_client_credentials")
    return t("The certificate and its private key aren't deleted. Revoke the certificate in {ledger} if nothing else uses it.", { ledger });
  return signInLabel(connection).held
    ? t(
        "Where possible, Tieout asks {ledger} to end Tieout's access to these books. The stored tokens are deleted if no other client uses the same sign-in.",
        { ledger },
      )
    : t("The token stays on this computer until the person who set it up removes it.");
}
