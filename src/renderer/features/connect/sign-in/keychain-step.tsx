import type { Failure } from "#shared/model/ledger/failure.ts";
import { t } from "../../../language/t.ts";
import { useKeepForSession } from "../../../state/core/keychain.ts";
import { KeychainSession } from "../../../ui/connection/keychain-session.tsx";
import { Button } from "../../../ui/controls/button.tsx";
import { FailureNote } from "../../../ui/feedback/failure-message.tsx";
import step from "../step.module.css";
import { StepActs } from "../step-actions.tsx";

interface KeychainStepProps {
  readonly problem: Failure;
  readonly checking: boolean;
  readonly onCheck: () => void;
  readonly onBack: () => void;
}

/** In place of a sign-in that could not be kept: what is wrong, what to install, and the way without a keychain. */
export function KeychainStep({ problem, checking, onCheck, onBack }: KeychainStepProps) {
  const session = useKeepForSession();
  return (
    <div className={step.form}>
      <p className={step.lead}>
        {t("Tieout uses this computer's keychain to protect sign-ins, but the keychain isn't available right now.")}
      </p>
      <FailureNote failure={problem} />
      <KeychainSession {...session} />
      <StepActs onBack={onBack}>
        <Button disabled={checking} onClick={onCheck}>
          {checking ? t("Checking the keychain…") : t("Check again")}
        </Button>
      </StepActs>
    </div>
  );
}
