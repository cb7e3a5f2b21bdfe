import { CircleHelp, X } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { later } from "../../api/clock.ts";
import { Sentence } from "../../language/sentence.tsx";
import { t } from "../../language/t.ts";
import { useActionKeys } from "../../state/window/shortcut-settings.ts";
import { AnyKeys, Kbd } from "../controls/kbd.tsx";
import styles from "./search-field.module.css";

/** A line of the help: what to type, and what it finds. */
export type TypedHelp = readonly (readonly [typed: string, finds: string])[];

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** What can be typed here in addition to the general syntax. */
  readonly help?: TypedHelp;
}

const EVERYWHERE: TypedHelp = [
  [">1000   <=50   =12.34   100..200", t("amounts")],
  ["2026   2026-10   2026-10-05", t("dates")],
  ['"office supplies"', t("an exact phrase")],
];

/** Long enough that a fast typist triggers one search per word, short enough that results appear while typing. */
const PAUSE_MS = 60;

/** The filter of a list: applies shortly after the last key, and explains what can be typed. */
export function SearchField({ label, placeholder, value, onChange, help = [] }: SearchFieldProps) {
  const key = useActionKeys("filter").find((keys) => keys.length === 1);
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const tell = useRef(onChange);
  tell.current = onChange;
  useEffect(() => {
    // The filter was changed elsewhere, for example by removing its chip.
    if (value !== sent.current) {
      sent.current = value;
      setText(value);
    }
  }, [value]);
  useEffect(() => {
    if (text === sent.current) return;
    return later(PAUSE_MS, () => {
      sent.current = text;
      tell.current(text);
    });
  }, [text]);
  return (
    <span className={styles.field}>
      <input
        className={styles.text}
        type="search"
        data-quick-filter=""
        aria-label={label}
        placeholder={placeholder}
        aria-busy={text !== value}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || text === "") return;
          // The first Esc clears the field; the next one closes what is open.
          event.stopPropagation();
          setText("");
        }}
      />
      {text !== "" ? (
        <button type="button" className={styles.clear} aria-label={t("Clear")} title={t("Clear (Esc)")} onClick={() => setText("")}>
          <X size={14} aria-hidden />
        </button>
      ) : key !== undefined ? (
        <kbd className={styles.key} aria-hidden>
          {key.toUpperCase()}
        </kbd>
      ) : null}
      <HelpButton label={label} help={help} />
    </span>
  );
}

function HelpButton({ label, help }: { readonly label: string; readonly help: TypedHelp }) {
  const id = useId();
  const find = useActionKeys("filter");
  return (
    <>
      <button
        type="button"
        className={styles.opener}
        popoverTarget={id}
        title={t("Filter syntax")}
        aria-label={t("Filter syntax: {label}", { label })}
      >
        <CircleHelp size={14} aria-hidden />
      </button>
      <div id={id} popover="auto" className={styles.help} role="group" aria-label={t("Filter syntax")}>
        <p>{t("Every word must match. You can also use:")}</p>
        <dl>
          {[...EVERYWHERE, ...help].map(([typed, finds]) => (
            <div key={typed}>
              <dt>
                <bdi>{typed}</bdi>
              </dt>
              <dd>{finds}</dd>
            </div>
          ))}
        </dl>
        <p className={styles.keys}>
          {find.length === 0 ? null : <Sentence text="Press {find} to go to the filter." values={{ find: <AnyKeys keys={find} /> }} />}{" "}
          <Sentence
            text="To sort a table, click a column header. To sort by a second column too, hold {shift} and click its header."
            values={{ shift: <Kbd>{t("Shift")}</Kbd> }}
          />
        </p>
      </div>
    </>
  );
}
