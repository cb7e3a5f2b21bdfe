import { type KeyboardEvent, useRef, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Kbd } from "../../components/kbd.tsx";
import { capsOf, strokeOf } from "../../format/key-stroke.ts";
import { t } from "../../language/t.ts";
import { announce } from "../../state/announcements.ts";
import { KEY_ACTIONS, KEY_GROUPS, type KeyAction } from "../../state/key-actions.ts";
import { beginsKeys, chooseKeys, forgetKeys, keysOf, setLetters, takenBy, useKeySettings } from "../../state/key-settings.ts";
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
          {t("Single letters are shortcuts")}
          <br />
          <span className={styles.quiet}>
            {t(
              "G then D for the documents, / for the filter, ? for the map. Turn them off if you dictate, or if they catch you. Keys with Ctrl and the keys inside a table stay.",
            )}
          </span>
        </span>
      </label>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t("What it does")}</th>
            <th scope="col">{t("Where")}</th>
            <th scope="col">{t("Keys")}</th>
            <th scope="col">{t("Choose others")}</th>
          </tr>
        </thead>
        <tbody>
          {KEY_ACTIONS.map((action) => (
            <KeyRow key={action.id} action={action} />
          ))}
        </tbody>
      </table>
      <div>
        <Button disabled={!anyChosen} onClick={forgetKeys}>
          {t("The usual keys for everything")}
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
    const other = takenBy(keys, action.id, chosen);
    if (other !== null) {
      setProblem(
        t("{keys} is taken: {other}. Choose other keys, or change that one first.", { keys: capsOf(keys).join(" "), other: other.words }),
      );
      return;
    }
    setProblem(null);
    chooseKeys(action.id, keys);
    announce(t("{action}: {keys}", { action: action.words, keys: capsOf(keys).join(" ") }));
  };
  return (
    <tr>
      <th scope="row">{action.words}</th>
      <td className={styles.quiet}>{KEY_GROUPS[action.group]}</td>
      <td>
        {asking ? (
          <KeyCapture label={t("New keys for {action}", { action: action.words })} onKeys={take} />
        ) : (
          <span className={styles.line}>
            {keysOf(action, chosen).map((keys) => (
              <span key={keys}>
                {capsOf(keys).map((cap) => (
                  <Kbd key={cap}>{cap}</Kbd>
                ))}
              </span>
            ))}
          </span>
        )}
        {problem === null ? null : (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
      </td>
      <td>
        <span className={styles.line}>
          <Button kind="quiet" aria-label={t("Choose keys for {action}", { action: action.words })} onClick={() => setAsking(true)}>
            {t("Choose")}
          </Button>
          {chosen[action.id] === undefined ? null : (
            <Button
              kind="quiet"
              aria-label={t("The usual keys for {action}", { action: action.words })}
              onClick={() => chooseKeys(action.id, null)}
            >
              {t("As usual")}
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
      placeholder={t("Press the keys")}
      value=""
      readOnly
      onKeyDown={onKeyDown}
      onBlur={() => onKeys(null)}
    />
  );
}
