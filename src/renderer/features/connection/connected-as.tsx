import { useQueryClient } from "@tanstack/react-query";
import { KeyRound, Unplug } from "lucide-react";
import { useState } from "react";
import type { ConnectionView } from "#shared/contract/clients/clients.ts";
import type { DisconnectOutcome } from "#shared/contract/connections/sign-in.ts";
import type { TokenStateView } from "#shared/contract/connections/token-state.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { formatMinute } from "../../format/dates/date.ts";
import { isDemoToken, signInLabel } from "../../format/labels/sign-in-labels.ts";
import { t } from "../../language/t.ts";
import { useCoreCommand, useCoreQuery } from "../../state/core/core-query.ts";
import { useKeepForSession } from "../../state/core/keychain.ts";
import { useClientSync } from "../../state/core/live-sync.ts";
import { announce } from "../../state/window/announcements.ts";
import { useNow } from "../../state/window/now.ts";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import { KeychainSession } from "../../ui/connection/keychain-session.tsx";
import { Button, ButtonLink } from "../../ui/controls/button.tsx";
import { Chip } from "../../ui/controls/chip.tsx";
import { classes } from "../../ui/controls/classes.ts";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { RoleNote } from "../../ui/feedback/role-note.tsx";
import { AsOf } from "../../ui/figures/as-of.tsx";
import { ScreenTitle } from "../../ui/layout/screen-title.tsx";
import styles from "./connected-as.module.css";
import { DisconnectDialog } from "./disconnect-dialog.tsx";

/** As on every other screen; the line below tells what ended it. */
const DISCONNECTED = { tone: "sign_in", word: t("Disconnected") } as const;

/** A token that Tieout doesn't keep has no state of its own: the line below tells where it is. */
const STATES = {
  signed_in: { tone: "ok", word: t("Signed in") },
  unknown: null,
  needs_sign_in: DISCONNECTED,
  not_signed_in: DISCONNECTED,
  ended: DISCONNECTED,
  keychain_unavailable: { tone: "failed", word: t("Keychain unavailable") },
  server_unavailable: { tone: "offline", word: t("Firm server unavailable") },
  not_shared: { tone: "queued", word: t("Sign-in not shared yet") },
  unreadable: { tone: "failed", word: t("Sign-in unavailable") },
} as const;

const CERTIFICATE = "oauth2_client_credentials";

/** States in which nothing can be read until a person acts, or the firm's server can be reached or has shared the sign-in. */
const STOPPED: ReadonlySet<TokenStateView["state"]> = new Set([
  ...(["needs_sign_in", "not_signed_in", "ended"] as const),
  ...(["keychain_unavailable", "server_unavailable", "not_shared", "unreadable"] as const),
]);

interface ConnectedAsProps {
  readonly connection: ConnectionView;
  /** A demo client, whose practice ledger needs nobody to sign in. */
  readonly demo?: boolean;
  /** What ending it came to; null while nobody has ended it here. */
  readonly ended: DisconnectOutcome | null;
  readonly onEnded: (outcome: DisconnectOutcome) => void;
}

/**
 * The screen's title with the actions that renew or end the connection, and below it the identity used with the ledger and whether it is
 * still valid.
 */
