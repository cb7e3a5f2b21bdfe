import { X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { t } from "../../language/t.ts";
import { Button } from "../controls/button.tsx";
import { classes } from "../controls/classes.ts";
import { UndoPlace } from "../feedback/undo-message.tsx";
import styles from "./dialog.module.css";

/** A modal dialog. It starts at the element marked `data-first-focus`; Esc and a click outside close it. */
export function Dialog({
  title,
  wide = false,
  tall = false,
  broad = false,
  onClose,
  children,
}: {
  readonly title: string;
  readonly wide?: boolean;
  /** Takes the height there is, where it is read rather than filled in. */
  readonly tall?: boolean;
  /** Room for two columns of lines, in a window that has it. */
  readonly broad?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const dialog = useRef<HTMLElement>(null);
  useEffect(() => dialog.current?.querySelector<HTMLElement>("[data-first-focus]")?.focus(), []);
  return (
    <ModalOverlay isOpen isDismissable onOpenChange={onClose} className={styles.backdrop ?? ""}>
      <Modal className={classes(styles.dialog, wide && styles.wide, tall && styles.tall, broad && styles.broad)}>
        <AriaDialog ref={dialog} className={styles.inside ?? ""}>
          <header className={styles.head}>
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            <Button kind="quiet" aria-label={t("Close")} icon={<X size={16} aria-hidden />} onClick={onClose} />
          </header>
          {children}
          <UndoPlace of="dialog" />
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
