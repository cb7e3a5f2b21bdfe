import { Segments } from "../../components/segments.tsx";
import { t } from "../../language/t.ts";
import { changeWizard, useWizard } from "../../state/connect-wizard.ts";

const WAYS = [
  { value: "browser", word: t("A person signs in"), means: t("In the browser of this machine, with their own name at the ledger.") },
  {
    value: "certificate",
    word: t("A certificate signs in"),
    means: t("For one account, without a person: a key that is made or imported here."),
  },
] as const;

/** A person or a certificate, where the ledger takes both. */
export function WayChoice({ ledger }: { readonly ledger: string }) {
  const way = useWizard((state) => state.way);
  return (
    <div>
      <Segments
        label={t("Who signs in to {ledger}", { ledger })}
        options={WAYS}
        chosen={way}
        onChange={(value) => changeWizard({ way: value })}
      />
    </div>
  );
}
