import { useState } from "react";
import type { CertificateView } from "#shared/contract/connections/sign-in.ts";
import { t } from "../../../language/t.ts";
import { useCoreCommand } from "../../../state/core/core-query.ts";
import { announce } from "../../../state/window/announcements.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Segments } from "../../../ui/controls/segments.tsx";
import { FailureNote } from "../../../ui/feedback/failure-message.tsx";
import step from "../step.module.css";
import { TextField } from "../text-field.tsx";

const ALGORITHMS = [
  { value: "PS256", word: t("Standard (RSA, PS256)"), means: t("Choose this if you aren't sure.") },
  { value: "ES256", word: t("Elliptic curve (ES256)"), means: t("A shorter key, if the ledger supports it.") },
] as const;

interface MakeCertificateProps {
  readonly onMade: (certificate: CertificateView) => void;
  readonly onLeave: () => void;
}

/** Creates a key and its certificate. Not a form element, because it is used inside one. */
export function MakeCertificate({ onMade, onLeave }: MakeCertificateProps) {
  const [name, setName] = useState(t("Tieout"));
  const [algorithm, setAlgorithm] = useState<CertificateView["algorithm"]>("PS256");
  const make = useCoreCommand("certificates.make");
  const run = () =>
    make.mutate(
      { name, algorithm },
      {
        onSuccess: (made) => {
          announce(t("Key created. Its certificate is shown below."));
          onMade(made);
        },
      },
    );
  return (
    <div className={step.card}>
      <TextField
        label={t("Certificate name")}
        value={name}
        onText={setName}
        help={t(
          "The certificate is valid for two years. In its last 60 days, a warning appears in Settings and on the client's Connection screen.",
        )}
        autoFocus
        // HTML forms can't be nested, so Enter creates the key here instead of submitting the outer form.
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          if (name.trim() !== "") run();
        }}
      />
      <div>
        <Segments label={t("Type of key")} options={ALGORITHMS} chosen={algorithm} onChange={setAlgorithm} />
      </div>
      {make.error === null ? null : <FailureNote failure={make.error.failure} />}
      <div className={step.line}>
        <Button needs="preparer" kind="primary" disabled={make.isPending || name.trim() === ""} onClick={run}>
          {make.isPending ? t("Creating the key…") : t("Create key")}
        </Button>
        <Button onClick={onLeave}>{t("Cancel")}</Button>
      </div>
    </div>
  );
}
