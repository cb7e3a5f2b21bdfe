import { Plus } from "lucide-react";
import { t } from "../../language/t.ts";
import { useClientSync } from "../../state/core/live-sync.ts";
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

interface NewMenuProps {
  readonly clientId: string;
  /** A panel is open, whose first act is the one of the screen. */
  readonly beside?: boolean;
  readonly words?: string;
}

/** Opens a form for something new. Disabled for those who can't enter it, and before the first sync, when a form has nothing to choose. */
export function NewMenu({ clientId, beside = false, words = t("New") }: NewMenuProps) {
  const isUnread = useClientSync(clientId).data?.state === "never_synced";
  const mayEnter = useMayAs("preparer");
  // Before the first sync, starting that is the screen's main act.
  const kind = beside || isUnread ? "plain" : "primary";
  if (isUnread || !mayEnter)
    return (
      <Button
        needs="preparer"
        kind={kind}
        icon={<Plus size={14} aria-hidden />}
        disabled={isUnread}
        title={isUnread ? t("Once the first sync has started, you can enter transactions.") : undefined}
      >
        <span>{words}</span>
      </Button>
    );
  const links = NEW_FORMS.map((form) => ({ name: WORDS[form], href: `#${writesAddress(clientId, `new-${form}`)}` }));
  return (
    <LinkMenu kind={kind} links={links}>
      <Plus size={14} aria-hidden />
      <span>{words}</span>
    </LinkMenu>
  );
}
