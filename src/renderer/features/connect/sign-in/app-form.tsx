import { useState } from "react";
import type { SignInChoice } from "#shared/contract/connections/sign-in.ts";
import { profileName } from "#shared/model/ledger/ledger-label.ts";
import { t } from "../../../language/t.ts";
import { useCoreCommand } from "../../../state/core/core-query.ts";
import { announce } from "../../../state/window/announcements.ts";
import { changeWizard } from "../../../state/window/connect-wizard.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { FailureNote } from "../../../ui/feedback/failure-message.tsx";
import { focusInvalid } from "../focus-invalid.ts";
import step from "../step.module.css";
import { StepActs } from "../step-actions.tsx";
import { TextField } from "../text-field.tsx";

const REDIRECTS = {
  loopback: t("This ledger accepts any address on this computer. Enter just the word “loopback” here."),
  registered: t("This must be exactly the redirect address you registered with the ledger."),
  https: t(
    "This ledger accepts only https addresses. Enter the address of Tieout's landing page on your firm's website. The page passes the sign-in on to this computer. To set it up, see “A landing page for ledgers that accept https only” in Help.",
  ),
} as const;

interface AppFormProps {
  readonly choice: SignInChoice;
  readonly onDone: () => void;
  /** The keychain can't be used: a secret is kept until Tieout closes. */
  readonly forSession: boolean;
  /** Leaves the registration as it is; absent where there is none yet. */
  readonly onLeave?: () => void;
}

/** The firm's own registration with a ledger's vendor: once for all clients. */
export function AppForm({ choice, onDone, forSession, onLeave }: AppFormProps) {
  const { app, profile } = choice;
  const label = profileName(choice);
  const [typed, setTyped] = useState<Typed>({
    clientId: app?.clientId ?? "",
    secret: "",
    redirect: app?.redirect ?? choice.proposedRedirect,
  });
  const [tried, setTried] = useState(false);
  const save = useCoreCommand("signIn.setApp");
  const missing = missingOf(choice, typed);
  const submit = () => {
    setTried(true);
    if (Object.keys(missing).length > 0) return;
    const { clientId, redirect, secret } = typed;
    const input = { profile, clientId, redirect, ...(secret.trim() === "" ? {} : { clientSecret: secret }) };
    save.mutate(input, {
      onSuccess: () => {
        announce(t("Registration with {label} saved.", { label }));
        onDone();
      },
    });
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
        {app === null
          ? t(
              "Tieout signs in with an app that your firm registers on the developer site of {label}. The registration is your firm's own, so no other company comes between you and the books. You register once and enter the app's details here. The ledger may review apps first, limit how many companies one app can connect, or charge for it. Check its terms before you register.",
              { label },
            )
          : t(
              "These are the details of the app that your firm registered on the developer site of {label}. Tieout uses them for all your clients that use this ledger software.",
              { label },
            )}{" "}
        <a href="#/help/connecting">{t("How to register an app")}</a>
      </p>
      <AppFields choice={choice} forSession={forSession} typed={typed} missing={tried ? missing : {}} onTyped={setTyped} />
      {save.error === null ? null : <FailureNote failure={save.error.failure} />}
      <StepActs onBack={onLeave ?? (() => changeWizard({ step: "ledger" }))}>
        <Button needs="preparer" kind="primary" type="submit" disabled={save.isPending}>
          {t("Save registration")}
        </Button>
      </StepActs>
    </form>
  );
}

interface Typed {
  readonly clientId: string;
  readonly secret: string;
  readonly redirect: string;
}
type Missing = Readonly<Partial<Record<keyof Typed, string>>>;

function missingOf({ app, clientSecret, redirect: kind }: SignInChoice, { clientId, secret, redirect }: Typed): Missing {
  const needsSecret = clientSecret === "required" && secret.trim() === "" && app?.hasSecret !== true;
  return {
    ...(clientId.trim() === "" ? { clientId: t("Enter the ID that the ledger gave your app.") } : {}),
    ...(redirect.trim() === "" ? { redirect: noRedirect(kind) } : {}),
    ...(needsSecret ? { secret: t("This ledger requires a client secret.") } : {}),
  };
}

function noRedirect(kind: SignInChoice["redirect"]): string {
  return kind === "loopback" ? t("Enter the word “loopback”.") : t("Enter the address registered with the ledger.");
}

interface AppFieldsProps {
  readonly choice: SignInChoice;
  readonly forSession: boolean;
  readonly typed: Typed;
  readonly missing: Missing;
  readonly onTyped: (typed: Typed) => void;
}

function AppFields({ choice: { app, clientSecret, redirect }, forSession, typed, missing, onTyped }: AppFieldsProps) {
  return (
    <>
      <TextField
        label={t("Client ID of your app")}
        value={typed.clientId}
        onText={(clientId) => onTyped({ ...typed, clientId })}
        problem={missing.clientId}
        help={t("Letters and digits. It isn't secret.")}
        autoFocus
      />
      {clientSecret === "none" ? null : (
        <TextField
          label={clientSecret === "required" ? t("Client secret") : t("Client secret, if the ledger gave you one")}
          type="password"
          value={typed.secret}
          onText={(secret) => onTyped({ ...typed, secret })}
          problem={missing.secret}
          help={
            app?.hasSecret === true
              ? t(
                  "A secret was already entered. Enter one again only if you change the client ID, if the secret has changed, or if signing in fails.",
                )
              : forSession
                ? t("Kept for this session only and never shown again.")
                : t("Stored in this computer's keychain and, if your firm has a server, encrypted on the server. Never shown again.")
          }
        />
      )}
      <TextField
        label={t("Redirect address")}
        value={typed.redirect}
        onText={(address) => onTyped({ ...typed, redirect: address })}
        problem={missing.redirect}
        help={REDIRECTS[redirect]}
      />
    </>
  );
}
