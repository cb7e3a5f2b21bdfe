import styles from "./kbd.module.css";

/** A key as printed on a keyboard. */
export function Kbd({ children }: { readonly children: string }) {
  return <kbd className={styles.key}>{children}</kbd>;
}
