import { useState } from "react";
import type { PolicyRow, ReconciliationPolicy } from "#shared/contract/close/reconciliations.ts";
import { call } from "../../../api/client.ts";
import { readAmount } from "../../../format/amounts/typed-amount.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { useDialogActs } from "../../../state/core/dialog-acts.ts";
import { useActs } from "../../../state/core/undo.ts";
import layout from "../../../styles/layout.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { FailureNote } from "../../../ui/feedback/failure-message.tsx";
import { LabelledField } from "../../../ui/fields/labelled-field.tsx";
import { ANYONE_WORDS } from "../close-labels.ts";
import { FREQUENCY_WORDS, RISK_WORDS } from "./reconciliation-labels.ts";
import styles from "./reconciliations.module.css";

interface BulkProps {
  readonly clientId: string;
  readonly period: string;
  readonly rows: readonly PolicyRow[];
}

/** Sets the same for the policies of several accounts; what isn't chosen stays as it is. */
export function PolicyBulk({ clientId, period, rows }: BulkProps) {
  const [editing, setEditing] = useState(false);
  const count = rows.length;
  return (
    <>
      <Button
        needs="reviewer"
        disabled={count === 0}
        title={count === 0 ? t("First select accounts: drag over them, or use Shift and the arrow keys.") : undefined}
        onClick={() => setEditing(true)}
      >
        {t("{count, plural, =0 {Edit selected policies…} one {Edit 1 policy…} other {Edit # policies…}}", { count })}
      </Button>
      {editing ? <BulkDialog clientId={clientId} period={period} rows={rows} onClose={() => setEditing(false)} /> : null}
    </>
  );
}

type Change = Partial<Pick<ReconciliationPolicy, "required" | "evidence" | "risk" | "frequency" | "preparer" | "reviewer">>;

const YES_NO = { yes: t("Yes"), no: t("No") } as const;

async function undoAll(clientId: string, decisionNos: readonly number[]): Promise<void> {
  for (const decisionNo of decisionNos.toReversed()) await call("decisions.undo", { clientId, decisionNo });
}

/** Who may sign for each role: the active people, or anybody who has the role. */
function usePeopleFor(): (role: "preparer" | "reviewer") => Readonly<Record<string, string>> {
  const people = useCoreQuery("people.list", {}).data?.filter(({ active }) => active) ?? [];
  return (role) => ({ "": ANYONE_WORDS[role], ...Object.fromEntries(people.map(({ name }) => [name, name])) });
}

function BulkDialog({ clientId, period, rows, onClose }: BulkProps & { readonly onClose: () => void }) {
  const [change, setChange] = useState<Change>({});
  const [tolerance, setTolerance] = useState("");
  const { perform, pending } = useActs(clientId);
  const { refused, told } = useDialogActs(onClose);
  const names = usePeopleFor();
  const amount = tolerance === "" ? null : readAmount(tolerance);
  const isWrong = tolerance !== "" && (amount === null || amount.startsWith("-"));
  const isEmpty = Object.keys(change).length === 0 && tolerance === "";
  const put = (part: Change) => setChange({ ...change, ...part });
  const without = (key: keyof Change) => setChange(Object.fromEntries(Object.entries(change).filter(([name]) => name !== key)));
  const field = <Value extends string>(
    name: string,
    key: keyof Change,
    words: Readonly<Record<Value, string>>,
    of: (chosen: Value) => Change,
  ) => <Choice name={name} words={words} onChange={(chosen) => (chosen === null ? without(key) : put(of(chosen)))} />;
  const save = () => {
    if (isWrong || isEmpty || pending !== null) return;
    const accountIds = rows.map(({ accountId }) => accountId);
    void perform({
      ...told(),
      key: "policies",
      words: t("{count, plural, one {1 policy} other {# policies}} saved.", { count: accountIds.length }),
      run: () =>
        call("reconciliations.setPolicies", { clientId, period, accountIds, ...change, ...(amount === null ? {} : { tolerance: amount }) }),
      undo: ({ decisionNos }) => undoAll(clientId, decisionNos),
    });
  };
  return (
    <Dialog title={t("Edit {count, plural, one {1 policy} other {# policies}}", { count: rows.length })} onClose={onClose}>
      <form
        className={styles.policy}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <div className={styles.policyFields}>
          {field(t("Must be reconciled"), "required", YES_NO, (chosen) => ({ required: chosen === "yes" }))}
          {field(t("Risk"), "risk", RISK_WORDS, (risk) => ({ risk }))}
          {field(t("Frequency"), "frequency", FREQUENCY_WORDS, (frequency) => ({ frequency }))}
          {field(t("File required"), "evidence", YES_NO, (chosen) => ({ evidence: chosen === "yes" }))}
          {field(t("Preparer"), "preparer", names("preparer"), (name) => ({ preparer: name === "" ? null : name }))}
          {field(t("Reviewer"), "reviewer", names("reviewer"), (name) => ({ reviewer: name === "" ? null : name }))}
          <LabelledField name={t("Tolerance")} error={isWrong ? t("Enter an amount of zero or more.") : undefined}>
            {(attributes) => (
              <input
                {...attributes}
                className={styles.input}
                inputMode="decimal"
                placeholder={t("Don't change")}
                value={tolerance}
                onChange={(event) => setTolerance(event.target.value)}
              />
            )}
          </LabelledField>
        </div>
        {refused === null ? null : <FailureNote failure={refused} />}
        <div className={layout.dialogFoot}>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button type="submit" kind="primary" disabled={isWrong || isEmpty || pending !== null}>
            {t("Save")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface ChoiceProps<Value extends string> {
  readonly name: string;
  readonly words: Readonly<Record<Value, string>>;
  /** Null: it stays as it is. */
  readonly onChange: (chosen: Value | null) => void;
}

function Choice<Value extends string>({ name, words, onChange }: ChoiceProps<Value>) {
  return (
    <LabelledField name={name} error={undefined}>
      {(attributes) => (
        <select
          {...attributes}
          className={styles.input}
          defaultValue={UNCHANGED}
          onChange={({ target: { value } }) => onChange(value === UNCHANGED ? null : (value as Value))}
        >
          <option value={UNCHANGED}>{t("Don't change")}</option>
          {(Object.keys(words) as Value[]).map((one) => (
            <option key={one} value={one}>
              {words[one]}
            </option>
          ))}
        </select>
      )}
    </LabelledField>
  );
}

const UNCHANGED = "unchanged";
