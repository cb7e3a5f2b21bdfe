import { type ReactNode, useId } from "react";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import { classes } from "../controls/classes.ts";
import styles from "./labelled-field.module.css";

interface FieldAttributes {
  readonly "aria-label": string;
  readonly "aria-invalid": boolean;
  readonly "aria-describedby"?: string;
}

/** A field under its name, with what it means or what is wrong with it below. */
export function LabelledField({
  name,
  error,
  hint,
  wide = false,
  children,
}: {
  readonly name: string;
  readonly error: string | undefined;
  readonly hint?: string;
  readonly wide?: boolean;
  readonly children: (attributes: FieldAttributes) => ReactNode;
}) {
  const id = useId();
  const below = error ?? hint;
  return (
    <div className={classes(layout.field, wide && styles.wide)}>
      <span className={text.label} aria-hidden="true">
        {name}
      </span>
      {children({ "aria-label": name, "aria-invalid": error !== undefined, ...(below === undefined ? {} : { "aria-describedby": id }) })}
      {below === undefined ? null : (
        <span id={id} className={error === undefined ? text.label : text.error}>
          {below}
        </span>
      )}
    </div>
  );
}
