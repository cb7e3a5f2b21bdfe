import type { ReactNode } from "react";
import { t } from "../../language/t.ts";
import layout from "../../styles/layout.module.css";
import { Button } from "../controls/button.tsx";
import styles from "./confirm-dialog.module.css";
import { Dialog } from "./dialog.tsx";

/** Asks before an action that can't be undone; the button that leaves everything as it is has the focus at first. */
export function ConfirmDialog({
  title,
  act,
  dismiss = t("Cancel"),
  disabled = false,
  danger = false,
  onAct,
  onClose,
  children,
}: {
  readonly title: string;
  readonly act: string;
  /** Says what stays where the action itself cancels something. */
  readonly dismiss?: string;
  /** While what the dialog says of the action isn't known yet. */
  readonly disabled?: boolean;
  /** The action ends or deletes something for good. */
  readonly danger?: boolean;
  readonly onAct: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={styles.body}>{children}</div>
      <div className={layout.dialogFoot}>
        <Button data-first-focus="" onClick={onClose}>
          {dismiss}
        </Button>
        <Button
          kind="primary"
          danger={danger}
          disabled={disabled}
          onClick={() => {
            onClose();
            onAct();
          }}
        >
          {act}
        </Button>
      </div>
    </Dialog>
  );
}