export function ConnectedAs({ connection, demo = false, ended, onEnded }: ConnectedAsProps) {
  const { clientId, ledger, organisation } = connection;
  const token = useCoreQuery("connections.tokenState", { clientId });
  const refusal = useRefusal(clientId);
  const [asking, setAsking] = useState(false);
  const state = token.data ?? null;
  const again = useSignInAgain(connection, state?.state ?? null);
  const { how, kept, held } = signInLabel(connection, demo);
  const inMemory = held && state?.keychain.kind === "memory";
  const chip = state?.state === "unknown" && refusal?.code === "needs_sign_in" ? STATES.needs_sign_in : STATES[state?.state ?? "unknown"];
  // Only for a token that is out of Tieout's hands, whose refusal says what to do.
  const refused = state?.state === "unknown" ? refusal : null;
  const isGone = held && (state?.state === "ended" || state?.state === "not_signed_in" || state?.state === "needs_sign_in");
  return (
    <div className={styles.top}>
      <div className={layout.wrappingLine}>
        <ScreenTitle screen="connection" />
        <Acts connection={connection} state={state?.state ?? null} again={again} onDisconnect={() => setAsking(true)} />
      </div>
      <RoleNote />
      <section className={styles.card} aria-label={t("Sign-in")} aria-busy={token.isPending}>
        <div className={layout.wrappingLine}>
          <h2>{organisation?.name ?? connection.name}</h2>
          <span className={text.muted}>{ledger}</span>
          {chip === null ? null : <Chip {...chip} />}
        </div>
        <p>
          {how}.{" "}
          {isGone ? null : (
            <span className={text.muted}>
              {inMemory ? t("The credentials are kept in memory only and are lost when Tieout closes.") : kept}
            </span>
          )}
        </p>
        {token.error === null ? null : <FailureNote failure={token.error.failure} />}
        {state === null ? null : <Standing state={state} />}
        {refused === null ? null : <FailureNote failure={refused} />}
        {ended === null ? null : <Ended outcome={ended} />}
        <Renewal connection={connection} demo={demo} state={state?.state ?? null} isRefused={refused !== null} again={again} />
      </section>
      {asking ? (
        <DisconnectDialog
          connection={connection}
          demo={demo}
          isEnded={state?.state === "ended"}
          onEnded={onEnded}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  );
}

/** What was ended at the ledger, what was deleted here, and what is left to do. */
export function Ended({ outcome }: { readonly outcome: DisconnectOutcome }) {
  return (
    <ul className={styles.ended}>
      {outcome.words.map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  );
}

/** What the last sync said of a token that Tieout doesn't keep, and so doesn't know the state of. */
function useRefusal(clientId: string): Failure | null {
  const { data } = useClientSync(clientId);
  const failures = data === undefined ? [] : [data.failure, ...data.streams.map(({ failure }) => failure)];
  return failures.find((failure) => failure?.code === "needs_sign_in" || failure?.code === "secret_missing") ?? null;
}

/** The state of the token and the keychain. */
function Standing({ state: { state, words, next, renewedAt, accessUntil } }: { readonly state: TokenStateView }) {
  const nowMs = useNow();
  // A certificate that signs in nears its end, or is past it.
  if (state === "unknown" && next !== null) return <p>{next}</p>;
  if (!STOPPED.has(state) && renewedAt === null) return null;
  if (STOPPED.has(state))
    return (
      <p>
        {t("{status} Data already synced stays available, and the next sync continues where the last one stopped.", {
          status:
            state === "ended"
              ? t("This client is disconnected. Nothing is synced or sent until it's reconnected.")
              : `${words} ${next ?? ""}`,
        })}
      </p>
    );
  return (
    <p className={text.muted}>
      {t("Access renewed")} <AsOf instant={renewedAt} nowMs={nowMs} />
      {accessUntil === null || Date.parse(accessUntil) <= nowMs
        ? "."
        : t(", valid until {accessUntil}. Tieout renews it automatically when needed.", { accessUntil: formatMinute(accessUntil) })}
    </p>
  );
}

type SignInAgain = ReturnType<typeof useSignInAgain>;

interface ActsProps {
  readonly connection: ConnectionView;
  readonly state: TokenStateView["state"] | null;
  readonly again: SignInAgain;
  readonly onDisconnect: () => void;
}

function Acts({ connection, state, again, onDisconnect }: ActsProps) {
  const cancel = useCoreCommand("connections.cancelSignIn");
  const { browser } = signInLabel(connection);
  // Other screens lead here to reconnect then, whatever the connection signs in with.
  const isOut = useClientSync(connection.clientId).data?.state === "needs_sign_in";
  const stopped = isOut || (state !== null && STOPPED.has(state));
  return (
    <div className={classes(layout.buttons, styles.acts)}>
      {browser && again.isPending ? (
        <Button onClick={() => cancel.mutate({})}>{t("Stop waiting")}</Button>
      ) : browser || state === "ended" || isOut ? (
        <Button
          needs="preparer"
          kind={stopped ? "primary" : "plain"}
          icon={<KeyRound size={14} aria-hidden />}
          disabled={again.isPending || again.isStarting}
          title={browser ? undefined : againTip(connection)}
          onClick={again.begin}
        >
          {t("Reconnect")}
        </Button>
      ) : null}
      <ButtonLink href={`#/clients/${encodeURIComponent(connection.clientId)}/sync`}>{t("See sync status")}</ButtonLink>
      {/* Also where the connection has ended: its tokens may still be here, and it can be removed for a new one. */}
      <Button needs="admin" danger icon={<Unplug size={14} aria-hidden />} aria-haspopup="dialog" onClick={onDisconnect}>
        {t("Disconnect…")}
      </Button>
    </div>
  );
}

/** What reconnecting does where nobody signs in. */
function againTip({ authType }: ConnectionView): string {
  return authType === CERTIFICATE
    ? t("Tries to sign in with the certificate again.")
    : t("Tries the token that's set up on this computer. Tieout reads a new token only when it starts.");
}

interface RenewalProps extends Omit<ActsProps, "onDisconnect"> {
  readonly demo: boolean;
  /** The refusal of its token is shown, with what to do. */
  readonly isRefused: boolean;
}

/** What signing in again comes to, and how a connection that nobody signs in to is renewed. */
function Renewal({ connection, demo, state, isRefused, again }: RenewalProps) {
  const { ledger, authType } = connection;
  const { browser } = signInLabel(connection);
  const session = useKeepForSession(again.begin);
  const isTold = browser || (isRefused && authType !== CERTIFICATE);
  const unattended = isTold ? null : unattendedWords(connection, demo, state === "ended");
  return (
    <>
      {again.isPending && browser ? (
        <p role="status">{t("The {ledger} sign-in page is open in your browser. Come back when you've signed in.", { ledger })}</p>
      ) : null}
      {again.failure === null ? null : <FailureNote failure={again.failure} />}
      {again.failure?.code === "keychain_unavailable" ? <KeychainSession {...session} /> : null}
      {unattended === null ? null : <p className={text.muted}>{unattended}</p>}
    </>
  );
}

/**
 * How a connection that nobody signs in to is reconnected; null where nobody needs to know. One that was ended takes up what it signed in with
 * before. Where a token is set up is technical, and is in the technical details.
 */
function unattendedWords({ authType }: ConnectionView, demo: boolean, isEnded: boolean): string | null {
  const isCertificate = authType === CERTIFICATE;
  if (isDemoToken(authType, demo)) return isEnded ? t("“Reconnect” connects this demo client to its practice ledger.") : null;
  if (isEnded)
    return isCertificate
      ? t(
          "“Reconnect” uses the same certificate. To use a new one, choose Disconnect, select “Also remove the connection from this client,” and connect the client again.",
        )
      : t(
          "“Reconnect” uses the token that's set up on this computer. If that token is no longer valid, first ask the person who set it up to replace it. Then restart Tieout.",
        );
  return isCertificate
    ? t(
        "This connection signs in with a certificate. To use a new certificate, choose Disconnect, select “Also remove the connection from this client,” and connect the client again.",
      )
    : t("If the ledger no longer accepts the token, ask the person who set it up to replace it on this computer. Then restart Tieout.");
}

/**
 * Signs in to the same books again, or connects them where nobody signs in; syncing resumes at once, unless it is paused. What nobody
 * signs in to and nobody ended is tried by a sync: there is nothing else to do for it here.
 */
function useSignInAgain(connection: ConnectionView, state: TokenStateView["state"] | null) {
  const { clientId, ledger } = connection;
  const isTried = !signInLabel(connection).browser && state !== "ended";
  const queries = useQueryClient();
  const signIn = useCoreCommand("connections.signIn");
  const start = useCoreCommand("sync.start");
  const isPaused = useClientSync(clientId).data?.state === "paused";
  const started = t("Reconnected to {ledger}. Sync started.", { ledger });
  const tried = t("Sync started to try the connection again.");
  const trying = () => start.mutate({ clientIds: [clientId] }, { onSuccess: () => announce(tried) });
  const signingIn = () =>
    signIn.mutate(
      { clientId },
      {
        onSuccess: () => {
          void queries.invalidateQueries();
          if (isPaused) announce(t("Reconnected to {ledger}. Sync is still paused for this client.", { ledger }));
          else start.mutate({ clientIds: [clientId] }, { onSuccess: () => announce(started) });
        },
      },
    );
  const failure = signIn.error?.failure ?? start.error?.failure ?? null;
  const begin = isTried ? trying : signingIn;
  return { begin, isPending: signIn.isPending, isStarting: start.isPending, failure: failure?.code === "cancelled" ? null : failure };
}
