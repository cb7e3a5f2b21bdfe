import type { Failure } from "#shared/model/ledger/failure.ts";
import { t } from "../../language/t.ts";
import { Button } from "../controls/button.tsx";
import { FailureNote } from "../feedback/failure-message.tsx";
import styles from "./keychain-session.module.css";

interface KeychainSessionProps {
  readonly keep: () => void;
  readonly isPending: boolean;
  readonly failure: Failure | null;
}

/** The way to connect without a keychain, until Tieout closes. */
export function KeychainSession({ keep, isPending, failure }: KeychainSessionProps) {
  return (
    <div className={styles.card}>
      <p>
        {t(
          "You can connect without the keychain, but your sign-in won't be saved. You'll need to sign in again the next time you start Tieout. Synced data stays on this computer.",
        )}
      </p>
      {failure === null ? null : <FailureNote failure={failure} />}
      <Button needs="preparer" kind="primary" disabled={isPending} onClick={keep}>
        {t("Keep sign-ins for this session only")}
      </Button>
    </div>
  );
}
