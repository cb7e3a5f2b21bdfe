import { ChevronDown } from "lucide-react";
import { type ReactNode, useId } from "react";
import { t } from "../../language/t.ts";
import text from "../../styles/text.module.css";
import styles from "./checkbox-group.module.css";
import { classes } from "./classes.ts";
import opener from "./opener.module.css";

interface CheckboxGroupProps<Value extends string> {
  readonly label: string;
  readonly options: readonly (readonly [Value, string])[];
  readonly chosen: readonly Value[];
  /** Words where none is chosen. */
  readonly none?: string;
  /** How many are chosen, also where it is one: its name would take the room of what is beside it. */
  readonly counted?: boolean;
  readonly onChange: (chosen: readonly Value[]) => void;
  /** What to know of a choice, below the list. */
  readonly children?: ReactNode;
}

/** Several of a few: a button that opens a list of check boxes. The platform closes it on Esc and on a click outside. */
export function CheckboxGroup<Value extends string>({
  label,
  options,
  chosen,
  none = t("Any"),
  counted = false,
  onChange,
  children,
}: CheckboxGroupProps<Value>) {
  const id = useId();
  const [first] = chosen;
  const only = chosen.length === 1 && !counted ? options.find(([value]) => value === first)?.[1] : undefined;
  return (
    <>
      <button type="button" className={opener.opener} popoverTarget={id}>
        {label}
        <span className={classes(text.muted, styles.value, chosen.length === 0 && styles.none)}>
          {chosen.length === 0 ? none : (only ?? chosen.length)}
        </span>
        <ChevronDown size={14} aria-hidden />
      </button>
      <div id={id} popover="auto" className={opener.opened} role="group" aria-label={label}>
        {options.map(([value, words]) => (
          <label key={value} className={styles.option}>
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={(event) => onChange(event.target.checked ? [...chosen, value] : chosen.filter((other) => other !== value))}
            />
            {words}
          </label>
        ))}
        {children}
      </div>
    </>
  );
}
