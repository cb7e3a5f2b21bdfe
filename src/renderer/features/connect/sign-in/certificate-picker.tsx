import { Download } from "lucide-react";
import { useState } from "react";
import type { CertificateView } from "#shared/contract/connections/sign-in.ts";
import { formatMinute } from "../../../format/dates/date.ts";
import { daysLeftLabel } from "../../../format/labels/certificate-labels.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Chip } from "../../../ui/controls/chip.tsx";
import { CopyButton } from "../../../ui/controls/copy-button.tsx";
import { FailureNote } from "../../../ui/feedback/failure-message.tsx";
import { saveFile } from "../../../ui/grid/save-file.ts";
import step from "../step.module.css";
import styles from "./certificate-picker.module.css";
import { ImportCertificate } from "./import-certificate.tsx";
import { MakeCertificate } from "./new-certificate.tsx";

interface CertificatePickerProps {
  readonly keyId: string | null;
  readonly onKey: (keyId: string) => void;
  readonly missing: boolean;
}

/** Which key signs in: one that is here, a new one, or one from a file. The public part is there to be copied or saved. */
export function CertificatePicker({ keyId, onKey, missing }: CertificatePickerProps) {
  const list = useCoreQuery("certificates.list", {});
  const [adding, setAdding] = useState<"make" | "import" | null>(null);
  const certificates = list.data ?? [];
  const added = (made: CertificateView) => {
    setAdding(null);
    void list.refetch();
    onKey(made.keyId);
  };
  const chosen = certificates.find((certificate) => certificate.keyId === keyId);
  return (
    <fieldset className={step.group}>
      <legend>{t("Key")}</legend>
      {list.error === null ? null : <FailureNote failure={list.error.failure} />}
      {certificates.map((certificate) => (
        <label key={certificate.keyId} className={styles.choice}>
          <input type="radio" name="key" checked={certificate.keyId === keyId} onChange={() => onKey(certificate.keyId)} />
          <span>{certificate.name}</span>
          <span className={step.quiet}>
            {t("{algorithm}, valid until {notAfter}", { algorithm: certificate.algorithm, notAfter: formatMinute(certificate.notAfter) })}
          </span>
          {certificate.warning === null ? null : (
            <Chip tone="warning" word={daysLeftLabel(certificate.daysLeft)} title={certificate.warning} />
          )}
        </label>
      ))}
      {chosen === undefined ? null : <PublicPart certificate={chosen} />}
      {adding === "make" ? <MakeCertificate onMade={added} onLeave={() => setAdding(null)} /> : null}
      {adding === "import" ? <ImportCertificate onImported={added} onLeave={() => setAdding(null)} /> : null}
      {adding === null ? (
        <div className={step.line}>
          <Button needs="preparer" onClick={() => setAdding("make")}>
            {t("Create a new key")}
          </Button>
          <Button needs="preparer" onClick={() => setAdding("import")}>
            {t("Import a key and its certificate")}
          </Button>
        </div>
      ) : null}
      {missing ? <p className={step.problem}>{t("Choose, create or import a key.")}</p> : null}
    </fieldset>
  );
}

function PublicPart({ certificate }: { readonly certificate: CertificateView }) {
  const name = `${certificate.name.replace(/[^A-Za-z0-9_-]+/g, "-")}.pem`;
  return (
    <div className={step.card}>
      <p>{t("Upload this public certificate to the ledger. The ledger then shows the certificate ID to enter below.")}</p>
      <textarea className={styles.pem} readOnly rows={5} value={certificate.certificate} aria-label={t("Public certificate")} />
      <div className={step.line}>
        <CopyButton text={certificate.certificate} label={t("Copy the certificate")} />
        <Button
          kind="quiet"
          icon={<Download size={14} aria-hidden />}
          onClick={() => void saveFile(name, certificate.certificate, "application/x-pem-file")}
        >
          {t("Save as file…")}
        </Button>
        <span className={styles.print} title={t("Start of the certificate's SHA-256 fingerprint")}>
          {certificate.fingerprint.slice(0, 16)}…
        </span>
      </div>
    </div>
  );
}
