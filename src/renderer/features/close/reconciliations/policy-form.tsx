import { useState } from "react";
import type { AppliedPolicy, ReconciliationPolicy, ReconciliationType } from "#shared/contract/close/reconciliations.ts";
import { call } from "../../../api/client.ts";
import { readAmount } from "../../../format/amounts/typed-amount.ts";
import { t } from "../../../language/t.ts";
import { useActs } from "../../../state/core/undo.ts";
import text from "../../../styles/text.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import { LabelledField } from "../../../ui/fields/labelled-field.tsx";
import { PersonSelect } from "../../../ui/fields/person-select.tsx";
import { DecidedBy } from "../../../ui/notes/decided-by.tsx";
import { ANYONE_WORDS, ROLE_WORDS } from "../close-labels.ts";
import { FREQUENCY_WORDS, RISK_WORDS, TYPE_WORDS } from "./reconciliation-labels.ts";
import styles from "./reconciliations.module.css";

export interface PolicyOfAccount {
  readonly clientId: string;
  readonly period: string;
  readonly accountId: string;
  readonly label: string;
  readonly policy: AppliedPolicy;
  /** A receivables or payables account: only those have an aging to compare with. */
  readonly isControl: boolean;
}

/** How an account is reconciled, as a form; it applies from this period on. */
export function PolicyForm({ clientId, period, accountId, label, policy, isControl }: PolicyOfAccount) {
  const [form, setForm] = useState<ReconciliationPolicy>(policy);
  const [tolerance, setTolerance] = useState<string>(policy.tolerance);
  const { perform, pending } = useActs(clientId);
  const change = (next: Partial<ReconciliationPolicy>) => setForm({ ...form, ...next });
  const amount = readAmount(tolerance);
  const isWrong = amount === null || amount.startsWith("-");
  const save = () => {
    if (isWrong) return;
    const { required, type, risk, frequency, evidence, automatic, preparer, reviewer } = form;
    const set = { required, type, risk, frequency, evidence, automatic, preparer, reviewer, tolerance: amount };
    void perform({
      key: accountId,
      words: t("Policy for {label} saved.", { label }),
      run: () => call("reconciliations.setPolicy", { clientId, period, accountId, ...set }),
      undo: ({ decisionNo }) => call("decisions.undo", { clientId, decisionNo }),
    });
  };
  return (
    <form
      className={styles.policy}
      aria-label={t("Policy for {label}", { label })}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Ticks form={form} isControl={isControl} onChange={change} />
      <div className={styles.policyFields}>
        <Choice name={t("Type")} words={typesFor(isControl)} value={form.type} onChange={(type) => change({ type })} />
        <Choice name={t("Risk")} words={RISK_WORDS} value={form.risk} onChange={(risk) => change({ risk })} />
        <Choice name={t("Frequency")} words={FREQUENCY_WORDS} value={form.frequency} onChange={(frequency) => change({ frequency })} />
        <LabelledField name={t("Tolerance")} error={isWrong ? t("Enter an amount of zero or more.") : undefined}>
          {(attributes) => (
            <input
              {...attributes}
              className={styles.input}
              inputMode="decimal"
              value={tolerance}
              onChange={(event) => setTolerance(event.target.value)}
            />
          )}
        </LabelledField>
        <Person id={`preparer-${accountId}`} signs="preparer" value={form.preparer} onChange={(preparer) => change({ preparer })} />
        <Person id={`reviewer-${accountId}`} signs="reviewer" value={form.reviewer} onChange={(reviewer) => change({ reviewer })} />
      </div>
      <div className={styles.acts}>
        <Button needs="reviewer" type="submit" disabled={pending !== null || isWrong}>
          {t("Save policy")}
        </Button>
        <span className={text.muted}>
          {policy.set === null ? (
            t("Default policy. Changes apply from this period on.")
          ) : (
            <DecidedBy verb={t("Policy set")} person={policy.set.person} at={policy.set.at} />
          )}
        </span>
      </div>
    </form>
  );
}

function Ticks({
  form,
  isControl,
  onChange,
}: {
  readonly form: ReconciliationPolicy;
  readonly isControl: boolean;
  readonly onChange: (change: Partial<ReconciliationPolicy>) => void;
}) {
  const ticks = [
    { key: "required", words: t("Must be reconciled") },
    { key: "evidence", words: t("File required before sign-off") },
    ...(isControl
      ? [
          {
            key: "automatic" as const,
            words: t("Sign off automatically when the balance agrees exactly with the aging, unless only the aging's total was tied out"),
          },
        ]
      : []),
  ] as const;
  return (
    <div className={styles.ticks}>
      {ticks.map(({ key, words }) => (
        <label key={key}>
          <input type="checkbox" checked={form[key]} onChange={(event) => onChange({ [key]: event.target.checked })} /> {words}
        </label>
      ))}
    </div>
  );
}

function typesFor(isControl: boolean): Partial<Readonly<Record<ReconciliationType, string>>> {
  const { subledger, ...others } = TYPE_WORDS;
  return isControl ? { subledger, ...others } : others;
}

function Choice<Value extends string>({
  name,
  words,
  value,
  onChange,
}: {
  readonly name: string;
  readonly words: Partial<Readonly<Record<Value, string>>>;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}) {
  return (
    <LabelledField name={name} error={undefined}>
      {(attributes) => (
        <select {...attributes} className={styles.input} value={value} onChange={(event) => onChange(event.target.value as Value)}>
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

function Person({
  id,
  signs,
  value,
  onChange,
}: {
  readonly id: string;
  readonly signs: "preparer" | "reviewer";
  readonly value: string | null;
  readonly onChange: (name: string | null) => void;
}) {
  return (
    <label className={styles.person} htmlFor={id}>
      <span className={text.label}>{ROLE_WORDS[signs]}</span>
      <PersonSelect
        id={id}
        value={value ?? ""}
        nobody={ANYONE_WORDS[signs]}
        onChange={(chosen) => onChange(chosen === "" ? null : chosen)}
      />
    </label>
  );
}
