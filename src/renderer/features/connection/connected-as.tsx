import { useQueryClient } from "@tanstack/react-query";
import { KeyRound, Unplug } from "lucide-react";
import { useState } from "react";
import type { ConnectionView } from "#shared/contract/clients.ts";
import type { DisconnectOutcome } from "#shared/contract/sign-in.ts";
import type { TokenStateView } from "#shared/contract/token-state.ts";
import { AsOf } from "../../components/as-of.tsx";
import { Button, ButtonLink } from "../../components/button.tsx";
import { Chip } from "../../components/chip.tsx";
import { FailureNote } from "../../components/failure-note.tsx";
import { KeepForSession } from "../../components/keep-for-session.tsx";
import { formatMinute } from "../../format/date.ts";
import { signInWords } from "../../format/sign-in-words.ts";
import { t } from "../../language/t.ts";
import { announce } from "../../state/announcements.ts";
import { useCoreCommand, useCoreQuery } from "../../state/core-query.ts";
import { useKeepForSession } from "../../state/keychain.ts";
import { useNow } from "../../state/now.ts";
import styles from "./connected-as.module.css";
import { DisconnectDialog } from "./disconnect-dialog.tsx";

const STATES = {
  signed_in: { tone: "ok", word: t("Signed in") },
  unknown: { tone: "neutral", word: t("From the environment") },
  needs_sign_in: { tone: "conflict", word: t("Needs sign-in") },
  not_signed_in: { tone: "conflict", word: t("Not signed in") },
  ended: { tone: "offline", word: t("Disconnected") },
  keychain_unavailable: { tone: "failed", word: t("Keychain can not be used") },
} as const;

/** States in which nothing can be read until a person acts. */
const STOPPED: ReadonlySet<TokenStateView["state"]> = new Set(["needs_sign_in", "not_signed_in", "ended", "keychain_unavailable"]);

/** Who we are to the ledger, whether that still holds, and the ways to renew it and to end it. */
export function ConnectedAs({ connection }: { readonly connection: ConnectionView }) {
  const { clientId, ledger, organisation } = connection;
  const token = useCoreQuery("connections.tokenState", { clientId });
  const [asking, setAsking] = useState(false);
  const [ended, setEnded] = useState<DisconnectOutcome | null>(null);
  const state = token.data ?? null;
  const { how, kept, held } = signInWords(connection.authType);
  const inMemory = held && state?.keychain.kind === "memory";
  return (
    <section className={styles.card} aria-label={t("Sign-in")} aria-busy={token.isPending}>
      <div className={styles.line}>
        <h2 className={styles.name}>{organisation?.name ?? connection.name}</h2>
        <span className={styles.quiet}>{ledger}</span>
        {state === null ? null : <Chip {...STATES[state.state]} />}
      </div>
      <p>
        {how}.{" "}
        <span className={styles.quiet}>
          {inMemory ? t("This start of Tieout keeps it in memory only: it is gone when Tieout ends.") : kept}
        </span>
      </p>
      {token.error === null ? null : <FailureNote failure={token.error.failure} />}
      {state === null ? null : <Standing state={state} />}
      {ended === null ? null : (
        <ul className={styles.ended}>
          {ended.words.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
      <Acts connection={connection} state={state?.state ?? null} onDisconnect={() => setAsking(true)} />
      {asking ? <DisconnectDialog connection={connection} onEnded={setEnded} onClose={() => setAsking(false)} /> : null}
    </section>
  );
}

/** What the token and the keychain are up to, in sentences. */
function Standing({ state: { state, words, next, renewedAt, accessUntil } }: { readonly state: TokenStateView }) {
  const nowMs = useNow();
  if (!STOPPED.has(state) && renewedAt === null) return null;
  if (STOPPED.has(state))
    return (
      <p>
        {t("{value} Everything read so far stays readable, and reading goes on where it stopped.", {
          value: state === "ended" ? t("Nothing is sent for this client.") : `${words} ${next ?? ""}`,
        })}
      </p>
    );
  return (
    <p className={styles.quiet}>
      {t("Renewed")} <AsOf instant={renewedAt} nowMs={nowMs} ago />
      {accessUntil === null
        ? "."
        : t(", good until {accessUntil}; then it is renewed by itself.", { accessUntil: formatMinute(accessUntil) })}
    </p>
  );
}

interface ActsProps {
  readonly connection: ConnectionView;
  readonly state: TokenStateView["state"] | null;
  readonly onDisconnect: () => void;
}

function Acts({ connection: { clientId, ledger, authType }, state, onDisconnect }: ActsProps) {
  const again = useSignInAgain(clientId, ledger);
  const cancel = useCoreCommand("connections.cancelSignIn");
  const session = useKeepForSession(again.begin);
  const { browser } = signInWords(authType);
  const stopped = state !== null && STOPPED.has(state);
  return (
    <>
      {again.isPending ? (
        <p role="status">
          {t("The sign-in page of {ledger} is open in your browser. Come back here when it says that you are done.", { ledger })}
        </p>
      ) : null}
      {again.failure === null ? null : <FailureNote failure={again.failure} />}
      {again.failure?.code === "keychain_unavailable" ? <KeepForSession {...session} /> : null}
      <div className={styles.acts}>
        {!browser ? (
          <span className={styles.quiet}>{t("It is renewed where it comes from, not in the browser.")}</span>
        ) : again.isPending ? (
          <Button onClick={() => cancel.mutate({})}>{t("Stop waiting")}</Button>
        ) : (
          <Button kind={stopped ? "primary" : "plain"} icon={<KeyRound size={14} aria-hidden />} onClick={again.begin}>
            {t("Sign in again")}
          </Button>
        )}
        <span className={styles.space} />
        <ButtonLink kind="quiet" href={`#/clients/${encodeURIComponent(clientId)}/sync`}>
          {t("To the reading")}
        </ButtonLink>
        {state === "ended" ? null : (
          <Button icon={<Unplug size={14} aria-hidden />} aria-haspopup="dialog" onClick={onDisconnect}>
            {t("Disconnect")}
          </Button>
        )}
      </div>
    </>
  );
}

/** Signs in anew to the same books; reading goes on at once. */
function useSignInAgain(clientId: string, ledger: string) {
  const queries = useQueryClient();
  const signIn = useCoreCommand("connections.signIn");
  const start = useCoreCommand("sync.start");
  const begin = () =>
    signIn.mutate(
      { clientId },
      {
        onSuccess: () => {
          announce(t("Signed in to {ledger} again. Reading goes on.", { ledger }));
          start.mutate({ clientIds: [clientId] });
          void queries.invalidateQueries();
        },
      },
    );
  const failure = signIn.error?.failure ?? start.error?.failure ?? null;
  return { begin, isPending: signIn.isPending, failure: failure?.code === "cancelled" ? null : failure };
}
