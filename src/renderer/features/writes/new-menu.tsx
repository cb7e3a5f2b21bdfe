import { Plus } from "lucide-react";
import { Button, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { t } from "../../language/t.ts";
import { writesAddress } from "../../state/window/screen-address.ts";
import styles from "./new-menu.module.css";
import { NEW_FORMS, type NewForm } from "./write-address.ts";

const WORDS: Readonly<Record<NewForm, string>> = {
  bill: t("Bill"),
  invoice: t("Invoice"),
  credit: t("Credit note"),
  journal: t("Journal"),
  payment: t("Payment or receipt"),
};

/** Opens a form for something new. */
export function NewMenu({ clientId }: { readonly clientId: string }) {
  return (
    <MenuTrigger>
      <Button className={styles.opener ?? ""}>
        <Plus size={14} aria-hidden />
        {t("New")}
      </Button>
      <Popover placement="bottom end" offset={4} className={styles.list ?? ""}>
        <Menu className={styles.items ?? ""}>
          {NEW_FORMS.map((form) => (
            <MenuItem key={form} id={form} className={styles.option ?? ""} href={`#${writesAddress(clientId, `new-${form}`)}`}>
              {WORDS[form]}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
