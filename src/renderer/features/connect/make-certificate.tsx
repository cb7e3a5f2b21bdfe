import { useState } from "react";
import type { CertificateView } from "#shared/contract/sign-in.ts";
import { Button } from "../../components/button.tsx";
import { FailureNote } from "../../components/failure-note.tsx";
import { Segments } from "../../components/segments.tsx";
import { t } from "../../language/t.ts";
import { announce } from "../../state/announcements.ts";
import { useCoreCommand } from "../../state/core-query.ts";
import step from "./step.module.css";
import { TextField } from "./text-field.tsx";

const ALGORITHMS = [
  { value: "PS256", word: t("RSA (PS256)"), means: t("What most accounts take.") },
  { value: "ES256", word: t("Elliptic curve (ES256)"), means: t("Smaller; where the ledger takes it.") },
] as const;

interface MakeCertificateProps {
  readonly onMade: (certificate: CertificateView) => void;
  readonly onLeave: () => void;
}

/** Makes a key and its certificate. No form of its own: it stands inside one. */
export function MakeCertificate({ onMade, onLeave }: MakeCertificateProps) {
  const [name, setName] = useState(t("Tieout"));
  const [algorithm, setAlgorithm] = useState<CertificateView["algorithm"]>("PS256");
  const make = useCoreCommand("certificates.make");
  const run = () =>
    make.mutate(
      { name, algorithm },
      {
        onSuccess: (made) => {
          announce(t("The key is made. Its certificate is shown."));
          onMade(made);
        },
      },
    );
  return (
    <div className={step.card}>
      <TextField
        label={t("What the certificate is called")}
        value={name}
        onText={setName}
        help={t("It holds for two years; you are told 60 days before its end.")}
        autoFocus
        // A form in a form can not be: Enter makes the key, and does not send what stands around it.
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          if (name.trim() !== "") run();
        }}
      />
      <div>
        <Segments label={t("Kind of key")} options={ALGORITHMS} chosen={algorithm} onChange={setAlgorithm} />
      </div>
      {make.error === null ? null : <FailureNote failure={make.error.failure} />}
      <div className={step.line}>
        <Button kind="primary" disabled={make.isPending || name.trim() === ""} onClick={run}>
          {make.isPending ? t("Making the key") : t("Make the key")}
        </Button>
        <Button onClick={onLeave}>{t("Leave it")}</Button>
      </div>
    </div>
  );
}
