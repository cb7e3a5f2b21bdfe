import { useState } from "react";
import type { BankRule, BankWork, StoredBankRule } from "#shared/contract/close/bank.ts";
import { isZero } from "#shared/kernel/decimal.ts";
import { call } from "../../api/client.ts";
import { readAmount } from "../../format/amounts/typed-amount.ts";
import { formatDay } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useActs } from "../../state/core/undo.ts";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { classes } from "../../ui/controls/classes.ts";
import controls from "../../ui/controls/controls.module.css";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { LabelledField } from "../../ui/fields/labelled-field.tsx";
import { Money } from "../../ui/figures/money.tsx";
import styles from "./bank.module.css";
import type { AccountProps } from "./bank-lines.ts";
import { useBankCall } from "./use-bank-call.ts";

type RulesProps = AccountProps & { readonly work: BankWork; readonly onClose: () => void };

/** A rule as it is typed. */
interface Typed {
  readonly name: string;
  readonly lineContains: string;
  readonly bookContains: string;
  readonly feePercent: string;
  readonly days: string;
}
const BLANK: Typed = { name: "", lineContains: "", bookContains: "", feePercent: "3", days: "10" };

/** The saved rules of an account: payouts that come less a fee. Each is tried on the period's lines before it is saved. */
export function RulesDialog({ work, onClose, ...props }: RulesProps) {
  const [editing, setEditing] = useState<{ readonly rule: StoredBankRule | null } | null>(work.rules.length === 0 ? { rule: null } : null);
  const { clientId, account } = props;
  const { perform, pending } = useActs(clientId);
  const remove = ({ decisionNo, ruleId: _id, person: _person, at: _at, ...rule }: StoredBankRule) =>
    void perform({
      key: "remove",
      words: t("Rule “{name}” removed. Matches made with it are kept.", { name: rule.name }),
      run: () => call("decisions.undo", { clientId, decisionNo, outright: true }),
      undo: () => call("bank.saveRule", { clientId, ...rule }),
    });
  return (
    <Dialog title={t("Matching rules for {account}", { account: account.name })} wide onClose={onClose}>
      <div className={styles.find}>
        <p className={text.muted}>
          {t("A payout, such as one from Stripe, is often several sales less a fee. A rule finds those sales and suggests a match.")}
        </p>
        {editing === null ? (
          <>
            <ul aria-label={t("Rules")}>
              {work.rules.map((rule) => (
                <li key={rule.ruleId} className={styles.rule}>
                  <span className={styles.what}>
                    <span className={styles.who}>{rule.name}</span>
                    <span className={text.mutedSmall}>{ruleWords(rule)}</span>
                  </span>
                  <Button needs="preparer" onClick={() => setEditing({ rule })}>
                    {t("Edit")}
                  </Button>
                  <Button
                    needs="preparer"
                    kind="quiet"
                    disabled={pending !== null}
                    aria-label={t("Remove rule {name}", { name: rule.name })}
                    onClick={() => remove(rule)}
                  >
                    {t("Remove")}
                  </Button>
                </li>
              ))}
              {work.rules.length === 0 ? <li className={text.muted}>{t("No rules yet.")}</li> : null}
            </ul>
            <div className={classes(layout.dialogFoot, styles.foot)}>
              <Button needs="preparer" kind="primary" data-first-focus="" onClick={() => setEditing({ rule: null })}>
                {t("Add rule")}
              </Button>
            </div>
          </>
        ) : (
          <RuleForm {...props} rule={editing.rule} onDone={() => setEditing(null)} />
        )}
      </div>
    </Dialog>
  );
}

function ruleWords({ lineContains, bookContains, feePercent, days }: StoredBankRule): string {
  const receipts = bookContains === "" ? t("receipts") : t("receipts containing “{text}”", { text: bookContains });
  const lines = t(
    "A deposit line containing “{line}” matches {receipts} dated {days, plural, =0 {the same day} one {the same day or the day before} other {the same day or up to # days before}}.",
    { line: lineContains, receipts, days },
  );
  if (isZero(feePercent)) return `${lines} ${t("Their total must equal the deposit.")}`;
  return `${lines} ${t("Their total may exceed the deposit by a fee of up to {percent}% of the total.", { percent: feePercent })}`;
}

