import { t } from "../../../language/t.ts";
import styles from "./coming-checklist.module.css";

/** As many as a task has parts, and as the lines above the tasks. */
const BARS = ["a", "b", "c", "d", "e"].map((bar) => <span key={bar} />);

/** Lines where the period's standing and its tasks will be. */
export function ComingChecklist() {
  return (
    <div className={styles.coming} role="status" aria-busy="true" aria-label={t("Loading {label}", { label: t("checklist") })}>
      <div className={styles.head}>{BARS}</div>
      {["a", "b"].map((phase) => (
        <div key={phase} className={styles.phase}>
          <span />
          {["a", "b", "c"].map((task) => (
            <div key={task} className={styles.task}>
              {BARS}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
