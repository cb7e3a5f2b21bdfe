import { useId, useRef, useState } from "react";
import type { Choice, ChoiceKind, Named, PartyRole } from "#shared/contract/choices.ts";
import { classes } from "../components/classes.ts";
import { t } from "../language/t.ts";
import { useCoreQuery } from "../state/core-query.ts";
import styles from "./choice-field.module.css";

const SHOWN = 30;

interface ChoiceFieldProps {
  readonly clientId: string;
  readonly kind: ChoiceKind;
  readonly label: string;
  readonly value: Named | null;
  readonly onChange: (choice: Choice | null) => void;
  readonly role?: PartyRole;
  /** Only those that this lets through; for example bank accounts. */
  readonly only?: (choice: Choice) => boolean;
  readonly error?: string | undefined;
  readonly describedBy?: string | undefined;
  readonly first?: boolean;
  readonly placeholder?: string;
}

/** A field that finds a record by a part of its name or code: typed, then chosen with the arrows and Enter. */
export function ChoiceField(props: ChoiceFieldProps) {
  const { clientId, kind, label, value, onChange, error, describedBy, first, placeholder } = props;
  const listId = useId();
  const [text, setText] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const open = text !== null;
  const limit = props.only === undefined ? SHOWN : 200;
  const role = props.role === undefined ? {} : { role: props.role };
  const found = useCoreQuery("choices.find", { clientId, kind, text: text ?? "", limit, ...role }, { enabled: open, keepPrevious: true });
  // A form that was filled from a job knows ids only.
  const nameless = value !== null && value.name === value.id;
  const named = useCoreQuery("choices.find", { clientId, kind, text: "", id: value?.id ?? "", limit: 1 }, { enabled: nameless });
  const shown = nameless ? (named.data?.[0] ?? value) : value;
  const rows = (found.data ?? []).filter((row) => props.only?.(row) ?? true).slice(0, SHOWN);
  const choose = (choice: Choice | null) => {
    onChange(choice);
    setText(null);
  };
  const onKeyDown = (event: React.KeyboardEvent) =>
    onListKey(event, { open, at, count: rows.length, setAt, setText, choose: () => rows[at] !== undefined && choose(rows[at]) });
  const leave = () => {
    // Typed in full and left: the one that it names is meant.
    const meant = rows.length === 1 && text !== null && text.trim() !== "" ? rows[0] : undefined;
    if (meant !== undefined) return choose(meant);
    if (text === "" && value !== null) return choose(null);
    setText(null);
  };
  return (
    <div className={styles.field}>
      <input
        ref={input}
        className={styles.input}
        role="combobox"
        aria-label={label}
        aria-expanded={open}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-invalid={error !== undefined}
        {...(describedBy === undefined ? {} : { "aria-describedby": describedBy })}
        {...(first ? { "data-first-focus": "" } : {})}
        {...(open && rows[at] !== undefined ? { "aria-activedescendant": `${listId}-${at}` } : {})}
        placeholder={placeholder ?? t("Search")}
        autoComplete="off"
        value={text ?? shownName(shown)}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onClick={() => !open && setText("")}
        onKeyDown={onKeyDown}
        onBlur={leave}
      />
      {open ? (
        <Options id={listId} label={label} rows={rows} at={at} busy={found.data === undefined} onAt={setAt} onChoose={choose} />
      ) : null}
    </div>
  );
}

interface ListKeys {
  readonly open: boolean;
  readonly at: number;
  readonly count: number;
  readonly setAt: (at: number) => void;
  readonly setText: (text: string | null) => void;
  readonly choose: () => void;
}

/** The arrows open the list and move in it, Enter takes the active one, Esc leaves it. */
function onListKey(event: React.KeyboardEvent, { open, at, count, setAt, setText, choose }: ListKeys): void {
  if (event.ctrlKey || event.metaKey) return;
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    if (!open) setText("");
    else setAt(Math.max(0, Math.min(count - 1, at + (event.key === "ArrowDown" ? 1 : -1))));
  } else if (event.key === "Enter" && open) {
    event.preventDefault();
    choose();
  } else if (event.key === "Escape" && open) {
    event.preventDefault();
    setText(null);
  }
}

interface OptionsProps {
  readonly id: string;
  readonly label: string;
  readonly rows: readonly Choice[];
  readonly at: number;
  readonly busy: boolean;
  readonly onAt: (at: number) => void;
  readonly onChoose: (choice: Choice) => void;
}

function Options({ id, label, rows, at, busy, onAt, onChoose }: OptionsProps) {
  if (rows.length === 0)
    return (
      <div id={id} className={styles.list} role="status">
        <p className={styles.none}>{busy ? t("Looking") : t("Nothing in the mirror has this name")}</p>
      </div>
    );
  return (
    <div id={id} role="listbox" aria-label={label} className={styles.list}>
      {rows.map((row, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and handles the keys
        <div
          key={row.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === at}
          className={classes(styles.option, index === at && styles.active)}
          onPointerDown={(event) => event.preventDefault()}
          onPointerEnter={() => onAt(index)}
          onClick={() => onChoose(row)}
        >
          {row.code === null ? null : <span className={styles.code}>{row.code}</span>}
          <span className={styles.name}>{row.name}</span>
          <span className={styles.detail}>{[row.detail, row.currency].filter((part) => part !== null).join(", ")}</span>
        </div>
      ))}
    </div>
  );
}

function shownName(value: Named | null): string {
  if (value === null) return "";
  return typeof value.code === "string" ? `${value.code}  ${value.name}` : value.name;
}
