import { type ReactNode, useId } from "react";
import { classes } from "../../components/classes.ts";
import styles from "./adjusting.module.css";

interface FieldAttributes {
  readonly "aria-label": string;
  readonly "aria-invalid": boolean;
  readonly "aria-describedby"?: string;
}

/** A field under its name, with what is wrong with it below. */
export function EntryField({
  name,
  error,
  wide = false,
  children,
}: {
  readonly name: string;
  readonly error: string | undefined;
  readonly wide?: boolean;
  readonly children: (attributes: FieldAttributes) => ReactNode;
}) {
  const id = useId();
  return (
    <div className={classes(styles.field, wide && styles.wide)}>
      <span className={styles.fieldName} aria-hidden="true">
        {name}
      </span>
      {children({ "aria-label": name, "aria-invalid": error !== undefined, ...(error === undefined ? {} : { "aria-describedby": id }) })}
      {error === undefined ? null : (
        <span id={id} className={styles.error}>
          {error}
        </span>
      )}
    </div>
  );
}
