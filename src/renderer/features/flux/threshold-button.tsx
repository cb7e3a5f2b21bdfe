import { useState } from "react";
import type { OperationOutput } from "#main/operations/collection.ts";
import type { FluxReview } from "#shared/contract/reports/flux.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, readDecimal } from "#shared/kernel/decimal.ts";
import { nameOfNoted } from "#shared/model/close/signature.ts";
import type { FluxScope, FluxThreshold } from "#shared/model/reports/flux.ts";
import { call } from "../../api/client.ts";
import { today } from "../../api/clock.ts";
import { formatDay } from "../../format/dates/date.ts";
import { accountTypeWords } from "../../format/labels/account-type-labels.ts";
import { comparisonsOf } from "../../format/labels/flux-comparison-labels.ts";
import { t } from "../../language/t.ts";
import { useCoreCommand, useCoreQuery } from "../../state/core/core-query.ts";
import { queryClient } from "../../state/core/query-client.ts";
import { useActs } from "../../state/core/undo.ts";
import { useNow } from "../../state/window/now.ts";
import textStyles from "../../styles/text.module.css";
import { Button } from "../../ui/controls/button.tsx";
import confirm from "../../ui/dialogs/confirm-dialog.module.css";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { QueryAnswer } from "../../ui/feedback/query-answer.tsx";
import { DayField } from "../../ui/fields/date-field.tsx";
import { AsOf } from "../../ui/figures/as-of.tsx";
import styles from "./flux.module.css";
import { accountName, limitWords } from "./flux-labels.ts";
import { SECTIONS } from "./flux-lines.ts";

/** From when a change counts as material: what holds for this client, and a place to change it. */
export function ThresholdButton({ review }: { readonly review: FluxReview }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" needs="preparer" onClick={() => setOpen(true)}>
        {t("Thresholds…")}
      </Button>
      {open ? (
        <Dialog title={t("Thresholds")} wide onClose={() => setOpen(false)}>
          <div className={confirm.body}>
            <Standing review={review} />
            <Form review={review} />
          </div>
        </Dialog>
      ) : null}
    </>
  );
}

