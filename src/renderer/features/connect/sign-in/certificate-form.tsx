import { useState } from "react";
import type { SignInChoice, TenantOutcome } from "#shared/contract/connections/sign-in.ts";
import { t } from "../../../language/t.ts";
import { useCoreCommand, useCoreQuery } from "../../../state/core/core-query.ts";
import { announce } from "../../../state/window/announcements.ts";
import { changeWizard, useWizard } from "../../../state/window/connect-wizard.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { FailureNote } from "../../../ui/feedback/failure-message.tsx";
import { focusInvalid } from "../focus-invalid.ts";
import step from "../step.module.css";
import { StepActs } from "../step-actions.tsx";
import { TextField } from "../text-field.tsx";
import { CertificatePicker } from "./certificate-picker.tsx";
import { PageAddress } from "./page-address.tsx";

/** Signs in with a key: the key, what the ledger called its certificate, and which client it is for. */
export function CertificateForm({ choice }: { readonly choice: SignInChoice }) {
  const forClientId = useWizard((state) => state.forClientId);
  const client = useCoreQuery("clients.list", {}).data?.rows.find((row) => row.clientId === forClientId);
  const [keyId, setKeyId] = useState<string | null>(null);
  const [typed, setTyped] = useState({
    name: "",
    account: choice.account?.proposal ?? "",
    app: choice.app?.clientId ?? "",
    certificateId: "",
  });
  const [tried, setTried] = useState(false);
  const connect = useCoreCommand("certificates.connect");
  const failure = connect.error?.failure ?? connect.data?.failure ?? null;
  const ready = keyId !== null && missingOf(typed, client !== undefined).length === 0;
  const done = (outcome: TenantOutcome) => {
    if (outcome.state !== "connected" || outcome.clientId === null) return;
    announce(t("Signed in with the certificate."));
    changeWizard({ step: "found", connected: [outcome.clientId] });
  };
  const submit = () => {
    setTried(true);
    if (!ready || keyId === null) return;
    const target = client === undefined ? { newClient: typed.name } : { clientId: client.clientId };
    const { account, app, certificateId } = typed;
    connect.mutate({ client: target, profile: choice.profile, account, app, certificateId, keyId }, { onSuccess: done });
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
        {t("Tieout signs in with a key. Upload the key's public certificate to the ledger once. The private key stays on this computer.")}
      </p>
      <CertificatePicker keyId={keyId} onKey={setKeyId} missing={tried && keyId === null} />
      {choice.practice && keyId !== null ? <PracticeUpload choice={choice} /> : null}
      <CertificateFields choice={choice} typed={typed} hasClient={client !== undefined} tried={tried} onTyped={setTyped} />
      {failure === null ? null : <FailureNote failure={failure} />}
      <StepActs onBack={() => changeWizard({ step: "ledger" })}>
        <Button needs="preparer" kind="primary" type="submit" disabled={connect.isPending}>
          {connect.isPending ? t("Checking your sign-in…") : t("Sign in with this certificate")}
        </Button>
      </StepActs>
    </form>
  );
}

/** Where a practice ledger takes the certificate: nobody knows its pages, as they know their own ledger's. */
function PracticeUpload({ choice: { profile, account } }: { readonly choice: SignInChoice }) {
  const asked = useCoreQuery("certificates.uploadAddress", { profile, account: account?.proposal ?? "" });
  const address = asked.data?.address ?? null;
  if (asked.error !== null) return <FailureNote failure={asked.error.failure} />;
  if (address === null) return null;
  return (
    <PageAddress
      label={t(
        "Open this address in your browser, paste the certificate there, and choose Upload. The page then shows the certificate ID.",
      )}
      address={address}
    />
  );
}

interface CertificateFieldsProps {
  readonly choice: SignInChoice;
  readonly typed: Typed;
  readonly hasClient: boolean;
  readonly tried: boolean;
  readonly onTyped: (typed: Typed) => void;
}

function CertificateFields({ choice, typed, hasClient, tried, onTyped }: CertificateFieldsProps) {
  const problem = (name: keyof Typed) => (tried && missingOf(typed, hasClient).includes(name) ? t("Required.") : undefined);
  const change = (name: keyof Typed) => (text: string) => onTyped({ ...typed, [name]: text });
  return (
    <>
      <TextField
        label={t("Client ID of the integration in the ledger")}
        value={typed.app}
        onText={change("app")}
        problem={problem("app")}
        help={t("The ledger shows this ID once, when you create the integration there.")}
      />
      <TextField
        label={t("Certificate ID in the ledger")}
        value={typed.certificateId}
        onText={change("certificateId")}
        problem={problem("certificateId")}
        help={t("Shown by the ledger after you upload the certificate.")}
      />
      {choice.account === null ? null : (
        <TextField label={choice.account.label} value={typed.account} onText={change("account")} problem={problem("account")} />
      )}
      {hasClient ? null : (
        <TextField
          label={t("Client name")}
          value={typed.name}
          onText={change("name")}
          problem={problem("name")}
          help={t("Tieout adds a client with this name. If one without a ledger already exists, the books are connected to it.")}
        />
      )}
    </>
  );
}

interface Typed {
  readonly name: string;
  readonly account: string;
  readonly app: string;
  readonly certificateId: string;
}

function missingOf(typed: Typed, hasClient: boolean): readonly (keyof Typed)[] {
  const needed: readonly (keyof Typed)[] = hasClient ? ["app", "certificateId"] : ["app", "certificateId", "name"];
  return needed.filter((name) => typed[name].trim() === "");
}
