import { ChevronDown, Ellipsis } from "lucide-react";
import { type MouseEvent, type ReactNode, useId } from "react";
import { classes } from "./classes.ts";
import styles from "./fold.module.css";

interface FoldProps {
  /** The name of the button that stands for the controls while they are folded. */
  readonly label: string;
  /**
   * The width of the bar below which they fold: beside a panel, in a window without much room, in a small one, in one of 1440 px
   * or so, or in all but the widest. `inner`: in a `broad` one, whose menu has them in line; they fold where that is in line itself.
   */
  readonly below: "narrow" | "middle" | "large" | "broad" | "inner" | "wide" | "always";
  /** A button with dots instead of the name. */
  readonly dots?: boolean;
  /** What is pressed in it is the only choice, and closes it. A button that opens a dialog always does. */
  readonly closes?: boolean;
  /** Why nothing in it can be pressed now: its button is disabled and says so. */
  readonly disabled?: string | undefined;
  /** On paper what is in it is printed in line, while other menus are left out. */
  readonly printed?: boolean;
  readonly children: ReactNode;
}

/**
 * Controls of a bar with the class `fold.bar`, in line where there is room and in a menu where there isn't, so that
 * the bar stays one line and the rows below keep their places when a panel opens.
 */
export function Fold({ label, below, dots = false, closes = false, disabled, printed = false, children }: FoldProps) {
  const id = useId();
  const title = disabled ?? (dots ? label : undefined);
  const close = (event: MouseEvent<HTMLElement>): void => {
    const pressed = event.target instanceof Element ? event.target.closest("button") : null;
    const opensDialog = pressed?.getAttribute("aria-haspopup") === "dialog";
    // Arrow keys choose a radio button with a click as well, and someone using them may want to go on.
    const isChosen = closes && (pressed !== null || event.detail > 0);
    if ((opensDialog || isChosen) && event.currentTarget.matches(":popover-open")) event.currentTarget.hidePopover();
  };
  return (
    <>
      <button
        type="button"
        className={classes(styles.opener, styles[below])}
        popoverTarget={id}
        disabled={disabled !== undefined}
        title={title}
        {...(dots ? { "aria-label": label } : {})}
      >
        {dots ? (
          <Ellipsis size={14} aria-hidden />
        ) : (
          <>
            {label}
            <ChevronDown size={14} aria-hidden />
          </>
        )}
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys press what is inside, and that is a click */}
      <div
        id={id}
        popover="auto"
        className={classes(styles.folded, styles[below])}
        role="group"
        aria-label={label}
        onClick={close}
        {...(printed ? { "data-printed": true } : {})}
      >
        {children}
      </div>
    </>
  );
}
