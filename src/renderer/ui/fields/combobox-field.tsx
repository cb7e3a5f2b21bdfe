import { type ComponentProps, type ContextType, useContext, useLayoutEffect, useState } from "react";
import { ComboBox, ComboBoxStateContext, Input, ListBox, ListBoxItem, Popover } from "react-aria-components";
import type { Choice, ChoiceKind, Named, PartyRole } from "#shared/contract/books/choices.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import textStyles from "../../styles/text.module.css";
import styles from "./combobox-field.module.css";

const SHOWN = 30;

interface ComboboxFieldProps {
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
export function ComboboxField(props: ComboboxFieldProps) {
  const { label, value, onChange, error, describedBy, first, placeholder } = props;
  const [text, setText] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const { rows, shown, busy } = useChoices(props, text ?? "", open);
  const choose = (choice: Choice | null) => {
    onChange(choice);
    setText(null);
  };
  const leave = () => {
    // Typed in full and left: the one that it names is meant.
    const meant = rows.length === 1 && text !== null && text.trim() !== "" ? rows[0] : undefined;
    if (meant !== undefined) return choose(meant);
    if (text === "" && value !== null) return choose(null);
    setText(null);
  };
  return (
    <ComboBox
      aria-label={label}
      className={styles.field ?? ""}
      isInvalid={error !== undefined}
      allowsEmptyCollection
      menuTrigger="input"
      items={rows}
      inputValue={text ?? shownName(shown)}
      onInputChange={setText}
      onOpenChange={setOpen}
      value={value?.id ?? null}
      onChange={(id) => {
        const found = rows.find((row) => row.id === id);
        if (found !== undefined && found.id !== value?.id) choose(found);
        else setText(null);
      }}
      onBlur={leave}
    >
      <ChoiceInput
        onTab={leave}
        placeholder={placeholder ?? t("Search")}
        {...(describedBy === undefined ? {} : { "aria-describedby": describedBy })}
        {...(first ? { "data-first-focus": "" } : {})}
      />
      <Popover placement="bottom start" offset={2} className={styles.list ?? ""}>
        <ListBox
          className={styles.options ?? ""}
          renderEmptyState={() => <p className={styles.none}>{busy ? t("Checking") : t("Nothing in the local copy has this name")}</p>}
        >
          {(row: Choice) => (
            <ListBoxItem className={styles.option ?? ""} textValue={shownName(row)}>
              {row.code === null ? null : <span className={styles.code}>{row.code}</span>}
              <span className={textStyles.ellipsis}>{row.name}</span>
              <span className={styles.detail}>{[row.detail, row.currency].filter((part) => part !== null).join(", ")}</span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

interface ChoiceInputProps extends ComponentProps<typeof Input> {
  readonly onTab: () => void;
}

/** A click opens the list, and Enter takes the first row until another one is active. Tab doesn't take a row that nobody chose. */
function ChoiceInput({ onTab, ...rest }: ChoiceInputProps) {
  const list = useContext(ComboBoxStateContext);
  useLayoutEffect(() => activateFirst(list));
  return (
    <Input
      {...rest}
      className={styles.input ?? ""}
      // The library tells of the active row's focus by events of its own, which must not select what is being typed.
      onFocus={(event) => event.isTrusted && event.currentTarget.select()}
      onClick={() => list?.isOpen || list?.open(null, "manual")}
      onKeyDownCapture={(event) => {
        if (event.key === "Enter") activateFirst(list);
        // Nothing was found yet: what is typed stays.
        if (event.key === "Enter" && list?.isOpen && list.collection.size === 0) event.stopPropagation();
        if (event.key !== "Tab") return;
        list?.selectionManager.setFocusedKey(null);
        onTab();
      }}
    />
  );
}

/** Typing, and each answer, leaves no row active, or one that isn't in the list any more. */
function activateFirst(list: ContextType<typeof ComboBoxStateContext>): void {
  if (list === null || !list.isOpen) return;
  const { collection, selectionManager } = list;
  const active = selectionManager.focusedKey;
  if (active === null || collection.getItem(active) === null) selectionManager.setFocusedKey(collection.getFirstKey());
}

/** The records that match what is typed, and the chosen one by its name. */
function useChoices({ clientId, kind, value, ...props }: ComboboxFieldProps, text: string, open: boolean) {
  const limit = props.only === undefined ? SHOWN : 200;
  const role = props.role === undefined ? {} : { role: props.role };
  const found = useCoreQuery("choices.find", { clientId, kind, text, limit, ...role }, { enabled: open, keepPrevious: true });
  // A form that was filled from a job knows ids only.
  const nameless = value !== null && value.name === value.id;
  const named = useCoreQuery("choices.find", { clientId, kind, text: "", id: value?.id ?? "", limit: 1 }, { enabled: nameless });
  // The answer to fewer letters is narrowed until the next one is here: Enter must never take a row that no longer matches.
  const wanted = text.trim().toLocaleLowerCase();
  const matches = ({ code, name }: Choice) => `${code ?? ""}\n${name}`.toLocaleLowerCase().includes(wanted);
  const rows = (found.data ?? []).filter((row) => matches(row) && (props.only?.(row) ?? true)).slice(0, SHOWN);
  return { rows, shown: nameless ? (named.data?.[0] ?? value) : value, busy: found.data === undefined };
}

function shownName(value: Named | null): string {
  if (value === null) return "";
  return typeof value.code === "string" ? `${value.code}  ${value.name}` : value.name;
}
