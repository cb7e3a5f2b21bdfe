import { type ComponentProps, type ContextType, useContext, useLayoutEffect, useRef, useState } from "react";
import { ComboBox, ComboBoxStateContext, Input, type Key, ListBox, ListBoxItem, Popover } from "react-aria-components";
import { t } from "../../language/t.ts";
import textStyles from "../../styles/text.module.css";
import styles from "./combobox-field.module.css";

/** A row of the list: enough to tell it from the others. */
export interface PickRow {
  readonly id: string;
  readonly name: string;
  readonly code?: string | null;
  readonly detail?: string;
}

export interface PickFieldProps<Row extends PickRow> {
  readonly label: string;
  readonly value: PickRow | null;
  /** What is offered for the text that is typed; the text is empty until somebody types. */
  readonly rows: readonly Row[];
  readonly text: string | null;
  readonly onText: (text: string | null) => void;
  readonly onChange: (row: Row | null) => void;
  readonly onOpen?: (open: boolean) => void;
  readonly busy?: boolean;
  readonly error?: string | undefined;
  readonly describedBy?: string | undefined;
  readonly first?: boolean | undefined;
  readonly required?: boolean | undefined;
  readonly placeholder?: string | undefined;
  readonly disabled?: boolean;
  /** What the list says when nothing matches. */
  readonly none?: string;
}

/** A field that takes one of a list: typed, then chosen with the arrows and Enter. */
export function PickField<Row extends PickRow>(props: PickFieldProps<Row>) {
  const { label, value, rows, text, onText, onChange, onOpen, busy = false, error, describedBy, first, placeholder, disabled } = props;
  const choose = (row: Row | null) => {
    onChange(row);
    onText(null);
  };
  const leave = () => {
    // Typed in full and left: the one that it names is meant.
    const meant = rows.length === 1 && text !== null && text.trim() !== "" ? rows[0] : undefined;
    if (meant !== undefined) return choose(meant);
    if (text === "" && value !== null) return choose(null);
    onText(null);
  };
  return (
    <ComboBox
      aria-label={label}
      className={styles.field ?? ""}
      isInvalid={error !== undefined}
      isDisabled={disabled ?? false}
      allowsEmptyCollection
      // A name that arrives after its ID isn't typed text: it opens nothing.
      menuTrigger={text === null ? "manual" : "input"}
      items={rows}
      inputValue={text ?? shownName(value)}
      onInputChange={onText}
      {...(onOpen === undefined ? {} : { onOpenChange: onOpen })}
      value={value?.id ?? null}
      onChange={(id) => {
        const found = rows.find((row) => row.id === id);
        if (found !== undefined && found.id !== value?.id) choose(found);
        else onText(null);
      }}
      onBlur={leave}
    >
      <ChoiceInput
        isTyped={text !== null && text.trim() !== ""}
        chosen={value?.id ?? null}
        onTab={(active) => {
          const row = rows.find(({ id }) => id === active);
          if (row !== undefined) choose(row);
          else leave();
        }}
        placeholder={placeholder ?? t("Search")}
        {...(error === undefined ? {} : { title: error })}
        {...(describedBy === undefined ? {} : { "aria-describedby": describedBy })}
        {...(first ? { "data-first-focus": "" } : {})}
        {...(props.required ? { "aria-required": true } : {})}
      />
      <Popover placement="bottom start" offset={2} className={styles.list ?? ""}>
        <ListBox
          className={styles.options ?? ""}
          renderEmptyState={() => <p className={styles.none}>{busy ? t("Searching…") : (props.none ?? t("No match"))}</p>}
        >
          {(row: Row) => (
            <ListBoxItem className={styles.option ?? ""} textValue={shownName(row)}>
              {row.code == null ? null : <span className={styles.code}>{row.code}</span>}
              <span className={textStyles.ellipsis}>{row.name}</span>
              <span className={styles.detail}>{row.detail}</span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

interface ListPickFieldProps extends Omit<PickFieldProps<PickRow>, "text" | "onText" | "rows" | "busy"> {
  readonly options: readonly PickRow[];
}

/** The same over a list that is known in whole. */
export function ListPickField({ options, ...props }: ListPickFieldProps) {
  const [text, setText] = useState<string | null>(null);
  const wanted = (text ?? "").trim().toLocaleLowerCase();
  const rows = options.filter(({ code, name }) => `${code ?? ""}\n${name}`.toLocaleLowerCase().includes(wanted));
  return <PickField {...props} rows={rows} text={text} onText={setText} />;
}

interface ChoiceInputProps extends ComponentProps<typeof Input> {
  /** Somebody typed what the list is narrowed by. */
  readonly isTyped: boolean;
  readonly chosen: string | null;
  /** `active`: the row that Tab takes, or null where nobody typed or went to one. */
  readonly onTab: (active: Key | null) => void;
}

/** A click opens the list, and Enter takes the active row, which is the first of those that match. Tab takes it where somebody typed or went to it. */
function ChoiceInput({ isTyped, chosen, onTab, ...rest }: ChoiceInputProps) {
  const list = useContext(ComboBoxStateContext);
  const isMoved = useRef(false);
  const activate = () => activateRow(list, isTyped ? null : chosen);
  useLayoutEffect(activate);
  return (
    <Input
      {...rest}
      data-arrow=""
      className={styles.input ?? ""}
      // The library announces the active row with synthetic focus events, which must not select the typed text.
      onFocus={(event) => event.isTrusted && event.currentTarget.select()}
      onClick={() => list?.isOpen || list?.open(null, "manual")}
      onKeyDownCapture={(event) => {
        if (event.key === "Enter") activate();
        // Nothing was found yet: what is typed stays.
        if (event.key === "Enter" && list?.isOpen && list.collection.size === 0) event.stopPropagation();
        const went = event.key === "ArrowDown" || event.key === "ArrowUp";
        if (event.key !== "Tab") isMoved.current = (went || isMoved.current) && list?.isOpen === true;
        if (event.key !== "Tab") return;
        onTab(list?.isOpen && (isTyped || isMoved.current) ? list.selectionManager.focusedKey : null);
        isMoved.current = false;
        // The library would take the active row of the list as it is after the next drawing.
        list?.close();
      }}
    />
  );
}

/** Typing, and each answer, leaves no row active, or one that is no longer in the list. A field that holds one keeps it until somebody types. */
function activateRow(list: ContextType<typeof ComboBoxStateContext>, chosen: string | null): void {
  if (list === null || !list.isOpen) return;
  const { collection, selectionManager } = list;
  const active = selectionManager.focusedKey;
  if (active !== null && collection.getItem(active) !== null) return;
  if (chosen === null) selectionManager.setFocusedKey(collection.getFirstKey());
  else selectionManager.setFocusedKey(collection.getItem(chosen) === null ? null : chosen);
}

function shownName(value: PickRow | null): string {
  if (value === null) return "";
  return typeof value.code === "string" ? `${value.code} ${value.name}` : value.name;
}
