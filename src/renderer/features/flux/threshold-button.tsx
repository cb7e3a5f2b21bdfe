import { useState } from "react";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, readDecimal } from "#shared/kernel/decimal.ts";
import type { FluxScope, FluxThreshold } from "#shared/model/reports/flux.ts";
import { today } from "../../api/clock.ts";
import { formatNumeral } from "../../format/amounts/amount.ts";
import { formatDay } from "../../format/dates/date.ts";
import { accountTypeWords } from "../../format/labels/account-type-labels.ts";
import { t } from "../../language/t.ts";
import { useCoreCommand, useCoreQuery } from "../../state/core/core-query.ts";
import { queryClient } from "../../state/core/query-client.ts";
import textStyles from "../../styles/text.module.css";
import { Button } from "../../ui/controls/button.tsx";
import confirm from "../../ui/dialogs/confirm-dialog.module.css";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { QueryAnswer } from "../../ui/feedback/query-answer.tsx";
import { DayField } from "../../ui/fields/date-field.tsx";
import { DecidedBy } from "../../ui/notes/decided-by.tsx";
import styles from "./flux.module.css";

/** From when a change counts as material: what holds for this client, and a place to change it. */
export function ThresholdButton({ clientId }: { readonly clientId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t("Thresholds…")}</Button>
      {open ? (
        <Dialog title={t("Thresholds")} wide onClose={() => setOpen(false)}>
          <div className={confirm.body}>
            <Standing clientId={clientId} />
            <Form clientId={clientId} />
          </div>
        </Dialog>
      ) : null}
    </>
  );
}

function Standing({ clientId }: { readonly clientId: string }) {
  const query = useCoreQuery("flux.thresholds", { clientId });
  const remove = useCoreCommand("flux.removeThreshold");
  return (
    <QueryAnswer query={query} label={t("thresholds")}>
      {({ rows, standard }) => (
        <table className={styles.drivers} aria-label={t("Thresholds in effect")}>
          <thead>
            <tr>
              <th scope="col">{t("Applies to")}</th>
              <th scope="col">{t("Material from")}</th>
              <th scope="col">{t("Since")}</th>
              <th scope="col">{t("Set by")}</th>
            </tr>
          </thead>
          <tbody>
            {standard === null ? null : (
              <tr>
                <th scope="row">{t("Everything else")}</th>
                <td>{limitWords(standard)}</td>
                <td colSpan={2} className={textStyles.muted}>
                  {t("default")}
                </td>
              </tr>
            )}
            {rows.map((row) => (
              <tr key={row.decisionNo}>
                <th scope="row">{scopeWords(row.scope)}</th>
                <td>{limitWords(row)}</td>
                <td>{formatDay(row.effectiveFrom)}</td>
                <td>
                  <DecidedBy verb={t("set")} person={row.person} at={row.at} />{" "}
                  <Button
                    kind="quiet"
                    disabled={remove.isPending}
                    aria-label={t("Remove threshold for {scope}", { scope: scopeWords(row.scope) })}
                    onClick={() => remove.mutate({ clientId, decisionNo: row.decisionNo }, { onSuccess: refresh })}
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

function Form({ clientId }: { readonly clientId: string }) {
  const save = useCoreCommand("flux.setThreshold");
  const [scope, setScope] = useState<string>("profit_and_loss");
  const [amount, setAmount] = useState("500");
  const [percent, setPercent] = useState("10");
  const [join, setJoin] = useState<FluxThreshold["join"]>("and");
  const [from, setFrom] = useState<CalendarDate>(today());
  const readAmount = limitOf(amount);
  const readPercent = limitOf(percent);
  const wrong =
    readAmount === undefined ? t("Enter an amount, such as 1234.50.") : readPercent === undefined ? t("Enter a percentage.") : null;
  const submit = (): void => {
    if (readAmount === undefined || readPercent === undefined) return;
    save.mutate(
      { clientId, scope: scopeOf(scope), amount: readAmount, percent: readPercent, join, effectiveFrom: from },
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
      <ScopeField clientId={clientId} scope={scope} onScope={setScope} />
      <label>
        {t("Amount")}
        <input className={styles.field} inputMode="decimal" value={amount} onChange={(event) => setAmount(event.target.value)} />
      </label>
      <label>
        {t("Combine")}
        <select className={styles.field} value={join} onChange={(event) => setJoin(event.target.value === "or" ? "or" : "and")}>
          <option value="and">{t("and")}</option>
          <option value="or">{t("or")}</option>
        </select>
      </label>
      <label>
        {t("Percent")}
        <input className={styles.field} inputMode="decimal" value={percent} onChange={(event) => setPercent(event.target.value)} />
      </label>
      <DayField label={t("Since")} value={from} onChange={setFrom} />
      <Button type="submit" kind="primary" disabled={wrong !== null || save.isPending}>
        {t("Set by")}
      </Button>
      {wrong === null ? null : <p className={textStyles.muted}>{wrong}</p>}
      {save.error === null ? null : <FailureNote failure={save.error.failure} />}
    </form>
  );
}

interface ScopeFieldProps {
  readonly clientId: string;
  readonly scope: string;
  readonly onScope: (scope: string) => void;
}

function ScopeField({ clientId, scope, onScope }: ScopeFieldProps) {
  const accounts = useCoreQuery("choices.find", { clientId, kind: "account", text: "", limit: 200 });
  return (
    <label>
      {t("Applies to")}
      <select className={styles.field} value={scope} onChange={(event) => onScope(event.target.value)}>
        {STATEMENTS.map(({ value, word }) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
        {accounts.data?.map(({ id, name, code }) => (
          <option key={id} value={id}>
            {code === null ? name : `${code} ${name}`}
          </option>
        ))}
      </select>
    </label>
  );
}

function scopeOf(chosen: string): FluxScope {
  const statement = STATEMENTS.find(({ value }) => value === chosen);
  return statement === undefined ? { kind: "account", accountId: chosen } : { kind: "statement", statement: statement.value };
}

/** What was typed as a limit; null where it was left empty, undefined where it is no number. */
function limitOf(text: string): DecimalString | null | undefined {
  if (text.trim() === "") return null;
  return readDecimal(text.trim().replaceAll(",", "")) ?? undefined;
}

function limitWords({ amount, percent, join }: Pick<FluxThreshold, "amount" | "percent" | "join">): string {
  const limits = [amount === null ? null : formatNumeral(amount), percent === null ? null : `${percent} %`].filter(
    (limit) => limit !== null,
  );
  return limits.length === 0 ? t("any change") : limits.join(` ${join} `);
}

function scopeWords(scope: FluxScope): string {
  if (scope.kind === "statement") return STATEMENTS.find(({ value }) => value === scope.statement)?.word ?? scope.statement;
  return scope.kind === "account_type"
    ? t("Accounts of type {accountType}", { accountType: accountTypeWords(scope.accountType) })
    : t("Account {accountId}", { accountId: scope.accountId });
}

function refresh(): void {
  for (const method of ["flux.thresholds", "flux.list"]) void queryClient.invalidateQueries({ queryKey: [method] });
}
