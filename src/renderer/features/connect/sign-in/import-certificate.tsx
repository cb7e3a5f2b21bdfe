import { useId, useState } from "react";
import type { CertificateView } from "#shared/contract/connections/sign-in.ts";
import { t } from "../../../language/t.ts";
import { useCoreCommand } from "../../../state/core/core-query.ts";
import { announce } from "../../../state/window/announcements.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { FailureNote } from "../../../ui/feedback/failure-message.tsx";
import step from "../step.module.css";
import { TextField } from "../text-field.tsx";
import styles from "./certificate-picker.module.css";

interface ImportCertificateProps {
  readonly onImported: (certificate: CertificateView) => void;
  readonly onLeave: () => void;
}

/** Takes a key and its certificate as PEM text. What was typed is forgotten here as soon as the core has it. */
export function ImportCertificate({ onImported, onLeave }: ImportCertificateProps) {
  const [name, setName] = useState(t("Tieout"));
  const [privateKey, setPrivateKey] = useState("");
  const [certificate, setCertificate] = useState("");
  const take = useCoreCommand("certificates.import");
  const run = () =>
    take.mutate(
      { name, privateKey, certificate },
      {
        onSuccess: (taken) => {
          setPrivateKey("");
          announce(t("The key is saved."));
          onImported(taken);
        },
      },
    );
  const empty = name.trim() === "" || privateKey.trim() === "" || certificate.trim() === "";
  return (
    <div className={step.card}>
      <TextField label={t("Certificate name")} value={name} onText={setName} />
      <PemField label={t("Private key (PEM, kept on this computer and never shown again)")} text={privateKey} onText={setPrivateKey} />
      <PemField label={t("Certificate (PEM)")} text={certificate} onText={setCertificate} />
      {take.error === null ? null : <FailureNote failure={take.error.failure} />}
      <div className={step.line}>
        <Button needs="preparer" kind="primary" disabled={take.isPending || empty} onClick={run}>
          {take.isPending ? t("Checking the key…") : t("Import")}
        </Button>
        <Button onClick={onLeave}>{t("Cancel")}</Button>
      </div>
    </div>
  );
}

interface PemFieldProps {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
}

function PemField({ label, text, onText }: PemFieldProps) {
  const id = useId();
  return (
    <div className={step.field}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className={styles.pem}
        rows={5}
        spellCheck={false}
        autoComplete="off"
        value={text}
        placeholder={t("-----BEGIN")}
        onChange={(event) => onText(event.target.value)}
      />
    </div>
  );
}