function Standing({ review }: { readonly review: FluxReview }) {
  const { clientId, period, currency } = review;
  const query = useCoreQuery("flux.thresholds", { clientId, period: period.id });
  const { perform, pending } = useActs(clientId);
  const nowMs = useNow();
  const remove = (row: OperationOutput<"flux.thresholds">["rows"][number]) => {
    const { decisionNo, scope, amount, percent, join, comparison, effectiveFrom } = row;
    void perform({
      key: "remove",
      words: t("Threshold removed: {scope}.", { scope: scopeWords(row) }),
      run: () => call("flux.removeThreshold", { clientId, decisionNo }),
      undo: () => call("flux.setThreshold", { clientId, scope, amount, percent, join, comparison, effectiveFrom }),
    });
  };
  return (
    <QueryAnswer query={query} label={t("thresholds")}>
      {({ rows, standard }) => (
        <table className={styles.drivers} aria-label={t("List of thresholds")}>
          <thead>
            <tr>
              <th scope="col">{t("Applies to")}</th>
              <th scope="col">{t("Change of at least")}</th>
              <th scope="col">{t("Compared with")}</th>
              <th scope="col">{t("Effective from")}</th>
              <th scope="col">{t("Set by")}</th>
            </tr>
          </thead>
          <tbody>
            {standard === null ? null : (
              <tr>
                <th scope="row">{rows.length === 0 ? t("All accounts") : t("Accounts that no threshold below covers")}</th>
                <td>{limitWords(standard, currency)}</td>
                <td colSpan={3} className={textStyles.muted}>
                  {t("Default")}
                </td>
              </tr>
            )}
            {rows.map((row) => (
              <tr key={row.decisionNo}>
                <th scope="row">{scopeWords(row)}</th>
                <td>{limitWords(row, currency)}</td>
                <td>{comparisonsOf(period).find(({ value }) => value === row.comparison)?.word ?? t("All comparisons")}</td>
                <td>{formatDay(row.effectiveFrom)}</td>
                <td>
                  <span className={textStyles.muted}>
                    {`${nameOfNoted(row.person)}, `}
                    <AsOf instant={row.at} nowMs={nowMs} />
                  </span>{" "}
                  <Button
                    kind="quiet"
                    disabled={pending !== null}
                    aria-label={t("Remove threshold for {scope}", { scope: scopeWords(row) })}
                    onClick={() => remove(row)}
                  >
                    {t("Remove")}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </QueryAnswer>
  );
}

const STATEMENTS = [
  { value: "profit_and_loss", word: t("Profit and loss") },
  { value: "balance_sheet", word: t("Balance sheet") },
] as const;

const RISKS = [
  { value: "high", word: t("High-risk accounts") },
  { value: "medium", word: t("Medium-risk accounts") },
  { value: "low", word: t("Low-risk accounts") },
] as const;

function Form({ review }: { readonly review: FluxReview }) {
  const { clientId } = review;
  const save = useCoreCommand("flux.setThreshold");
  const [scope, setScope] = useState<string>("profit_and_loss");
  const [amount, setAmount] = useState("500");
  const [percent, setPercent] = useState("10");
  const [join, setJoin] = useState<FluxThreshold["join"]>("and");
  const [comparison, setComparison] = useState<FluxThreshold["comparison"]>(null);
  const [from, setFrom] = useState<CalendarDate>(today());
  const readAmount = limitOf(amount);
  const readPercent = limitOf(percent);
  const wrong =
    readAmount === undefined
      ? t("Enter an amount, such as 1234.50.")
      : readPercent === undefined
        ? t("Enter a percentage as a number, such as 10.")
        : null;
  const note = wrong ?? emptyLimitWords(readAmount, readPercent);
  const submit = (): void => {
    if (readAmount === undefined || readPercent === undefined) return;
    save.mutate(
      { clientId, scope: scopeOf(scope), amount: readAmount, percent: readPercent, join, comparison, effectiveFrom: from },
      { onSuccess: refresh },
    );
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <ScopeField review={review} scope={scope} onScope={setScope} />
      <label>
        {t("Amount, {currency}", { currency: review.currency })}
        <input className={styles.field} inputMode="decimal" value={amount} onChange={(event) => setAmount(event.target.value)} />
      </label>
      <label>
        {t("Explanation needed when")}
        <select className={styles.field} value={join} onChange={(event) => setJoin(event.target.value === "or" ? "or" : "and")}>
          <option value="and">{t("amount and percent are reached")}</option>
          <option value="or">{t("amount or percent is reached")}</option>
        </select>
      </label>
      <label>
        {t("Percent")}
        <input className={styles.field} inputMode="decimal" value={percent} onChange={(event) => setPercent(event.target.value)} />
      </label>
      <ComparisonField review={review} comparison={comparison} onComparison={setComparison} />
      <DayField label={t("Effective from")} value={from} onChange={setFrom} />
      <Button type="submit" kind="primary" disabled={wrong !== null || save.isPending}>
        {t("Set threshold")}
      </Button>
      {note === null ? null : <p className={textStyles.muted}>{note}</p>}
      {save.error === null ? null : <FailureNote failure={save.error.failure} />}
    </form>
  );
}

/** What a limit that was left empty means; null where both are given. */
function emptyLimitWords(amount: DecimalString | null | undefined, percent: DecimalString | null | undefined): string | null {
  if (amount === null && percent === null) return t("If both amount and percent are empty, no change needs an explanation.");
  if (amount === null) return t("Without an amount, only the percentage counts.");
  return percent === null ? t("Without a percentage, only the amount counts.") : null;
}

interface ScopeFieldProps {
  readonly review: FluxReview;
  readonly scope: string;
  readonly onScope: (scope: string) => void;
}

/** What it holds for, from wide to narrow: a statement, a section, an account type, one account. */
function ScopeField({ review, scope, onScope }: ScopeFieldProps) {
  const types = [...new Set(review.rows.flatMap(({ account }) => (account === null ? [] : [account.type])))];
  const groups = [
    { name: t("Statements"), options: STATEMENTS },
    { name: t("Sections"), options: SECTIONS },
    { name: t("Risk of balance-sheet accounts"), options: RISKS },
    { name: t("Account types"), options: types.map((type) => ({ value: `${TYPE}${type}`, word: accountTypeWords(type) })) },
    { name: t("Accounts"), options: review.rows.map((row) => ({ value: row.accountId, word: accountName(row) })) },
  ];
  return (
    <label>
      {t("Applies to")}
      <select className={styles.field} value={scope} onChange={(event) => onScope(event.target.value)}>
        {groups.map(({ name, options }) => (
          <optgroup key={name} label={name}>
            {options.map(({ value, word }) => (
              <option key={value} value={value}>
                {word}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </label>
  );
}

interface ComparisonFieldProps {
  readonly review: FluxReview;
  readonly comparison: FluxThreshold["comparison"];
  readonly onComparison: (comparison: FluxThreshold["comparison"]) => void;
}

function ComparisonField({ review, comparison, onComparison }: ComparisonFieldProps) {
  const comparisons = comparisonsOf(review.period);
  return (
    <label>
      {t("Compared with")}
      <select
        className={styles.field}
        value={comparison ?? ""}
        onChange={(event) => onComparison(comparisons.find(({ value }) => value === event.target.value)?.value ?? null)}
      >
        <option value="">{t("All comparisons")}</option>
        {comparisons.map(({ value, word }) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </select>
    </label>
  );
}

const TYPE = "type:";

function scopeOf(chosen: string): FluxScope {
  const statement = STATEMENTS.find(({ value }) => value === chosen);
  if (statement !== undefined) return { kind: "statement", statement: statement.value };
  const section = SECTIONS.find(({ value }) => value === chosen);
  if (section !== undefined) return { kind: "section", section: section.value };
  const risk = RISKS.find(({ value }) => value === chosen);
  if (risk !== undefined) return { kind: "risk", risk: risk.value };
  return chosen.startsWith(TYPE)
    ? { kind: "account_type", accountType: chosen.slice(TYPE.length) }
    : { kind: "account", accountId: chosen };
}

/** What was typed as a limit; null where it was left empty, undefined where it is no number. */
function limitOf(text: string): DecimalString | null | undefined {
  if (text.trim() === "") return null;
  return readDecimal(text.trim().replaceAll(",", "")) ?? undefined;
}

function scopeWords({ scope, account }: OperationOutput<"flux.thresholds">["rows"][number]): string {
  switch (scope.kind) {
    case "statement":
      return STATEMENTS.find(({ value }) => value === scope.statement)?.word ?? scope.statement;
    case "section":
      return SECTIONS.find(({ value }) => value === scope.section)?.word ?? scope.section;
    case "risk":
      return RISKS.find(({ value }) => value === scope.risk)?.word ?? scope.risk;
    case "account_type":
      return t("Accounts of type {accountType}", { accountType: accountTypeWords(scope.accountType) });
    case "account":
      return account ?? t("Deleted account");
  }
}

function refresh(): void {
  for (const method of ["flux.thresholds", "flux.list"]) void queryClient.invalidateQueries({ queryKey: [method] });
}
