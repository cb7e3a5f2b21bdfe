import { X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { t } from "../language/t.ts";
import { Button } from "./button.tsx";
import { classes } from "./classes.ts";
import styles from "./dialog.module.css";

/**
 * A modal dialog of the platform: it keeps the focus, Esc closes it, and the focus goes back where it
 * was. It starts at the element marked `data-first-focus`.
 */
export function Dialog({
  title,
  wide = false,
  onClose,
  children,
}: {
  readonly title: string;
  readonly wide?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const before = document.activeElement;
    ref.current?.showModal();
    ref.current?.querySelector<HTMLElement>("[data-first-focus]")?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click outside closes; the key for it is Esc, which the platform handles
    <dialog
      ref={ref}
      className={classes(styles.dialog, wide && styles.wide)}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
      }}
    >
      <div className={styles.inside}>
        <header className={styles.head}>
          <h2 id={titleId}>{title}</h2>
          <Button kind="quiet" aria-label={t("Close")} icon={<X size={16} aria-hidden />} onClick={onClose} />
        </header>
        {children}
      </div>
    </dialog>
  );
}
