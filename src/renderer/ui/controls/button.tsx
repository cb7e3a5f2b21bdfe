import type { ComponentProps, ReactNode } from "react";
import type { PersonRole } from "#shared/model/close/person.ts";
import { useRoleBar } from "../../state/window/current-role.ts";
import styles from "./button.module.css";
import { classes } from "./classes.ts";

type PlainProps = ComponentProps<"button"> & { readonly kind?: "primary" | "plain" | "quiet"; readonly icon?: ReactNode };
type ButtonProps = PlainProps & {
  /** The role that its act takes: for others it is disabled, and says who can do it. */
  readonly needs?: PersonRole;
};

/** A push button: one primary at most on a screen, plain ones, quiet ones inside bars. */
export function Button({ needs, ...rest }: ButtonProps) {
  return needs === undefined ? <PlainButton {...rest} /> : <BarredButton needs={needs} {...rest} />;
}

/** Apart, so that only buttons of acts with a role ask for the people. */
function BarredButton({ needs, disabled, title, ...rest }: ButtonProps & { readonly needs: PersonRole }) {
  const bar = useRoleBar(needs);
  return <PlainButton {...rest} disabled={disabled === true || bar !== null} title={bar ?? title} />;
}

function PlainButton({ kind = "plain", icon, className, children, ...rest }: PlainProps) {
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
    <a {...rest} className={classes(styles.button, styles[kind], children === undefined && styles.bare, className)}>
      {icon}
      {children}
    </a>
  );
}