/** The rule of what is typed; null while it isn't complete. */
function ruleOf({ name, lineContains, bookContains, feePercent, days }: Typed): BankRule | null {
  const fee = readAmount(feePercent);
  const before = Number(days);
  const isWhole = /^\d{1,2}$/.test(days.trim()) && before <= 60;
  if (name.trim() === "" || lineContains.trim().length < 2 || fee === null || !isWhole) return null;
  if (Number(fee) < 0 || Number(fee) > 25) return null;
  return { name: name.trim(), lineContains: lineContains.trim(), bookContains: bookContains.trim(), feePercent: fee, days: before };
}

const RULE_NEEDS = t("First enter a name, at least 2 characters of the statement line, a fee of 0 to 25% and 0 to 60 days");

function RuleForm({
  clientId,
  period,
  account,
  rule,
  onDone,
}: AccountProps & { readonly rule: StoredBankRule | null; readonly onDone: () => void }) {
  const [typed, setTyped] = useState<Typed>(rule === null ? BLANK : { ...rule, days: String(rule.days) });
  const { busy, failure, run } = useBankCall();
  const wanted = ruleOf(typed);
  const field = (name: keyof Typed, label: string, hint: string, first = false) => (
    <LabelledField name={label} error={undefined} hint={hint}>
      {(attributes) => (
        <input
          {...attributes}
          className={controls.input}
          {...(first ? { autoFocus: true } : {})}
          autoComplete="off"
          value={typed[name]}
          onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
        />
      )}
    </LabelledField>
  );
  const save = async () => {
    if (wanted === null) return;
    const saved = await run(async () => {
      const kept = await call("bank.saveRule", { clientId, accountId: account.accountId, ...wanted });
      // A rule is known by its name: under a new one it would be there twice.
      const isRenamed = rule !== null && rule.name.toLowerCase() !== wanted.name.toLowerCase();
      if (isRenamed) await call("decisions.undo", { clientId, decisionNo: rule.decisionNo, outright: true });
      return kept;
    });
    if (saved !== null) onDone();
  };
  return (
    <form
      className={styles.find}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {failure === null ? null : <FailureNote failure={failure} />}
      <div className={styles.ruleFields}>
        {field("name", t("Name"), t("Such as Stripe payouts"), true)}
        {field("lineContains", t("Statement line contains"), t("At least 2 characters"))}
        {field("bookContains", t("Transaction contains (optional)"), t("Contact, number or reference"))}
        {field("feePercent", t("Maximum fee, %"), t("0 to 25"))}
        {field("days", t("Maximum days from sale to deposit"), t("0 to 60"))}
      </div>
      {wanted === null ? null : <Trial clientId={clientId} period={period} account={account} rule={wanted} />}
      <div className={classes(layout.dialogFoot, styles.foot)}>
        <Button onClick={onDone}>{t("Back")}</Button>
        <Button
          needs="preparer"
          type="submit"
          kind="primary"
          disabled={wanted === null || busy}
          title={wanted === null ? RULE_NEEDS : undefined}
        >
          {busy ? t("Saving…") : t("Save rule")}
        </Button>
      </div>
    </form>
  );
}

/** What the rule would match of the period's open lines. */
function Trial({ clientId, period, account, rule }: AccountProps & { readonly rule: BankRule }) {
  const { data } = useCoreQuery("bank.tryRule", { clientId, period, accountId: account.accountId, ...rule }, { keepPrevious: true });
  if (data === undefined) return null;
  return (
    <section aria-label={t("Test on this period")}>
      <p className={text.muted} role="status">
        {data.named === 0
          ? t("No unreconciled line contains “{line}”.", { line: rule.lineContains })
          : t(
              "{named, plural, one {# unreconciled line contains} other {# unreconciled lines contain}} “{line}”; {matched, plural, =0 {none has matching transactions} one {# has matching transactions} other {# have matching transactions}}.",
              { named: data.named, line: rule.lineContains, matched: data.matches.length },
            )}
      </p>
      <ul className={styles.payments}>
        {data.matches.map(({ lineId, date, text: words, amount, transactions, fee }) => (
          <li key={lineId} className={styles.entry}>
            <span className={styles.day}>{formatDay(date)}</span>
            <span className={styles.what}>
              <span className={styles.who}>{words}</span>
              <span className={text.mutedSmall}>
                {t("{transactions, plural, one {# transaction} other {# transactions}}", { transactions })}, {t("fee")}{" "}
                <Money amount={fee} currency={account.currency} />
              </span>
            </span>
            <Money amount={amount} currency={account.currency} />
          </li>
        ))}
      </ul>
    </section>
  );
}
