import type { Failure } from "#shared/model/failure.ts";
import { Button } from "../../components/button.tsx";
import { FailureNote } from "../../components/failure-note.tsx";
import { KeepForSession } from "../../components/keep-for-session.tsx";
import { t } from "../../language/t.ts";
import { useKeepForSession } from "../../state/keychain.ts";
import step from "./step.module.css";
import { StepActs } from "./step-acts.tsx";

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
        {t("Tieout keeps the tokens of your sign-ins in this computer's keychain, and the keychain can't be used right now.")}
      </p>
      <FailureNote failure={problem} />
      <KeepForSession {...session} />
      <StepActs onBack={onBack}>
        <Button disabled={checking} onClick={onCheck}>
          {checking ? t("Checking the keychain") : t("Check again")}
        </Button>
      </StepActs>
    </div>
  );
}
