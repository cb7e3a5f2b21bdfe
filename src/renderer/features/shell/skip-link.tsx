import { t } from "../../language/t.ts";
import styles from "./skip-link.module.css";

/** The first stop of the Tab key: past the bar and the client's navigation, into the screen. */
export function SkipLink() {
  return (
    <button type="button" className={styles.skip} onClick={focusContent}>
      {t("Skip to content")}
    </button>
  );
}

/** The innermost place is the screen's own. */
function focusContent(): void {
  const content = [...document.querySelectorAll<HTMLElement>("[data-content]")].at(-1);
  // A click in it takes no focus otherwise.
  content?.setAttribute("tabindex", "-1");
  content?.focus();
}
