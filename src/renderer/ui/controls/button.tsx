import type { ComponentProps, ReactNode } from "react";
import styles from "./button.module.css";
import { classes } from "./classes.ts";

type ButtonProps = ComponentProps<"button"> & { readonly kind?: "primary" | "plain" | "quiet"; readonly icon?: ReactNode };

/** A push button: one primary at most on a screen, plain ones, quiet ones inside bars. */
export function Button({ kind = "plain", icon, className, children, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} className={classes(styles.button, styles[kind], children === undefined && styles.bare, className)}>
      {icon}
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  kind = "plain",
  icon,
  className,
  children,
  ...rest
}: ComponentProps<"a"> & Pick<ButtonProps, "kind" | "icon">) {
  return (
    <a {...rest} className={classes(styles.button, styles[kind], className)}>
      {icon}
      {children}
    </a>
  );
}
