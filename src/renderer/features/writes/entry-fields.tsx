import type { ReactNode } from "react";
import { useMayAs } from "../../state/window/current-role.ts";
import styles from "./form.module.css";

/** The fields of a form whose content is sent to the ledger: those whose role doesn't allow that can look at them and change nothing. */
export function EntryFields({ children }: { readonly children: ReactNode }) {
  return (
    <fieldset className={styles.entry} disabled={!useMayAs("preparer")}>
      {children}
    </fieldset>
  );
}
