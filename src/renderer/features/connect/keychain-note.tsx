import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Failure } from "#shared/model/failure.ts";
import { Button } from "../../components/button.tsx";
import { FailureNote } from "../../components/failure-note.tsx";
import { t } from "../../language/t.ts";
import { announce } from "../../state/announcements.ts";
import { useCoreCommand, useCoreQuery } from "../../state/core-query.ts";
import step from "./step.module.css";
import { StepActs } from "./step-acts.tsx";

const KEY = ["signIn.keychain", {}];

/** Whether tokens can be kept: asked anew each time a screen wants a sign-in, because a keychain comes and goes. */
export function useKeychain() {
  const queries = useQueryClient();
  useEffect(() => void queries.invalidateQueries({ queryKey: KEY }), [queries]);
  return useCoreQuery("signIn.keychain", {});
}

interface KeychainStepProps {
  readonly problem: Failure;
  readonly checking: boolean;
  readonly onCheck: () => void;
  readonly onBack: () => void;
}

/** In place of a sign-in that could not be kept: what is wrong, what to install, and the way without a keychain. */
export function KeychainStep({ problem, checking, onCheck, onBack }: KeychainStepProps) {
  return (
    <div className={step.form}>
      <p className={step.lead}>
        {t("Tieout keeps the tokens of your sign-ins in this computer's keychain, and the keychain can't be used right now.")}
      </p>
      <FailureNote failure={{ message: problem.message, ...(problem.next === undefined ? {} : { next: problem.next }) }} />
      <KeepForSession />
      <StepActs onBack={onBack}>
        <Button disabled={checking} onClick={onCheck}>
          {checking ? t("Checking the keychain") : t("Check again")}
        </Button>
      </StepActs>
    </div>
  );
}

/** Lets the person go on without a keychain, until Tieout closes. */
export function KeepForSession({ onKept }: { readonly onKept?: () => void }) {
  const queries = useQueryClient();
  const keep = useCoreCommand("signIn.keepForSession");
  const choose = () =>
    keep.mutate(
      {},
      {
        onSuccess: (state) => {
          queries.setQueryData(KEY, state);
          announce(t("Tokens are kept for this session only."));
          onKept?.();
        },
      },
    );
  return (
    <div className={step.card}>
      <p>
        {t(
          "You can connect without it: tokens then stay in memory, are never written to disk, and you sign in again the next time you start Tieout. Synced data stays on this computer.",
        )}
      </p>
      {keep.error === null ? null : <FailureNote failure={keep.error.failure} />}
      <div className={step.line}>
        <Button kind="primary" disabled={keep.isPending} onClick={choose}>
          {t("Keep tokens for this session only")}
        </Button>
      </div>
    </div>
  );
}
