import { type FormEvent, type ReactNode, useRef, useState } from "react";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { t } from "../../language/t.ts";
import layout from "../../styles/layout.module.css";
import { Button } from "../controls/button.tsx";
import { FailureNote } from "../feedback/failure-message.tsx";
import { LabelledField } from "../fields/labelled-field.tsx";
import { Dialog } from "./dialog.tsx";
import styles from "./pin-dialog.module.css";

const DIGITS_MAX = 12;

interface PinField {
  /** Under this name it is handed over, and a failure names it. */
  readonly id: string;
  readonly name: string;
  readonly hint?: string;
  /** It is chosen now, not remembered. */
  readonly isNew?: boolean;
}

type Typed = Readonly<Record<string, string>>;

interface PinFormProps {
  readonly act: string;
  readonly danger?: boolean;
  readonly fields: readonly PinField[];
  readonly onAct: (typed: Typed) => Promise<Failure | null>;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** Asks for one PIN or several. Enter confirms; it closes once that is done, and a wrong one is typed again. */
export function PinDialog({ title, ...form }: PinFormProps & { readonly title: string }) {
  return (
    <Dialog title={title} onClose={form.onClose}>
      <PinForm {...form} />
    </Dialog>
  );
}

function PinForm({ act, danger = false, fields, onAct, onClose, children }: PinFormProps) {
  const [typed, setTyped] = useState<Typed>({});
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Failure | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const isComplete = fields.every(({ id }) => (typed[id] ?? "") !== "");
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy || !isComplete) return;
    setBusy(true);
    const failure = await onAct(typed).finally(() => setBusy(false));
    setRefused(failure);
    if (failure === null) onClose();
    const wrong = fields.find(({ id }) => id === failure?.field);
    if (wrong === undefined) return;
    setTyped({ ...typed, [wrong.id]: "" });
    form.current?.querySelector<HTMLInputElement>(`input[name="${wrong.id}"]`)?.focus();
  };
  return (
    <form ref={form} onSubmit={(event) => void send(event)}>
      <div className={styles.fields}>
        {children}
        <PinFields fields={fields} typed={typed} refused={refused} onTyped={setTyped} />
      </div>
      <div className={layout.dialogFoot}>
        <Button onClick={onClose}>{t("Cancel")}</Button>
        <Button kind="primary" danger={danger} type="submit" disabled={busy || !isComplete}>
          {act}
        </Button>
      </div>
    </form>
  );
}

interface PinFieldsProps extends Pick<PinFormProps, "fields"> {
  readonly typed: Typed;
  readonly refused: Failure | null;
  readonly onTyped: (typed: Typed) => void;
}

/** The fields, with what is wrong below the one that it is about. */
export function PinFields({ fields, typed, refused, onTyped }: PinFieldsProps) {
  const isOfField = fields.some(({ id }) => id === refused?.field);
  return (
    <>
      {fields.map(({ id, name, hint, isNew = false }, at) => (
        <LabelledField
          key={id}
          name={name}
          error={refused !== null && refused.field === id ? [refused.message, refused.next ?? ""].join(" ").trim() : undefined}
          {...(hint === undefined ? {} : { hint })}
        >
          {(attributes) => (
            <input
              {...attributes}
              className={styles.input}
              type="password"
              name={id}
              inputMode="numeric"
              autoComplete={isNew ? "new-password" : "off"}
              maxLength={DIGITS_MAX}
              {...(at === 0 ? { "data-first-focus": "" } : {})}
              value={typed[id] ?? ""}
              onChange={(event) => onTyped({ ...typed, [id]: event.target.value })}
            />
          )}
        </LabelledField>
      ))}
      {refused === null || isOfField ? null : <FailureNote failure={refused} />}
    </>
  );
}
