import { useEffect, useRef, useState } from "react";
import type { SignInView } from "#shared/contract/sign-in.ts";
import { Button } from "../../components/button.tsx";
import { Chip } from "../../components/chip.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { FailureNote } from "../../components/failure-note.tsx";
import { ProgressBar } from "../../components/progress-bar.tsx";
import { t } from "../../language/t.ts";
import { useCoreCommand } from "../../state/core-query.ts";
import step from "./step.module.css";

/** While the person is at the ledger's page, and while the ledger is asked which books there are. */
export function BrowserWait({ signIn }: { readonly signIn: SignInView }) {
  const { signInId, ledger, state } = signIn;
  const again = useCoreCommand("signIn.openAgain");
  const cancel = useCoreCommand("signIn.cancel");
  const [address, setAddress] = useState<string | null>(null);
  const stop = useRef<HTMLButtonElement>(null);
  useEffect(() => stop.current?.focus(), []);
  const looking = state === "looking";
  return (
    <div className={step.card} aria-live="polite">
      <div className={step.line}>
        <Chip tone="syncing" word={looking ? t("Signed in") : t("Waiting for you")} />
        <strong>
          {looking
            ? t("Asking {ledger} which books there are", { ledger })
            : t("The sign-in page of {ledger} is open in your browser", { ledger })}
        </strong>
      </div>
      <ProgressBar share={null} label={looking ? t("Looking for the books") : t("Waiting for the sign-in")} />
      <p className={step.quiet}>
        {looking
          ? t("This takes a moment.")
          : t("Sign in there and allow the access. This page goes on by itself when you are done. It waits five minutes.")}
      </p>
      {again.error === null ? null : <FailureNote failure={again.error.failure} />}
      <div className={step.line}>
        {looking ? null : (
          <>
            <Button
              disabled={again.isPending}
              onClick={() => again.mutate({ signInId }, { onSuccess: (opened) => setAddress(opened.address) })}
            >
              {t("Open the page again")}
            </Button>
            {address === null ? null : <CopyButton text={address} label={t("Copy its address")} />}
          </>
        )}
        <Button ref={stop} disabled={cancel.isPending} onClick={() => cancel.mutate({ signInId })}>
          {t("Stop waiting")}
        </Button>
      </div>
    </div>
  );
}
