import type { ComponentProps, ReactNode } from "react";
import type { PersonRole } from "#shared/model/close/person.ts";
import { useRoleBar } from "../../state/window/current-role.ts";
import styles from "./button.module.css";
import { classes } from "./classes.ts";

type PlainProps = ComponentProps<"button"> & {
  readonly kind?: "primary" | "plain" | "quiet";
  /** It ends or deletes something, and no Undo brings that back. */
  readonly danger?: boolean;
  readonly icon?: ReactNode;
};
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

function PlainButton({ kind = "plain", danger = false, icon, className, children, ...rest }: PlainProps) {
  const looks = [styles.button, styles[kind], danger && styles.danger, children === undefined && styles.bare];
  return (
    <button type="button" {...rest} className={classes(...looks, className)}>
      {icon}
      {children}
    </button>
  );
}

type PlainLinkProps = ComponentProps<"a"> & Pick<ButtonProps, "kind" | "icon">;

/** A link that looks like a button. `needs` is the role that what it leads to takes. */
export function ButtonLink({ needs, ...rest }: PlainLinkProps & Pick<ButtonProps, "needs">) {
  return needs === undefined ? <PlainLink {...rest} /> : <BarredLink needs={needs} {...rest} />;
}

/** A link can't be disabled: for other roles it is a button that is. */
function BarredLink({ needs, ...rest }: PlainLinkProps & { readonly needs: PersonRole }) {
  const bar = useRoleBar(needs);
  if (bar === null) return <PlainLink {...rest} />;
  const { kind = "plain", icon, className, tabIndex, children } = rest;
  return (
    <PlainButton {...{ kind, icon, className, tabIndex }} aria-label={rest["aria-label"]} disabled title={bar}>
      {children}
    </PlainButton>
  );
}

function PlainLink({ kind = "plain", icon, className, children, ...rest }: PlainLinkProps) {
  return (
    <a {...rest} className={classes(styles.button, styles[kind], children === undefined && styles.bare, className)}>
      {icon}
      {children}
    </a>
  );
}
