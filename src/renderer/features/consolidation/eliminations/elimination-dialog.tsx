import { useState } from "react";
import type { EntityTreeDraft, IntercompanyPair } from "#shared/model/consolidation/entity-tree.ts";
import { t } from "../../../language/t.ts";
import layout from "../../../styles/layout.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import { Segments } from "../../../ui/controls/segments.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { ComboboxField } from "../../../ui/fields/combobox-field.tsx";
import { LabelledField } from "../../../ui/fields/labelled-field.tsx";
import styles from "../group.module.css";
import { emptyPair, type PairForm, readPair, SIDE_LABELS, type SideForm } from "./elimination-form.ts";

const KINDS = [
  {
    value: "balance",
    word: t("Intercompany"),
    means: t("Amounts that one entity owes or charges the other, including income and expenses"),
  },
  { value: "investment", word: t("Investment"), means: t("The parent's investment against the equity of its subsidiary") },
] as const;
const WAYS = Object.keys(SIDE_LABELS) as SideForm["by"][];

interface PairDialogProps {
  readonly draft: EntityTreeDraft;
  readonly onAdd: (pair: IntercompanyPair) => void;
  readonly onClose: () => void;
}

/** Defines a pair of two members. */
export function PairDialog({ draft, onAdd, onClose }: PairDialogProps) {
  const [form, setForm] = useState<PairForm>(() => emptyPair(draft));
  const [error, setError] = useState<string | null>(null);
  const change = (next: Partial<PairForm>): void => {
    setForm({ ...form, ...next });
    setError(null);
  };
  const add = (): void => {
    const read = readPair(form, draft);
    if ("error" in read) {
      setError(read.error);
      return;
    }
    onClose();
    onAdd(read.value);
  };
  return (
    <Dialog title={t("Add an elimination pair")} wide onClose={onClose}>
      <div className={styles.pairForm}>
        <Segments label={t("Type of pair")} options={KINDS} chosen={form.kind} onChange={(kind) => change({ kind })} />
        <LabelledField name={t("Name (optional)")} error={undefined}>
          {(rest) => (
            <input
              {...rest}
              className={styles.input}
              data-first-focus=""
              value={form.name}
              onChange={(event) => change({ name: event.target.value })}
            />
          )}
        </LabelledField>
        <Side
          title={form.kind === "investment" ? t("Parent's investment") : t("First side")}
          draft={draft}
          side={form.a}
          onSide={(a) => change({ a })}
        />
        <Side
          title={form.kind === "investment" ? t("Subsidiary's equity") : t("Second side")}
          draft={draft}
          side={form.b}
          onSide={(b) => change({ b })}
        />
      </div>
      <div className={layout.dialogFoot}>
        {error === null ? null : (
          <span role="alert" className={styles.error}>
            {error}
          </span>
        )}
        <Button onClick={onClose}>{t("Cancel")}</Button>
        <Button kind="primary" onClick={add}>
          {t("Add pair")}
        </Button>
      </div>
    </Dialog>
  );
}

interface SideProps {
  readonly title: string;
  readonly draft: EntityTreeDraft;
  readonly side: SideForm;
  readonly onSide: (side: SideForm) => void;
}

function Side({ title, draft, side, onSide }: SideProps) {
  const node = draft.nodes.find(({ id }) => id === side.nodeId);
  const role = side.by === "receivable" ? ("customer" as const) : ("vendor" as const);
  return (
    <fieldset className={styles.side} aria-label={title}>
      <h3>{title}</h3>
      <LabelledField name={t("Entity")} error={undefined}>
        {(rest) => (
          <select
            {...rest}
            className={styles.input}
            value={side.nodeId}
            onChange={(event) => onSide({ ...side, nodeId: event.target.value, record: null })}
          >
            {draft.nodes
              .filter(({ clientId }) => clientId !== undefined)
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </select>
        )}
      </LabelledField>
      <LabelledField name={t("Take amount from")} error={undefined}>
        {(rest) => (
          <select
            {...rest}
            className={styles.input}
            value={side.by}
            onChange={(event) => onSide({ ...side, by: WAYS.find((way) => way === event.target.value) ?? side.by, record: null })}
          >
            {WAYS.map((way) => (
              <option key={way} value={way}>
                {SIDE_LABELS[way]}
              </option>
            ))}
          </select>
        )}
      </LabelledField>
      <LabelledField name={side.by === "account" ? t("Account") : t("Contact")} error={undefined}>
        {({ "aria-label": label }) => (
          <ComboboxField
            key={`${side.nodeId} ${side.by}`}
            clientId={node?.clientId ?? ""}
            kind={side.by === "account" ? "account" : "party"}
            {...(side.by === "account" ? {} : { role })}
            label={`${label}, ${title}`}
            value={side.record}
            onChange={(record) => onSide({ ...side, record })}
          />
        )}
      </LabelledField>
    </fieldset>
  );
}
