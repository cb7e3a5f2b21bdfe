import { Plus } from "lucide-react";
import { useId } from "react";
import { t } from "../../language/t.ts";
import { writesAddress } from "../../state/place.ts";
import styles from "./new-menu.module.css";
import { NEW_FORMS, type NewForm } from "./write-place.ts";

const WORDS: Readonly<Record<NewForm, string>> = {
  bill: t("Bill"),
  invoice: t("Invoice"),
  credit: t("Credit"),
  journal: t("Journal"),
  payment: t("Payment or receipt"),
};

/** Opens a form for something new. The platform closes the list on Esc and on a click outside. */
export function NewMenu({ clientId }: { readonly clientId: string }) {
  const id = useId();
  return (
    <>
      <button type="button" className={styles.opener} popoverTarget={id}>
        <Plus size={14} aria-hidden />
        {t("New")}
      </button>
      <nav id={id} popover="auto" className={styles.list} aria-label={t("New")}>
        {NEW_FORMS.map((form) => (
          <a key={form} className={styles.option} href={`#${writesAddress(clientId, `new-${form}`)}`}>
            {WORDS[form]}
          </a>
        ))}
      </nav>
    </>
  );
}
