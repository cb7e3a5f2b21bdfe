import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef } from "react";
import styles from "./explain.module.css";

interface ExplainProps {
  /** What the button says; it stands in the place of plain text. */
  readonly words: ReactNode;
  /** What is explained, for screen readers. */
  readonly label: string;
  readonly tabIndex?: 0 | -1;
  /** What it rests on. */
  readonly children: ReactNode;
}

const EDGE = 8;

/** Words whose reasons show on hover, on focus and on a press, and go with Esc. */
export function Explain({ words, label, tabIndex, children }: ExplainProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  const show = (): void => {
    if (tip.current === null || button.current === null || tip.current.matches(":popover-open")) return;
    tip.current.showPopover();
    place(tip.current, button.current.getBoundingClientRect());
  };
  const hide = (): void => {
    if (tip.current?.matches(":popover-open")) tip.current.hidePopover();
  };
  const left = (event: PointerEvent): void => {
    const to = event.relatedTarget;
    const stays = to instanceof Node && (tip.current?.contains(to) === true || button.current?.contains(to) === true);
    if (!stays && document.activeElement !== button.current) hide();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || tip.current?.matches(":popover-open") !== true) return;
    event.stopPropagation();
    event.nativeEvent.stopImmediatePropagation();
    hide();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.words}
        aria-label={label}
        aria-describedby={id}
        {...(tabIndex === undefined ? {} : { tabIndex })}
        onPointerEnter={show}
        onPointerLeave={left}
        onFocus={show}
        onBlur={hide}
        onClick={(event) => {
          event.stopPropagation();
          show();
        }}
        onKeyDown={onKeyDown}
      >
        {words}
      </button>
      <div ref={tip} id={id} popover="manual" role="tooltip" className={styles.tip} onPointerLeave={left}>
        {children}
      </div>
    </>
  );
}

/** Right below the words, or above where there is no room; always whole on the screen. */
function place(tip: HTMLElement, words: DOMRect): void {
  const { width, height } = tip.getBoundingClientRect();
  const below = words.bottom + height + EDGE <= window.innerHeight;
  tip.style.left = `${Math.max(EDGE, Math.min(words.left, window.innerWidth - width - EDGE))}px`;
  tip.style.top = `${below ? words.bottom : Math.max(EDGE, words.top - height)}px`;
}
