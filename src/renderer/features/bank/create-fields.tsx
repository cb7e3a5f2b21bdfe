import type { Choice, Named } from "#shared/contract/books/choices.ts";
import type { BankLine, DraftOptions } from "#shared/contract/close/bank.ts";
import { absoluteDecimal, compareDecimals, type DecimalString, subtractDecimals } from "#shared/kernel/decimal.ts";
import { type PaymentSplit, splitPayment } from "#shared/model/books/payment-split.ts";
import { formatDay } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import text from "../../styles/text.module.css";
import controls from "../../ui/controls/controls.module.css";
import { ComboboxField } from "../../ui/fields/combobox-field.tsx";
import { LabelledField } from "../../ui/fields/labelled-field.tsx";
import { Money } from "../../ui/figures/money.tsx";
import styles from "./bank.module.css";
import { type AccountProps, isMoneyOut, lineText } from "./bank-lines.ts";
import { ChooseList } from "./choose-list.tsx";

/** What is entered for a statement line; each kind of transaction uses its own part. */
export interface Entry {
  readonly kind: "money" | "transfer" | "payment";
  readonly contact: Named | null;
  readonly target: Named | null;
  readonly targetKind: "account" | "item";
  readonly transferTo: string;
  readonly pays: readonly string[];
  readonly note: string;
}

export interface FieldsProps extends Pick<AccountProps, "clientId" | "account"> {
  readonly line: BankLine;
  readonly options: DraftOptions;
  readonly entry: Entry;
  readonly onChange: (part: Partial<Entry>) => void;
}

/** What a client's ledger does not take of a line, and why; empty where it takes everything. */
export interface Refusals {
  readonly transfer?: string | undefined;
  /** Why money can't be spent or received without a contact; absent where it can, null while that isn't known. */
  readonly noContact?: string | null | undefined;
  readonly account?: string | undefined;
  readonly item?: string | undefined;
  /** Of the account that was chosen, where others are taken. */
  readonly chosen?: string | undefined;
}

/** Asks for it beforehand, so that no draft is made that the ledger can't take. */
export function useRefusals(clientId: string, line: BankLine, { kind, target, targetKind }: Entry): Refusals {
  const journal = useCoreQuery("entries.refusedFields", { clientId, type: "journal", issueDate: line.date });
  const type = isMoneyOut(line) ? "cash_purchase" : "cash_sale";
  const money = useCoreQuery("entries.refusedFields", { clientId, type, issueDate: line.date });
  const account = money.data?.["lines.account"];
  const isAsked = kind === "money" && target !== null && targetKind === "account" && account === undefined;
  const accountId = target?.id ?? "";
  const chosen = useCoreQuery("entries.refusedFields", { clientId, type, issueDate: line.date, accountId }, { enabled: isAsked });
  return {
    // A transfer is a journal between two bank accounts.
    transfer: journal.data?.["lines.bankAccount"],
    noContact: money.isPending ? null : money.data?.["party.missing"],
    account,
    item: money.data?.["lines.item"],
    chosen: isAsked ? chosen.data?.["lines.account"] : undefined,
  };
}

/** Whom it was with, and what for. */
export function MoneyFields({ clientId, account, line, entry, onChange, refusals }: FieldsProps & { readonly refusals: Refusals }) {
  const isOut = isMoneyOut(line);
  const contact = isOut ? t("Paid to") : t("Received from");
  const target = refusals.account === undefined ? (refusals.item === undefined ? t("Account or item") : t("Account")) : t("Item");
  const hint = refusals.account ?? refusals.chosen;
  const isOwnCurrency = ({ currency }: Choice) => currency === null || currency === account.currency;
  return (
    <div className={styles.pair}>
      <LabelledField name={contact} error={undefined} {...contactHint(refusals)} wide>
        {() => (
          <ComboboxField
            clientId={clientId}
            kind="party"
            label={contact}
            first
            suits={isOwnCurrency}
            value={entry.contact}
            onChange={(chosen) => onChange({ contact: chosen })}
          />
        )}
      </LabelledField>
      <LabelledField name={target} error={undefined} {...(hint === undefined ? {} : { hint })} wide>
        {() => (
          <ComboboxField
            clientId={clientId}
            kind={refusals.account === undefined ? "account" : "item"}
            also={refusals.account === undefined && refusals.item === undefined ? "item" : undefined}
            label={target}
            only={({ id }) => id !== account.accountId}
            suits={(choice) => choice.class === (isOut ? "expense" : "revenue")}
            value={refusals[entry.targetKind] === undefined ? entry.target : null}
            onChange={(chosen, kind) => onChange({ target: chosen, targetKind: kind === "item" ? "item" : "account" })}
          />
        )}
      </LabelledField>
      <Description line={line} entry={entry} onChange={onChange} />
    </div>
  );
}

/** Where a contact can't be added from here, it says where: a bank is often none yet when its first fee is entered. */
function contactHint({ noContact }: Refusals): { readonly hint?: string } {
  if (noContact === null) return {};
  if (noContact === undefined) return { hint: t("Optional in this ledger") };
  return {
    hint: t("This ledger needs a contact, such as the bank for a bank fee. If it isn't listed, add it in the ledger, then sync."),
  };
}

