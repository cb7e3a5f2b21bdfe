import { type KeyboardEvent, useRef, useState } from "react";
import { keysText, strokeOf } from "../../format/text/shortcut-label.ts";
import { t } from "../../language/t.ts";
import { announce } from "../../state/window/announcements.ts";
import { KEY_ACTIONS, KEY_GROUPS, type KeyAction } from "../../state/window/shortcut-actions.ts";
import {
  beginsKeys,
  chooseKeys,
  forgetKeys,
  keysOf,
  setLetters,
  takenBy,
  takenWords,
  useKeySettings,
} from "../../state/window/shortcut-settings.ts";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { classes } from "../../ui/controls/classes.ts";
import { HiddenText } from "../../ui/controls/hidden-text.tsx";
import { AnyKeys } from "../../ui/controls/kbd.tsx";
import styles from "./settings-page.module.css";

/** Whether single letters do something, and which keys do what. */
export function KeySection() {
  const letters = useKeySettings((state) => state.letters);
  const anyChosen = useKeySettings((state) => Object.keys(state.chosen).length > 0);
  return (
    <div className={styles.stack}>
      <label className={styles.check}>
        <input type="checkbox" checked={letters} onChange={(event) => setLetters(event.target.checked)} />
        <span>
          {t("Use single-letter shortcuts")}
          <br />
          <span className={styles.quiet}>
            {t(
              "By default, G then D opens transactions, / goes to the filter, and ? lists the shortcuts. Turn these off if you use dictation or press them by accident. Other shortcuts, such as those with Ctrl, stay on. So do keys in tables.",
            )}
          </span>
        </span>
      </label>
      <table className={classes(styles.table, styles.onOneLine)}>
        <thead>
          <tr>
            <th scope="col">{t("Action")}</th>
            <th scope="col">{t("Category")}</th>
            <th scope="col">{t("Keys")}</th>
            <th scope="col" className={styles.end}>
              <HiddenText>{t("Change keys")}</HiddenText>
            </th>
          </tr>
        </thead>
        <tbody>
          {KEY_ACTIONS.map((action) => (
            <KeyRow key={action.id} action={action} />
          ))}
        </tbody>
      </table>
      <div className={styles.below}>
        <Button disabled={!anyChosen} onClick={forgetKeys}>
          {t("Reset all shortcuts")}
        </Button>
      </div>
    </div>
  );
}

function KeyRow({ action }: { readonly action: KeyAction }) {
  const chosen = useKeySettings((state) => state.chosen);
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const take = (keys: string | null) => {
    setAsking(false);
    if (keys === null) return;
    const taken = takenBy(keys, action.id, chosen);
    if (taken !== null) return setProblem(takenWords(keys, taken));
    setProblem(null);
    chooseKeys(action.id, keys);
    announce(t("{action}: {keys}", { action: action.words, keys: keysText(keys) }));
  };
  return (
    <tr>
      <th scope="row">{action.words}</th>
      <td className={styles.quiet}>{KEY_GROUPS[action.group]}</td>
      <td>
        {asking ? (
          <KeyCapture label={t("New keys for {action}", { action: action.words })} onKeys={take} />
        ) : (
          <AnyKeys keys={keysOf(action, chosen)} />
        )}
        {problem === null ? null : (
          <p className={text.failed} role="alert">
            {problem}
          </p>
        )}
      </td>
      <td className={styles.end}>
        <span className={classes(layout.wrappingLine, styles.acts)}>
          <Button
            kind="quiet"
            {...(chosen[action.id] === undefined ? { className: styles.toEdge } : {})}
            aria-label={t("Change keys for {action}", { action: action.words })}
            onClick={() => setAsking(true)}
          >
            {t("Change")}
          </Button>
          {chosen[action.id] === undefined ? null : (
            <Button
              kind="quiet"
              className={styles.toEdge}
              aria-label={t("Reset keys for {action}", { action: action.words })}
              onClick={() => chooseKeys(action.id, null)}
            >
              {t("Reset")}
            </Button>
          )}
        </span>
      </td>
    </tr>
  );
}

/** Takes the next key, or two of them when the first begins others; Esc and Tab leave things as they are. */
function KeyCapture({ label, onKeys }: { readonly label: string; readonly onKeys: (keys: string | null) => void }) {
  const first = useRef<string | null>(null);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const stroke = strokeOf(event);
    if (stroke === null || stroke === "tab" || stroke === "shift+tab") return;
    event.preventDefault();
    event.stopPropagation();
    if (stroke === "escape") onKeys(null);
    else if (first.current !== null) onKeys(`${first.current} ${stroke}`);
    else if (beginsKeys(stroke)) first.current = stroke;
    else onKeys(stroke);
  };
  return (
    <input
      className={styles.input}
      ref={(element) => element?.focus()}
      aria-label={label}
      placeholder={t("Press the new keys")}
      value=""
      readOnly
      onKeyDown={onKeyDown}
      onBlur={() => onKeys(null)}
    />
  );
}
