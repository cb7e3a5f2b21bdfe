import { Segments } from "../../components/segments.tsx";
import { changeWizard, useWizard } from "../../state/connect-wizard.ts";

const WAYS = [
  { value: "browser", word: "A person signs in", means: "In the browser of this machine, with their own name at the ledger." },
  {
    value: "certificate",
    word: "A certificate signs in",
    means: "For one account, without a person: a key that is made or imported here.",
  },
] as const;

/** A person or a certificate, where the ledger takes both. */
export function WayChoice({ ledger }: { readonly ledger: string }) {
  const way = useWizard((state) => state.way);
  return (
    <div>
      <Segments label={`Who signs in to ${ledger}`} options={WAYS} chosen={way} onChange={(value) => changeWizard({ way: value })} />
    </div>
  );
}
