import { useQueryClient } from "@tanstack/react-query";
import { KeyRound, Unplug } from "lucide-react";
import { useState } from "react";
import type { ConnectionView } from "#shared/contract/clients.ts";
import type { DisconnectOutcome } from "#shared/contract/sign-in.ts";
import type { Failure } from "#shared/model/failure.ts";
import { Button, ButtonLink } from "../../components/button.tsx";
import { Chip } from "../../components/chip.tsx";
import { FailureNote } from "../../components/failure-note.tsx";
import { signInWords } from "../../format/sign-in-words.ts";
import { announce } from "../../state/announcements.ts";
import { useCoreCommand } from "../../state/core-query.ts";
import { useClientSync } from "../../state/live-sync.ts";
import styles from "./connected-as.module.css";
import { DisconnectDialog } from "./disconnect-dialog.tsx";
import { signInStanding } from "./sign-in-standing.ts";

const STANDINGS = {
  signed_in: { tone: "ok", word: "Signed in" },
  needs_sign_in: { tone: "conflict", word: "Needs sign-in" },
  keychain: { tone: "failed", word: "Keychain can not be used" },
} as const;

/** Who we are to the ledger, whether that still holds, and the ways to renew it and to end it. */
export function ConnectedAs({ connection }: { readonly connection: ConnectionView }) {
  const { clientId, ledger, organisation } = connection;
  const sync = useClientSync(clientId);
  const [asking, setAsking] = useState(false);
  const [ended, setEnded] = useState<DisconnectOutcome | null>(null);
  const standing = signInStanding(sync.data);
  const { how, kept } = signInWords(connection.authType);
  return (
    <section className={styles.card} aria-label="Sign-in">
      <div className={styles.line}>
        <h2 className={styles.name}>{organisation?.name ?? connection.name}</h2>
        <span className={styles.quiet}>{ledger}</span>
        <Chip {...STANDINGS[standing.kind]} />
      </div>
      <p>
        {how}. <span className={styles.quiet}>{kept}</span>
      </p>
      {standing.kind === "signed_in" ? null : (
        <p>
          {standing.failure === null ? "The ledger no longer accepts what we sign in with." : withNext(standing.failure)} Everything read so
          far stays readable, and reading goes on where it stopped.
        </p>
      )}
      {ended === null ? null : (
        <ul className={styles.ended}>
          {ended.words.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
      <Acts connection={connection} primary={standing.kind !== "signed_in"} onDisconnect={() => setAsking(true)} />
      {asking ? <DisconnectDialog connection={connection} onEnded={setEnded} onClose={() => setAsking(false)} /> : null}
    </section>
  );
}

interface ActsProps {
  readonly connection: ConnectionView;
  readonly primary: boolean;
  readonly onDisconnect: () => void;
}

function Acts({ connection: { clientId, ledger, authType }, primary, onDisconnect }: ActsProps) {
  const queries = useQueryClient();
  const signIn = useCoreCommand("connections.signIn");
  const cancel = useCoreCommand("connections.cancelSignIn");
  const { browser } = signInWords(authType);
  const begin = () =>
    signIn.mutate(
      { clientId },
      {
        onSuccess: () => {
          announce(`Signed in to ${ledger} again.`);
          void queries.invalidateQueries();
        },
      },
    );
  return (
    <>
      {signIn.isPending ? (
        <p role="status">The sign-in page of {ledger} is open in your browser. Come back here when it says that you are done.</p>
      ) : null}
      {signIn.error === null || signIn.error.failure.code === "cancelled" ? null : <FailureNote failure={signIn.error.failure} />}
      <div className={styles.acts}>
        {!browser ? (
          <span className={styles.quiet}>It is renewed where it comes from, not in the browser.</span>
        ) : signIn.isPending ? (
          <Button onClick={() => cancel.mutate({})}>Stop waiting</Button>
        ) : (
          <Button kind={primary ? "primary" : "plain"} icon={<KeyRound size={14} aria-hidden />} onClick={begin}>
            Sign in again
          </Button>
        )}
        <span className={styles.space} />
        <ButtonLink kind="quiet" href={`#/clients/${encodeURIComponent(clientId)}/sync`}>
          To the reading
        </ButtonLink>
        <Button icon={<Unplug size={14} aria-hidden />} aria-haspopup="dialog" onClick={onDisconnect}>
          Disconnect
        </Button>
      </div>
    </>
  );
}

function withNext({ message, next }: Failure): string {
  return next === undefined ? message : `${message} ${next}`;
}
