import { type ReactNode, useId } from "react";
import { t } from "../../language/t.ts";
import layout from "../../styles/layout.module.css";
import textStyles from "../../styles/text.module.css";
import { classes } from "../../ui/controls/classes.ts";
import { DayInput } from "../../ui/fields/date-field.tsx";
import styles from "./form.module.css";

/** A named field with what is wrong with it below, or what to know of it. */
export function FormField({
  name,
  error,
  hint,
  optional = false,
  wide = false,
  children,
}: {
  readonly name: string;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  /** It may stay empty, which its label says. */
  readonly optional?: boolean;
  readonly wide?: boolean;
  readonly children: (describedBy: string | undefined) => ReactNode;
}) {
  const id = useId();
  const below = error ?? hint;
  return (
    <div className={classes(layout.field, wide && styles.wide)} {...(error === undefined ? {} : { "data-error": "" })}>
      <span className={textStyles.mutedSmall}>{optional ? t("{field} (optional)", { field: name }) : name}</span>
      {children(below === undefined ? undefined : id)}
      {below === undefined ? null : (
        <span id={id} className={error === undefined ? styles.hint : styles.error}>
          {below}
        </span>
      )}
    </div>
  );
}

interface TextInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly error?: string | undefined;
  readonly describedBy?: string | undefined;
  readonly type?: "text" | "date";
  readonly amount?: boolean;
  readonly placeholder?: string | undefined;
  readonly disabled?: boolean;
  readonly required?: boolean;
  /** Said of the field on hover. */
  readonly hint?: string | undefined;
}

/** One line of text, a date, or an amount. */
export function TextInput({
  label,
  value,
  onChange,
  error,
  describedBy,
  type = "text",
  amount = false,
  placeholder,
  disabled,
  required = false,
  hint,
}: TextInputProps) {
  if (type === "date")
    return (
      <DayInput
        className={styles.input ?? ""}
        aria-label={label}
        aria-invalid={error !== undefined}
        {...(describedBy === undefined ? {} : { "aria-describedby": describedBy })}
        {...(error === undefined ? {} : { title: error })}
        {...(required ? { "aria-required": true } : {})}
        disabled={disabled ?? false}
        value={value}
        onChange={onChange}
      />
    );
  return (
    <input
      className={classes(styles.input, amount && textStyles.end)}
      type="text"
      aria-label={label}
      aria-invalid={error !== undefined}
      {...(describedBy === undefined ? {} : { "aria-describedby": describedBy })}
      {...((error ?? hint) === undefined ? {} : { title: error ?? hint })}
      {...(amount ? { inputMode: "decimal" as const } : {})}
      {...(required ? { "aria-required": true } : {})}
      {...(placeholder === undefined ? {} : { placeholder })}
      autoComplete="off"
      disabled={disabled ?? false}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** One of a few. */
export function SelectInput<Value extends string>({
  label,
  value,
  options,
  onChange,
  error,
  disabled = false,
}: {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [Value, string])[];
  readonly onChange: (value: Value) => void;
  readonly error?: string | undefined;
  readonly disabled?: boolean;
}) {
  return (
    <select
      className={styles.input}
      aria-label={label}
      aria-invalid={error !== undefined}
      disabled={disabled}
      value={value}
      onChange={(event) => onChange(event.target.value as Value)}
    >
      {options.map(([option, words]) => (
        <option key={option} value={option}>
          {words}
        </option>
      ))}
    </select>
  );
}
