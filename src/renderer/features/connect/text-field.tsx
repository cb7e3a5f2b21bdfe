import { type ComponentProps, type ReactNode, useId } from "react";
import step from "./step.module.css";

type TextFieldProps = Omit<ComponentProps<"input">, "onChange" | "value" | "className" | "id"> & {
  readonly label: string;
  readonly value: string;
  readonly onText: (text: string) => void;
  /** A sentence below the field. */
  readonly help?: ReactNode;
  /** What is wrong with what was typed. */
  readonly problem?: string | undefined;
};

/** A line of text with its label, what it is for, and what is wrong with it. */
export function TextField({ label, value, onText, help, problem, ...rest }: TextFieldProps) {
  const id = useId();
  return (
    <div className={step.field}>
      <label htmlFor={id}>{label}</label>
      <input
        {...rest}
        id={id}
        className={step.input}
        value={value}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-help`}
        onChange={(event) => onText(event.target.value)}
      />
      <p id={`${id}-help`} className={problem === undefined ? step.quiet : step.problem}>
        {problem ?? help}
      </p>
    </div>
  );
}
