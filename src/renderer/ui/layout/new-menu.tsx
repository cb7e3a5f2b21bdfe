import { Plus } from "lucide-react";
import { t } from "../../language/t.ts";
import { useMayAs } from "../../state/window/current-role.ts";
import { writesAddress } from "../../state/window/screen-address.ts";
import { NEW_FORMS, type NewForm } from "../../state/window/write-address.ts";
import { Button } from "../controls/button.tsx";
import { LinkMenu } from "../controls/link-menu.tsx";

const WORDS: Readonly<Record<NewForm, string>> = {
  bill: t("Bill"),
  invoice: t("Invoice"),
  credit: t("Credit note or vendor credit"),
  journal: t("Journal"),
  payment: t("Payment or receipt"),
};

/** Opens a form for something new. */
export function NewMenu({ clientId }: { readonly clientId: string }) {
  const links = NEW_FORMS.map((form) => ({ name: WORDS[form], href: `#${writesAddress(clientId, `new-${form}`)}` }));
  if (!useMayAs("preparer"))
    return (
      <Button needs="preparer" kind="primary" icon={<Plus size={14} aria-hidden />}>
        <span>{t("New")}</span>
      </Button>
    );
  return (
    <LinkMenu kind="primary" links={links}>
      <Plus size={14} aria-hidden />
      <span>{t("New")}</span>
    </LinkMenu>
  );
}
