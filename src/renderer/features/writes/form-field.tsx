import { type ReactNode, useId } from "react";
import layout from "../../styles/layout.module.css";
import textStyles from "../../styles/text.module.css";
import { classes } from "../../ui/controls/classes.ts";
import { DayInput } from "../../ui/fields/date-field.tsx";
import styles from "./form.module.css";

/** A named field with what is wrong with it below. */
export function FormField({
  name,
  error,
  wide = false,
  children,
}: {
  readonly name: string;
  readonly error?: string | undefined;
  readonly wide?: boolean;
  readonly children: (describedBy: string | undefined) => ReactNode;
}) {
  const id = useId();
  return (
    <div className={classes(layout.field, wide && styles.wide)} {...(error === undefined ? {} : { "data-error": "" })}>
      <span className={textStyles.mutedSmall}>{name}</span>
      {children(error === undefined ? undefined : id)}
      {error === undefined ? null : (
        <span id={id} className={styles.error}>
          {error}
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
}: TextInputProps) {
  if (type === "date")
    return (
      <DayInput
        className={styles.input ?? ""}
        aria-label={label}
        aria-invalid={error !== undefined}
        {...(describedBy === undefined ? {} : { "aria-describedby": describedBy })}
        {...(error === undefined ? {} : { title: error })}
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
      {...(error === undefined ? {} : { title: error })}
      {...(amount ? { inputMode: "decimal" as const } : {})}
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
}: {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [Value, string])[];
  readonly onChange: (value: Value) => void;
  readonly error?: string | undefined;
}) {
  return (
    <select
      className={styles.input}
      aria-label={label}
      aria-invalid={error !== undefined}
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
