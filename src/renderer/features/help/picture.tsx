import { useId } from "react";
import { t } from "../../language/t.ts";
import styles from "./picture.module.css";

/** A picture of the guide as wide as its text. Its own text is too small there, so that a click shows it in full size. */
export function Picture({ source, words }: { readonly source: string; readonly words: string }) {
  const id = useId();
  return (
    <>
      <button type="button" data-printed="" className={styles.open} popoverTarget={id} title={t("Show full size")}>
        <img src={source} alt={words} className={styles.picture} />
      </button>
      <span id={id} popover="auto" className={styles.whole} role="group" aria-label={words}>
        <button type="button" className={styles.open} popoverTarget={id} popoverTargetAction="hide" title={t("Close (Esc)")}>
          <img src={source} alt={words} />
        </button>
      </span>
    </>
  );
}
