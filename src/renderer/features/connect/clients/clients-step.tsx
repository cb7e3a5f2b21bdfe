import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { changeWizard, useWizard } from "../../../state/window/connect-wizard.ts";
import { FailureNote } from "../../../ui/feedback/failure-message.tsx";
import { useSignIn } from "../sign-in/use-sign-in.ts";
import step from "../step.module.css";
import { StepActs } from "../step-actions.tsx";
import { TenantForm } from "./tenant-form.tsx";

/** The third step: which of the books that the sign-in opened are connected, and to which clients. */
export function ClientsStep() {
  const signInId = useWizard((state) => state.signInId);
  const signIn = useSignIn(signInId);
  const list = useCoreQuery("clients.list", {});
  const back = () => changeWizard({ step: "sign-in" });
  if (signIn === undefined || list.data === undefined)
    return list.error === null ? <div aria-busy="true" /> : <FailureNote failure={list.error.failure} />;
  if (signIn === null)
    return (
      <>
        <p className={step.lead}>{t("This sign-in has expired, or Tieout was restarted after you signed in. Sign in again.")}</p>
        <StepActs onBack={back} />
      </>
    );
  if (signIn.tenants.length === 0)
    return (
      <>
        <p className={step.lead}>
          {t(
            "{ledger} signed you in but didn't give access to any books. Ask the ledger's administrator for access, or sign in with another account.",
            { ledger: signIn.ledger },
          )}
        </p>
        {signIn.failure === null ? null : <FailureNote failure={signIn.failure} />}
        <StepActs onBack={back} />
      </>
    );
  return <TenantForm key={signIn.signInId} signIn={signIn} rows={list.data.rows} />;
}
