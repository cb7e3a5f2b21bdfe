import { useId, useRef, useState } from "react";
import { currencyDigits } from "#shared/kernel/currency-digits.ts";
import { isZero } from "#shared/kernel/decimal.ts";
import { CallFailure } from "../../../api/call-failure.ts";
import { call } from "../../../api/client.ts";
import { Sentence } from "../../../language/sentence.tsx";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { useActs } from "../../../state/core/undo.ts";
import { useCommandEnter } from "../../../state/window/command-enter.ts";
import { clientAddress, recordAddress } from "../../../state/window/screen-address.ts";
import textStyles from "../../../styles/text.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import { classes } from "../../../ui/controls/classes.ts";
import { useTypedFirst } from "../../../ui/fields/use-typed-first.ts";
import { Figure } from "../../../ui/figures/figure.tsx";
import { differenceOf, type OneAccount, readSupport, type SupportForm, type SupportToSave, supportForm } from "./reconciliation-form.ts";
import { BLOCK_WORDS, SUPPORT_WORDS } from "./reconciliation-labels.ts";
import styles from "./reconciliations.module.css";
import { ReconcilingItems } from "./reconciling-items.tsx";

const NO_ERRORS: ReadonlyMap<string, string> = new Map();

/** The balance per support and the reconciling items, as a form; Ctrl+Enter saves. */
export function SupportFields({ clientId, period, row, onNext }: OneAccount & { readonly onNext: (() => void) | null }) {
  const isTyped = row.support === null || row.support.source === "support";
  const [form, setForm] = useState<SupportForm>(() => supportForm(row));
  const [errors, setErrors] = useState(NO_ERRORS);
  const { perform, pending } = useActs(clientId);
  const lastDay = useLastDay(clientId, period);
  const body = useRef<HTMLDivElement>(null);
  const change = (next: Partial<SupportForm>): void => {
    setForm({ ...form, ...next });
    setErrors(NO_ERRORS);
  };
  const save = (andSign: boolean): void => {
    const read = readSupport(form, lastDay, isTyped, currencyDigits(row.currency));
    if ("errors" in read) {
      setErrors(read.errors);
      return;
    }
    const target = { clientId, period, accountId: row.accountId };
    let isSigned = false;
    void perform({
      key: row.accountId,
      words: ({ refusal }) => savedWords(row.label, { isTyped, andSign, refusal }),
      run: async () => {
        const done = await saveAndSign(target, read.value, andSign);
        isSigned = andSign && done.refusal === null;
        return done;
      },
      undo: async ({ decisions }) => {
        for (const decisionNo of decisions.toReversed()) await call("decisions.undo", { clientId, decisionNo });
      },
    }).then(() => (isSigned ? onNext?.() : undefined));
  };
  const blocked = signingBlock(row, isTyped);
  const onSave = useTypedFirst(body, () => save(false));
  const onSaveAndSign = useTypedFirst(body, () => save(true));
  const onKeyDown = useCommandEnter("preparer", ({ shiftKey }) => {
    if (pending !== null) return;
    if (shiftKey && blocked === null) onSaveAndSign();
    else onSave();
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key saves from whichever field has the focus
    <div ref={body} className={styles.form} onKeyDown={onKeyDown}>
      <h3>{t("Support")}</h3>
      {row.policy.type === "bank" ? (
        <p className={textStyles.muted}>
          <Sentence
            text="{link} to reconcile line by line, or enter its closing balance in {currency} and attach the statement."
            values={{
              link: <a href={`#${recordAddress(clientId, "bank", row.accountId)}`}>{t("Import the bank statement")}</a>,
              currency: row.currency,
            }}
          />
        </p>
      ) : null}
      {isTyped ? (
        <SupportAmount form={form} row={row} error={errors.get("support")} onChange={change} />
      ) : (
        <ComputedSupport clientId={clientId} row={row} />
      )}
      <h3>{t("Reconciling items")}</h3>
      <ReconcilingItems {...{ clientId, form, row, lastDay, errors }} onChange={(items) => change({ items })} />
      <Difference form={form} row={row} />
      <SaveButtons {...{ row, isTyped, blocked, onSave, onSaveAndSign }} isLast={onNext === null} disabled={pending !== null} />
    </div>
  );
}

interface Saved {
  readonly decisions: readonly number[];
  /** Why it wasn't signed off; null when it was, or wasn't to be. */
  readonly refusal: string | null;
}

type Target = { readonly clientId: string; readonly period: string; readonly accountId: string };

async function saveAndSign(target: Target, support: SupportToSave, andSign: boolean): Promise<Saved> {
  const { decisions } = await call("reconciliations.save", { ...target, ...support });
  if (!andSign) return { decisions, refusal: null };
  try {
    const { decisionNo } = await call("reconciliations.sign", { ...target, role: "preparer" });
    return { decisions: [...decisions, decisionNo], refusal: null };
  } catch (error) {
    // The support is saved all the same, and can be undone.
    if (!(error instanceof CallFailure)) throw error;
    return { decisions, refusal: error.failure.message };
  }
}

/** What was saved: where Tieout works out the balance per support, only the items are. */
function savedWords(
  label: string,
  { isTyped, andSign, refusal }: { readonly isTyped: boolean; readonly andSign: boolean; readonly refusal: string | null },
): string {
  if (refusal !== null)
    return isTyped
      ? t("Support for {label} saved, but the account isn't signed off. {refusal}", { label, refusal })
      : t("Reconciling items for {label} saved, but the account isn't signed off. {refusal}", { label, refusal });
  if (andSign) return t("{label} saved and signed off.", { label });
  return isTyped ? t("Support for {label} saved.", { label }) : t("Reconciling items for {label} saved.", { label });
}

function useLastDay(clientId: string, period: string): string {
  const periods = useCoreQuery("periods.list", { clientId });
  return periods.data?.find(({ id }) => id === period)?.end ?? "9999-12-31";
}

interface SaveProps {
  readonly row: OneAccount["row"];
  readonly isTyped: boolean;
  readonly blocked: string | null;
  /** No account is left to go to. */
  readonly isLast: boolean;
  readonly disabled: boolean;
  readonly onSave: () => void;
  readonly onSaveAndSign: () => void;
}

function SaveButtons({ row, isTyped, blocked, isLast, disabled, onSave, onSaveAndSign }: SaveProps) {
  return (
    <div className={styles.acts}>
      <Button needs="preparer" disabled={disabled} title={t("Save (Ctrl+Enter)")} onClick={onSave}>
        {isTyped ? t("Save support") : t("Save items")}
      </Button>
      <Button
        needs="preparer"
        kind={row.blocked.preparer === null ? "plain" : "primary"}
        disabled={disabled || blocked !== null}
        title={
          blocked ??
          (isLast
            ? t("Saves and signs off as preparer (Ctrl+Shift+Enter)")
            : t("Saves, signs off as preparer and opens the next account (Ctrl+Shift+Enter)"))
        }
        onClick={onSaveAndSign}
      >
        {isLast ? t("Save and sign off") : t("Save, sign off and go to next")}
      </Button>
    </div>
  );
}

/** Why saving can't sign off at once; null when it can. */
function signingBlock({ signed, policy, attachments, support }: OneAccount["row"], isTyped: boolean): string | null {
  if (signed === "prepared" || signed === "reviewed")
    return t("Already signed off. If you change anything, save it first, then sign off again.");
  const isExempt = !isTyped && support?.source === "subledger";
  return policy.evidence && !isExempt && attachments.length === 0 ? BLOCK_WORDS.needs_file : null;
}

/** The balance that Tieout works out, and where it comes from. */
function ComputedSupport({ clientId, row: { account, support, currency } }: Pick<OneAccount, "clientId" | "row">) {
  if (support === null) return null;
  const words = SUPPORT_WORDS[support.source];
  const name =
    support.source === "subledger" ? (
      <a href={`#${recordAddress(clientId, "aging", account?.role ?? "receivable")}`}>{words}</a>
    ) : support.source === "schedule" ? (
      <a href={`#${clientAddress(clientId, "schedules")}`}>{words}</a>
    ) : (
      words
    );
  return (
    <p className={styles.difference}>
      <span>{name}</span>
      <strong>
        <Figure amount={support.amount} currency={currency} />
      </strong>
    </p>
  );
}

interface AmountProps {
  readonly form: SupportForm;
  readonly row: OneAccount["row"];
  readonly error: string | undefined;
  readonly onChange: (change: Partial<SupportForm>) => void;
}

function SupportAmount({ form, row, error, onChange }: AmountProps) {
  const id = useId();
  return (
    <div className={styles.fields}>
      <label>
        {t("Per support, {currency}", { currency: row.currency })}
        <input
          className={classes(styles.input, textStyles.end)}
          inputMode="decimal"
          autoComplete="off"
          aria-invalid={error !== undefined}
          {...(error === undefined ? {} : { "aria-describedby": id })}
          value={form.support}
          onChange={(event) => onChange({ support: event.target.value })}
        />
      </label>
      <label className={styles.wide}>
        {t("Description")}
        <input
          className={styles.input}
          maxLength={2000}
          placeholder={t("Statement, schedule or cash count")}
          value={form.note}
          onChange={(event) => onChange({ note: event.target.value })}
        />
      </label>
      {error === undefined ? null : (
        <p id={id} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

function Difference({ form, row }: { readonly form: SupportForm; readonly row: OneAccount["row"] }) {
  const difference = form.support.trim() === "" ? null : differenceOf(row.closing, form);
  const none = difference !== null && isZero(difference);
  return (
    <p className={classes(styles.difference, !none && difference !== null && styles.off)} role="status">
      <span>{t("Unreconciled difference (books less support and reconciling items)")}</span>
      <strong>{none ? t("None") : <Figure amount={difference} currency={row.currency} />}</strong>
    </p>
  );
}
