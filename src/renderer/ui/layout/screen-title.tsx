import { type ClientScreen, SCREEN_LABELS } from "../../state/window/screen-address.ts";
import styles from "./screen-title.module.css";

/** The title of a client's screen: at the left of its first line, before its tabs or its toolbar. */
export function ScreenTitle({ screen }: { readonly screen: ClientScreen }) {
  return <h2 className={styles.title}>{SCREEN_LABELS[screen]}</h2>;
}
