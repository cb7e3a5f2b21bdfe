import { useEffect, useRef } from "react";
import type { SignInView } from "#shared/contract/connections/sign-in.ts";
import { t } from "../../../language/t.ts";
import { useCoreCommand, useCoreQuery } from "../../../state/core/core-query.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Chip } from "../../../ui/controls/chip.tsx";
import { FailureNote } from "../../../ui/feedback/failure-message.tsx";
import { ProgressBar } from "../../../ui/feedback/progress-bar.tsx";
import step from "../step.module.css";
import { PageAddress } from "./page-address.tsx";

/** While the person is at the ledger's page, and while the ledger is asked which books there are. */
export function BrowserWait({ signIn }: { readonly signIn: SignInView }) {
  const { signInId, ledger, state } = signIn;
  const again = useCoreCommand("signIn.openAgain");
  const cancel = useCoreCommand("signIn.cancel");
  const stop = useRef<HTMLButtonElement>(null);
  useEffect(() => stop.current?.focus(), []);
  const looking = state === "looking";
  const address = useCoreQuery("signIn.address", { signInId }, { enabled: !looking }).data?.address ?? null;
  return (
    <div className={step.card} aria-live="polite">
      <div className={step.line}>
        <Chip tone="syncing" word={looking ? t("Signed in") : t("Waiting for you")} />
        <strong>
          {looking
            ? t("Checking which books you can access in {ledger}", { ledger })
            : t("The {ledger} sign-in page is open in your browser", { ledger })}
        </strong>
      </div>
      <ProgressBar share={null} label={looking ? t("Finding the books") : t("Waiting for the sign-in")} />
      <p className={step.quiet}>
        {looking ? t("This takes a moment.") : t("Sign in there and allow access. Tieout continues automatically. You have five minutes.")}
      </p>
      {looking || address === null ? null : (
        <PageAddress label={t("Browser didn't open? Copy this address into your browser.")} address={address} />
      )}
      {again.error === null ? null : <FailureNote failure={again.error.failure} />}
      <div className={step.line}>
        {looking ? null : (
          <Button disabled={again.isPending} onClick={() => again.mutate({ signInId })}>
            {t("Open the page again")}
          </Button>
        )}
        <Button ref={stop} disabled={cancel.isPending} onClick={() => cancel.mutate({ signInId })}>
          {t("Stop waiting")}
        </Button>
      </div>
    </div>
  );
}
