import type { ReactNode } from "react";
import { Button, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import button from "./button.module.css";
import { classes } from "./classes.ts";
import styles from "./menu.module.css";

interface LinkMenuProps {
  /** The button and its name. */
  readonly children: ReactNode;
  readonly kind?: "primary" | "plain";
  /** Where each entry leads, first to last. */
  readonly links: readonly { readonly name: string; readonly href: string }[];
}

/** A button that opens a menu of links: arrows move in it, Enter follows one, Escape closes it. */
export function LinkMenu({ children, kind = "plain", links }: LinkMenuProps) {
  return (
    <MenuTrigger>
      <Button className={classes(button.button, button[kind])}>{children}</Button>
      <Popover placement="bottom end" offset={4} className={styles.list ?? ""}>
        <Menu className={styles.items ?? ""}>
          {links.map(({ name, href }) => (
            <MenuItem key={href} id={href} className={styles.option ?? ""} href={href}>
              {name}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
