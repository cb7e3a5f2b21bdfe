import { FailureNote } from "../../components/failure-note.tsx";
import { t } from "../../language/t.ts";
import { changeWizard, useWizard } from "../../state/connect-wizard.ts";
import { useCoreQuery } from "../../state/core-query.ts";
import step from "./step.module.css";
import { StepActs } from "./step-acts.tsx";
import { TenantForm } from "./tenant-form.tsx";
import { useSignIn } from "./use-sign-in.ts";

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
        <p className={step.lead}>{t("This sign-in is over: it was not used in time, or Tieout was started anew. Sign in once more.")}</p>
        <StepActs onBack={back} />
      </>
    );
  if (signIn.tenants.length === 0)
    return (
      <>
        <p className={step.lead}>
          {t(
            "{ledger} signed you in, but opened no books. Ask whoever looks after the ledger to give your name access to them, or sign in with another name.",
            { ledger: signIn.ledger },
          )}
        </p>
        {signIn.failure === null ? null : <FailureNote failure={signIn.failure} />}
        <StepActs onBack={back} />
      </>
    );
  return <TenantForm key={signIn.signInId} signIn={signIn} rows={list.data.rows} />;
}