/** Where the money went to or came from; `refusals` says why the ledger takes no transfer. */
export function TransferFields({
  account,
  line,
  options: { transfers },
  entry,
  onChange,
  refusals,
}: FieldsProps & { readonly refusals: Refusals }) {
  if (refusals.transfer !== undefined) return <p className={text.muted}>{refusals.transfer}</p>;
  if (transfers.length === 0)
    return (
      <p className={text.muted}>{t("This client has no other bank or card account in {currency}.", { currency: account.currency })}</p>
    );
  return (
    <div className={styles.pair}>
      <LabelledField name={isMoneyOut(line) ? t("Transferred to") : t("Transferred from")} error={undefined} wide>
        {(attributes) => (
          <select
            {...attributes}
            className={controls.input}
            data-first-focus=""
            value={entry.transferTo}
            onChange={(event) => onChange({ transferTo: event.target.value })}
          >
            {transfers.map(({ accountId, code, name }) => (
              <option key={accountId} value={accountId}>
                {code === null ? name : `${code} ${name}`}
              </option>
            ))}
          </select>
        )}
      </LabelledField>
      <Description line={line} entry={entry} onChange={onChange} />
    </div>
  );
}

function Description({ line, entry, onChange }: Pick<FieldsProps, "line" | "entry" | "onChange">) {
  return (
    <LabelledField name={t("Description")} error={undefined} wide>
      {(attributes) => (
        <input
          {...attributes}
          className={controls.input}
          maxLength={500}
          placeholder={lineText(line)}
          value={entry.note}
          onChange={(event) => onChange({ note: event.target.value })}
        />
      )}
    </LabelledField>
  );
}

/** The open bills or invoices that the line pays. */
export function PaymentFields({ account, line, options: { payments }, entry, onChange }: FieldsProps) {
  const isOut = isMoneyOut(line);
  if (payments.length === 0)
    return (
      <p className={text.muted}>
        {isOut
          ? t("No open bills in {currency} dated on or before {day}.", { currency: account.currency, day: formatDay(line.date) })
          : t("No open invoices in {currency} dated on or before {day}.", { currency: account.currency, day: formatDay(line.date) })}
      </p>
    );
  const { left } = paymentSplit(line, payments, entry.pays);
  return (
    <ChooseList
      label={isOut ? t("Open bills") : t("Open invoices")}
      items={payments.map(({ documentId, number, contact, date, outstanding, ...fit }) => ({
        ...{ id: documentId, date, title: contact ?? t("No contact"), amount: outstanding },
        detail: [number, fitWords(fit)].filter((part) => part !== null).join(" · "),
      }))}
      chosen={entry.pays}
      onChoose={(pays) => onChange({ pays })}
      currency={account.currency}
      left={left}
      note={<StillOpen line={line} payments={payments} pays={entry.pays} currency={account.currency} />}
    />
  );
}

function fitWords({ isExact, isNamed }: Pick<Payments[number], "isExact" | "isNamed">): string | null {
  if (isExact) return isNamed ? t("Same amount · Number or contact matches") : t("Same amount");
  return isNamed ? t("Number or contact matches") : null;
}

/** What the line pays only a part of. */
function StillOpen({
  line,
  payments,
  pays,
  currency,
}: {
  readonly line: BankLine;
  readonly payments: Payments;
  readonly pays: readonly string[];
  readonly currency: string;
}) {
  const last = payments.find(({ documentId }) => documentId === pays.at(-1));
  const { allocations, problem } = paymentSplit(line, payments, pays);
  const part = allocations.at(-1)?.amount;
  if (last === undefined || part === undefined || problem !== null || compareDecimals(part, last.outstanding) === 0) return null;
  return (
    <span>
      <span className={text.muted}>{stillOpenWords(last, isMoneyOut(line))}</span>{" "}
      <Money amount={subtractDecimals(last.outstanding, part)} currency={currency} showCurrency />
    </span>
  );
}

function stillOpenWords({ number }: Payments[number], isOut: boolean): string {
  if (number === null)
    return isOut
      ? t("Outstanding on the last bill chosen, after this payment:")
      : t("Outstanding on the last invoice chosen, after this receipt:");
  return isOut
    ? t("Outstanding on bill {number} after this payment:", { number })
    : t("Outstanding on invoice {number} after this receipt:", { number });
}

type Payments = DraftOptions["payments"];

/** What each of the chosen bills or invoices takes of a line. */
export function paymentSplit(line: BankLine, payments: Payments, pays: readonly string[]): PaymentSplit {
  const size: DecimalString = absoluteDecimal(line.amount);
  const chosen = pays.flatMap((id) => payments.find(({ documentId }) => documentId === id) ?? []);
  return splitPayment(
    size,
    chosen.map(({ documentId, contactId, outstanding }) => ({ id: documentId, partyId: contactId, outstanding })),
  );
}
