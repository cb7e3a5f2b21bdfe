import { t } from "../../../language/t.ts";
import { changeWizard, useWizard } from "../../../state/window/connect-wizard.ts";
import { Segments } from "../../../ui/controls/segments.tsx";

const WAYS = [
  { value: "browser", word: t("Sign in with your browser"), means: t("You sign in to the ledger as yourself.") },
  {
    value: "certificate",
    word: t("Sign in with a certificate"),
    means: t("Tieout signs in with a key that you create or import here, so no one has to be present. You connect one company at a time."),
  },
] as const;

/** A person or a certificate, where the ledger takes both. */
export function WayChoice({ ledger }: { readonly ledger: string }) {
  const way = useWizard((state) => state.way);
  return (
    <div>
      <Segments
        label={t("How to sign in to {ledger}", { ledger })}
        options={WAYS}
        chosen={way}
        onChange={(value) => changeWizard({ way: value })}
      />
    </div>
  );
}
