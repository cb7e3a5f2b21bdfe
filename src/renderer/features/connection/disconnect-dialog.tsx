import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ConnectionView } from "#shared/contract/clients.ts";
import type { DisconnectOutcome } from "#shared/contract/sign-in.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { FailureNote } from "../../components/failure-note.tsx";
import { t } from "../../language/t.ts";
import { announce } from "../../state/announcements.ts";
import { useCoreCommand } from "../../state/core-query.ts";
import styles from "./disconnect-dialog.module.css";

interface DisconnectDialogProps {
  readonly connection: ConnectionView;
  readonly onEnded: (outcome: DisconnectOutcome) => void;
  readonly onClose: () => void;
}

/** Says what disconnecting ends and what stays, and asks whether the connection is to go altogether. */
export function DisconnectDialog({ connection: { clientId, ledger, organisation, name }, onEnded, onClose }: DisconnectDialogProps) {
  const [forget, setForget] = useState(false);
  const queries = useQueryClient();
  const disconnect = useCoreCommand("connections.disconnect");
  const end = () =>
    disconnect.mutate(
      { clientId, forget },
      {
        onSuccess: (outcome) => {
          announce(t("Disconnected. What was read stays readable."));
          onEnded(outcome);
          onClose();
          void queries.invalidateQueries();
        },
      },
    );
  return (
    <Dialog title={t("Disconnect {name}?", { name: organisation?.name ?? name })} onClose={onClose}>
      <div className={styles.body}>
        <p>
          {t("Reading stops, {ledger} is told to end our access where it can be told, and the tokens on this machine are deleted.", {
            ledger,
          })}
        </p>
        <p>
          {t("Everything that was read stays here and stays readable. What people decided stays too. The place in each stream is kept.")}
        </p>
        <label className={styles.choice}>
          <input type="checkbox" checked={forget} onChange={(event) => setForget(event.target.checked)} />
          <span>
            {t("Take the connection from the client as well")}
            <span className={styles.quiet}>
              {t("Only for a client that goes to another ledger. Otherwise sign in again later and it goes on.")}
            </span>
          </span>
        </label>
        {disconnect.error === null ? null : <FailureNote failure={disconnect.error.failure} />}
      </div>
      <div className={styles.foot}>
        <Button data-first-focus="" onClick={onClose}>
          {t("No, stay connected")}
        </Button>
        <Button kind="primary" disabled={disconnect.isPending} onClick={end}>
          {disconnect.isPending ? t("Disconnecting") : t("Disconnect")}
        </Button>
      </div>
    </Dialog>
  );
}
