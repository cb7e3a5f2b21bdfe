import { Fragment } from "react";
import { keysText, strokesOf } from "../../format/text/shortcut-label.ts";
import { t } from "../../language/t.ts";
import { useActionKeys } from "../../state/window/shortcut-settings.ts";
import styles from "./kbd.module.css";

/** A key as printed on a keyboard. */
export function Kbd({ children }: { readonly children: string }) {
  return <kbd className={styles.key}>{children}</kbd>;
}

/** Keys of a shortcut: with a plus between those that are held together, and "then" between two pressed one after the other. */
export function Keys({ keys }: { readonly keys: string }) {
  return (
    <span className={styles.keys}>
      {strokesOf(keys).map((caps, at) => (
        <Fragment key={caps.join("+")}>
          {at === 0 ? null : <span className={styles.between}>{t("then")}</span>}
          {caps.map((cap, place) => (
            <Fragment key={cap}>
              {place === 0 ? null : <span className={styles.between}>+</span>}
              <Kbd>{cap}</Kbd>
            </Fragment>
          ))}
        </Fragment>
      ))}
    </span>
  );
}

/** Every shortcut that does one thing, with "or" between them. */
export function AnyKeys({ keys }: { readonly keys: readonly string[] }) {
  return (
    <span className={styles.any}>
      {keys.map((one, at) => (
        <Fragment key={one}>
          {at === 0 ? null : <span className={styles.between}>{t("or")}</span>}
          <Keys keys={one} />
        </Fragment>
      ))}
    </span>
  );
}

/** Adds to a tooltip the keys, as a person has set them, that do the same as its button or lead to its part. */
export function useKeyedTitle(action: string): (words: string) => string {
  const [keys] = useActionKeys(action);
  return (words) => (keys === undefined ? words : t("{words} ({keys})", { words, keys: keysText(keys) }));
}
