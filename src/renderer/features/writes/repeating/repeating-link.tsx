import { Repeat } from "lucide-react";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { writesAddress } from "../../../state/window/screen-address.ts";
import { ButtonLink } from "../../../ui/controls/button.tsx";

/** Leads to the recurring transactions; says how many are due. */
export function RepeatingLink({ clientId }: { readonly clientId: string }) {
  const { data } = useCoreQuery("repeating.list", { clientId });
  const due = (data ?? []).reduce((sum, row) => sum + row.due.length, 0);
  return (
    <ButtonLink href={`#${writesAddress(clientId, "repeating")}`} icon={<Repeat size={14} aria-hidden />}>
      {due === 0 ? t("Recurring") : t("Recurring: {due} due", { due })}
    </ButtonLink>
  );
}
