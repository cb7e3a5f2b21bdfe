import { type ReactNode, useId, useRef, useState } from "react";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { t } from "../../language/t.ts";
import { isCommandEnter } from "../../state/window/command-enter.ts";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import { Button } from "../controls/button.tsx";
import { FailureNote } from "../feedback/failure-message.tsx";
import { Dialog } from "./dialog.tsx";
import styles from "./text-dialog.module.css";

interface TextDialogProps {
  readonly title: string;
  /** What the field is called. */
  readonly name: string;
  readonly act: string;
  readonly start?: string;
  readonly max: number;
  readonly rows?: number;
  /** Texts that a person may begin with, each by the word of its button. */
  readonly fills?: readonly { readonly word: string; readonly text: string }[];
  readonly onAct: (text: string) => Promise<Failure | null>;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** Asks for a text of several lines. Ctrl+Enter saves; it closes once that is done. */
export function TextDialog({ title, name, act, start = "", max, rows = 3, onAct, onClose, fills = [], children }: TextDialogProps) {
  const [said, setSaid] = useState(start);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Failure | null>(null);
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const isEmpty = said.trim() === "";
  const save = async (): Promise<void> => {
    if (busy || isEmpty) return;
    setBusy(true);
    const failure = await onAct(said.trim());
    setBusy(false);
    setRefused(failure);
    if (failure === null) onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={styles.dialog}>
        {children}
        {fills.length === 0 ? null : (
          <div className={layout.line}>
            {fills.map((fill) => (
              <Button
                key={fill.word}
                onClick={() => {
                  setSaid(fill.text);
                  field.current?.focus();
                }}
              >
                {fill.word}
              </Button>
            ))}
          </div>
        )}
        <label className={styles.field} htmlFor={id}>
          <span className={text.label}>{name}</span>
          <textarea
            ref={field}
            id={id}
            rows={rows}
            maxLength={max}
            data-first-focus=""
            value={said}
            onChange={(event) => setSaid(event.target.value)}
            onKeyDown={(event) => {
              if (isCommandEnter(event)) void save();
            }}
          />
        </label>
        {refused === null ? null : <FailureNote failure={refused} />}
      </div>
      <div className={layout.dialogFoot}>
        <Button onClick={onClose}>{t("Cancel")}</Button>
        <Button kind="primary" disabled={busy || isEmpty} title={t("Ctrl+Enter")} onClick={() => void save()}>
          {act}
        </Button>
      </div>
    </Dialog>
  );
}
