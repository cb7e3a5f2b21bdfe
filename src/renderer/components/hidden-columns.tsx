import { t } from "../language/t.ts";
import { Button } from "./button.tsx";
import styles from "./grid-status.module.css";

/** Which columns have no room now, and the way to see them all the same. */
export function HiddenColumns({ names, onShow }: { readonly names: readonly string[]; readonly onShow: () => void }) {
  if (names.length === 0) return null;
  return (
    <div className={styles.hiddenColumns}>
      <span className={styles.left} title={names.join(", ")}>
        {t("{count, plural, one {1 column has no room: {names}} other {# columns have no room: {names}}}", {
          count: names.length,
          names: names.join(", "),
        })}
      </span>
      <Button kind="quiet" onClick={onShow}>
        {t("Show them")}
      </Button>
    </div>
  );
}
