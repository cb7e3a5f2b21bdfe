import { useEffect, useRef } from "react";
import type { SignInChoice, SignInView } from "#shared/contract/connections/sign-in.ts";
import { profileName } from "#shared/model/ledger/ledger-label.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { useKeychain } from "../../../state/core/keychain.ts";
import { changeWizard, useWizard } from "../../../state/window/connect-wizard.ts";
import { FailureNote } from "../../../ui/feedback/failure-message.tsx";
import step from "../step.module.css";
import { StepActs } from "../step-actions.tsx";
import { AppForm } from "./app-form.tsx";
import { BrowserForm } from "./browser-form.tsx";
import { BrowserWait } from "./browser-wait.tsx";
import { CertificateForm } from "./certificate-form.tsx";
import { KeychainStep } from "./keychain-step.tsx";
import { WayChoice } from "./method-choice.tsx";
import { useSignIn } from "./use-sign-in.ts";

const UNDER_WAY: ReadonlySet<string> = new Set(["browser", "looking"]);

/** The second step: a person, or a certificate, signs in to the chosen ledger. */
export function SignInStep() {
  const { profile, signInId } = useWizard();
  const choices = useCoreQuery("signIn.choices", {});
  const signIn = useSignIn(signInId);
  const choice = choices.data?.find((candidate) => candidate.profile === profile);
  useGoOn(signIn);
  if (choices.error !== null && choices.data === undefined) return <FailureNote failure={choices.error.failure} />;
  if (choices.data === undefined) return <div aria-busy="true" />;
  if (choice === undefined) return <LedgerGone />;
  if (signIn !== null && signIn !== undefined && UNDER_WAY.has(signIn.state)) return <BrowserWait signIn={signIn} />;
  return <SignInForms choice={choice} onRegistered={() => void choices.refetch()} />;
}

/** Goes on to the clients when the sign-in that is being waited for succeeds. */
function useGoOn(signIn: SignInView | null | undefined): void {
  const state = signIn?.state;
  const before = useRef(state);
  useEffect(() => {
    const waited = before.current !== undefined && UNDER_WAY.has(before.current);
    before.current = state;
    if (waited && state === "choose") changeWizard({ step: "clients" });
  }, [state]);
}

interface SignInFormsProps {
  readonly choice: SignInChoice;
  readonly onRegistered: () => void;
}

function SignInForms({ choice, onRegistered }: SignInFormsProps) {
  const way = useWizard((state) => state.way);
  const { data: keychain, error, isFetching, refetch } = useKeychain();
  const onBack = () => changeWizard({ step: "ledger" });
  if (keychain === undefined && error === null) return <div aria-busy="true" />;
  const problem = keychain?.problem ?? null;
  // A practice ledger forgets its sign-ins when Tieout closes: there is nothing to keep.
  if (problem !== null && !choice.practice && keychain?.session !== true)
    return <KeychainStep problem={problem} checking={isFetching} onCheck={() => void refetch()} onBack={onBack} />;
  return (
    <>
      {choice.certificates ? <WayChoice ledger={profileName(choice)} /> : null}
      {choice.certificates && way === "certificate" ? (
        <CertificateForm choice={choice} />
      ) : choice.app === null ? (
        <AppForm choice={choice} onDone={onRegistered} forSession={problem !== null} />
      ) : (
        <BrowserForm choice={choice} app={choice.app} forSession={problem !== null} onRegistered={onRegistered} />
      )}
    </>
  );
}

function LedgerGone() {
  return (
    <>
      <p className={step.lead}>{t("The ledger you chose is no longer available. Go back to choose another.")}</p>
      <StepActs onBack={() => changeWizard({ step: "ledger" })} />
    </>
  );
}
