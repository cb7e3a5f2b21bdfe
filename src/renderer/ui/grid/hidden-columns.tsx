import { t } from "../../language/t.ts";
import { Button } from "../controls/button.tsx";
import styles from "./grid-status.module.css";

/** Which columns have no room now, and the way to see them all the same. */
export function HiddenColumns({ names, onShow }: { readonly names: readonly string[]; readonly onShow: () => void }) {
  if (names.length === 0) return null;
  const words = t("{count, plural, one {1 column doesn't fit: {names}} other {# columns don't fit: {names}}}", {
    count: names.length,
    // Some names have a comma of their own; a line ends between two names, never inside one.
    names: names.map((name) => name.replaceAll(" ", "\u00a0").replaceAll("–", "\u2060–\u2060")).join("; "),
  });
  return (
    <div className={styles.hiddenColumns}>
      <p className={styles.hiddenNames}>{words}</p>
      <Button kind="quiet" onClick={onShow}>
        {t("Show columns")}
      </Button>
    </div>
  );
}
