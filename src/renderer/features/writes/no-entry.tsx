import { t } from "../../language/t.ts";
import { useAble } from "../../state/window/current-role.ts";
import { clientAddress } from "../../state/window/screen-address.ts";
import { ButtonLink } from "../../ui/controls/button.tsx";
import { StateNote } from "../../ui/feedback/state-note.tsx";

/** In place of a blank form for those who can't send what they would enter: there is nothing in it to look at. */
export function NoEntry({ clientId }: { readonly clientId: string }) {
  const able = useAble("preparer");
  return (
    <StateNote state="no_permission" title={t("You can view transactions but not enter them")} advised>
      <p>
        {t(
          "To have a transaction entered, {count, plural, =0 {ask an administrator of your firm.} one {ask {names}.} other {ask one of these people: {names}.}}",
          { count: able.length, names: able.join(", ") },
        )}
      </p>
      <ButtonLink href={`#${clientAddress(clientId, "writes")}`}>{t("Back to ledger updates")}</ButtonLink>
    </StateNote>
  );
}
