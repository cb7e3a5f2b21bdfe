import { Button } from "../../components/button.tsx";
import { t } from "../../language/t.ts";
import { setLetters, useKeySettings } from "../../state/key-settings.ts";
import { setOverlay } from "../../state/place.ts";
import styles from "./settings-page.module.css";

/** Whether single letters do something. */
export function KeySection() {
  const letters = useKeySettings((state) => state.letters);
  return (
    <div className={styles.stack}>
      <label className={styles.check}>
        <input type="checkbox" checked={letters} onChange={(event) => setLetters(event.target.checked)} />
        <span>
          {t("Single letters are shortcuts")}
          <br />
          <span className={styles.quiet}>
            {t(
              "G then D for the documents, / for the filter, ? for the map. Turn them off if you dictate, or if they catch you. Keys with Ctrl and the keys inside a table stay.",
            )}
          </span>
        </span>
      </label>
      <div>
        <Button aria-haspopup="dialog" onClick={() => setOverlay("keys")}>
          {t("Show the map of the keys")}
        </Button>
      </div>
    </div>
  );
}
