import { type ReactNode, useId, useState } from "react";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { t } from "../../language/t.ts";
import { isCommandEnter } from "../../state/window/command-enter.ts";
import layout from "../../styles/layout.module.css";
import { Button } from "../controls/button.tsx";
import { FailureNote } from "../feedback/failure-message.tsx";
import styles from "./confirm-dialog.module.css";
import { Dialog } from "./dialog.tsx";

/**
 * Asks for the reason of an act that is kept with who and when. Ctrl+Enter gives it. It stays until the act is done
 * and shown: a list that moves after the dialog has closed would make the next click miss its button.
 */
export function ReasonDialog({
  title,
  act,
  required = true,
  label = required ? t("Reason") : t("Note (optional)"),
  start = "",
  isReady = true,
  danger = false,
  onAct,
  onClose,
  children,
}: {
  readonly title: string;
  readonly act: string;
  readonly required?: boolean;
  /** Above the field, where it isn't a reason or note. */
  readonly label?: string;
  readonly start?: string;
  /** Whether what else the dialog asks for is answered. */
  readonly isReady?: boolean;
  readonly danger?: boolean;
  /** Settles when the act is done or refused; after a refusal the dialog stays with what was typed. */
  readonly onAct: (why: string) => Promise<Failure | null>;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}) {
  const [why, setWhy] = useState(start);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Failure | null>(null);
  const id = useId();
  const given = why.trim();
  const canSend = isReady && !busy && !(required && given === "");
  const send = async (): Promise<void> => {
    if (!canSend) return;
    setBusy(true);
    const failure = await onAct(given);
    setBusy(false);
    setRefused(failure);
    if (failure === null) onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={styles.body}>
        {children}
        <label className={styles.why} htmlFor={id}>
          {label}
          <textarea
            id={id}
            className={styles.text}
            rows={3}
            maxLength={2000}
            data-first-focus=""
            value={why}
            onChange={(event) => setWhy(event.target.value)}
            onKeyDown={(event) => {
              if (isCommandEnter(event)) void send();
            }}
          />
        </label>
        {refused === null ? null : <FailureNote failure={refused} />}
      </div>
      <div className={layout.dialogFoot}>
        <Button onClick={onClose}>{t("Cancel")}</Button>
        <Button kind="primary" danger={danger} disabled={!canSend} title={t("Ctrl+Enter")} onClick={() => void send()}>
          {act}
        </Button>
      </div>
    </Dialog>
  );
}
