import { ExternalLink } from "lucide-react";
import { useState } from "react";
import type { SignInChoice } from "#shared/contract/connections/sign-in.ts";
import { profileName } from "#shared/model/ledger/ledger-label.ts";
import { t } from "../../../language/t.ts";
import { useCoreCommand } from "../../../state/core/core-query.ts";
import { changeWizard, useWizard } from "../../../state/window/connect-wizard.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { FailureNote } from "../../../ui/feedback/failure-message.tsx";
import { focusInvalid } from "../focus-invalid.ts";
import step from "../step.module.css";
import { StepActs } from "../step-actions.tsx";
import { TextField } from "../text-field.tsx";
import { AppForm } from "./app-form.tsx";
import { giveUpSignIn } from "./cancel-sign-in.ts";
import { useSignIn } from "./use-sign-in.ts";

interface BrowserFormProps {
  readonly choice: SignInChoice;
  readonly app: NonNullable<SignInChoice["app"]>;
  /** The keychain can't be used: what comes back is kept until Tieout closes. */
  readonly forSession: boolean;
  readonly onRegistered: () => void;
}

/** What is asked before the browser opens, and what went wrong the last time. */
export function BrowserForm({ choice, app, forSession, onRegistered }: BrowserFormProps) {
  const { account: typed, journals, signInId } = useWizard();
  const signIn = useSignIn(signInId);
  const begin = useCoreCommand("signIn.begin");
  const [changing, setChanging] = useState(false);
  const [tried, setTried] = useState(false);
  const account = typed === "" ? (choice.account?.proposal ?? "") : typed;
  const missing = choice.account !== null && account.trim() === "" ? t("Enter the ID of the account to sign in to.") : undefined;
  const done = signIn !== null && signIn !== undefined && ["choose", "connecting", "done"].includes(signIn.state);
  const leave = () => setChanging(false);
  const registered = () => {
    leave();
    onRegistered();
  };
  if (changing) return <AppForm choice={choice} onDone={registered} forSession={forSession} onLeave={leave} />;
  const submit = () => {
    setTried(true);
    if (missing !== undefined) return;
    void giveUpSignIn();
    begin.mutate({ profile: choice.profile, account, journals }, { onSuccess: (begun) => changeWizard({ signInId: begun.signInId }) });
  };
  return (
    <form
      className={step.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
        focusInvalid(event.currentTarget);
      }}
    >
      <p className={step.lead}>
        {choice.account === null
          ? t(
              "{label} opens in your browser. Sign in with your own account and choose which books Tieout can access. Tieout never sees your password.",
              { label: profileName(choice) },
            )
          : t(
              "{label} opens in your browser. Sign in there as yourself and allow access to the company with the account ID below. Tieout never sees your password.",
              { label: profileName(choice) },
            )}{" "}
        {forSession || choice.practice
          ? t("Your sign-in is kept for this session only, so you'll need to sign in again the next time you start Tieout.")
          : t("Your sign-in is kept encrypted and renews automatically.")}
      </p>
      {choice.account === null ? null : (
        <TextField
          label={choice.account.label}
          value={account}
          onText={(text) => changeWizard({ account: text })}
          problem={tried ? missing : undefined}
          autoFocus={missing !== undefined}
        />
      )}
      {choice.journals ? <JournalsChoice chosen={journals} /> : null}
      {choice.practice ? null : (
        <p className={step.quiet}>
          {t("App registration")} <code>{app.clientId}</code>.{" "}
          <Button kind="quiet" onClick={() => setChanging(true)}>
            {t("Change")}
          </Button>
        </p>
      )}
      <LastOutcome state={signIn?.state} failure={begin.error?.failure ?? signIn?.failure ?? null} />
      <Acts done={done} busy={begin.isPending} first={missing === undefined} />
    </form>
  );
}

interface ActsProps {
  readonly done: boolean;
  readonly busy: boolean;
  /** There is nothing to fill in before. */
  readonly first: boolean;
}

function Acts({ done, busy, first }: ActsProps) {
  return (
    <StepActs onBack={() => changeWizard({ step: "ledger" })}>
      <Button
        needs="preparer"
        kind={done ? "plain" : "primary"}
        type="submit"
        disabled={busy}
        icon={<ExternalLink size={14} aria-hidden />}
        autoFocus={first && !done}
      >
        {done ? t("Sign in again") : t("Open the sign-in page")}
      </Button>
      {done ? (
        <Button kind="primary" autoFocus onClick={() => changeWizard({ step: "clients" })}>
          {t("Continue")}
        </Button>
      ) : null}
    </StepActs>
  );
}

function JournalsChoice({ chosen }: { readonly chosen: boolean }) {
  return (
    <label className={step.check}>
      <input type="checkbox" checked={chosen} onChange={(event) => changeWizard({ journals: event.target.checked })} />
      <span>
        {t("Request access to the general-ledger feed")}
        <br />
        <span className={step.quiet}>
          {t(
            "Select this only if the ledger's provider has approved the feed for your app. Without approval, the ledger rejects the sign-in. Without the feed, Tieout builds financial statements from the transactions.",
          )}
        </span>
      </span>
    </label>
  );
}

interface LastOutcomeProps {
  readonly state: string | undefined;
  readonly failure: Parameters<typeof FailureNote>[0]["failure"] | null;
}

function LastOutcome({ state, failure }: LastOutcomeProps) {
  if (state === "cancelled") return <p role="status">{t("Sign-in stopped. Nothing was saved.")}</p>;
  return failure === null ? null : <FailureNote failure={failure} />;
}
