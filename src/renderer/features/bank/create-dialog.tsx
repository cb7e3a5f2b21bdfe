import { useEffect, useRef, useState } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import type { Named } from "#shared/contract/books/choices.ts";
import type { BankLine, DraftOptions } from "#shared/contract/close/bank.ts";
import { call } from "../../api/client.ts";
import { formatDay } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { writesAddress } from "../../state/window/screen-address.ts";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import { Button } from "../../ui/controls/button.tsx";
import controls from "../../ui/controls/controls.module.css";
import { Segments } from "../../ui/controls/segments.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { QueryAnswer } from "../../ui/feedback/query-answer.tsx";
import { ComboboxField } from "../../ui/fields/combobox-field.tsx";
import { LabelledField } from "../../ui/fields/labelled-field.tsx";
import { Money } from "../../ui/figures/money.tsx";
import styles from "./bank.module.css";
import { type AccountProps, lineDetail, lineText } from "./bank-lines.ts";
import { useBankCall } from "./use-bank-call.ts";

type CreateProps = AccountProps & { readonly line: BankLine; readonly onClose: () => void };
type Kind = "money" | "transfer" | "payment";

/** Drafts the transaction that a statement line stands for; nothing is sent before the review that follows. */
export function CreateDialog(props: CreateProps) {
  const { clientId, account, line, onClose } = props;
  const query = useCoreQuery("bank.draftOptions", { clientId, accountId: account.accountId, lineId: line.lineId });
  return (
    <Dialog title={t("Create transaction for {line}", { line: lineText(line) })} wide onClose={onClose}>
      <QueryAnswer query={query} label={t("options for the statement line")}>
        {(options) => <CreateForm {...props} options={options} />}
      </QueryAnswer>
    </Dialog>
  );
}

interface Entry {
  readonly kind: Kind;
  readonly contact: Named | null;
  readonly target: Named | null;
  readonly targetKind: "account" | "item";
  readonly transferTo: string;
  readonly pays: readonly string[];
}

function CreateForm({ clientId, account, line, options, onClose }: CreateProps & { readonly options: DraftOptions }) {
  const [, navigate] = useHashLocation();
  const [entry, setEntry] = useState(() => startOf(options));
  const { busy, failure, run } = useBankCall();
  const wanted = choiceOf(entry);
  const change = (part: Partial<Entry>) => setEntry({ ...entry, ...part });
  const form = useRef<HTMLFormElement>(null);
  // What is prefilled needs only Enter; else the first field is next.
  useEffect(() => form.current?.querySelector<HTMLElement>("[type=submit]:enabled, [role=combobox], select")?.focus(), []);
  const create = async (reviews: boolean) => {
    if (wanted === null) return;
    const asked = { clientId, accountId: account.accountId, lineId: line.lineId, ...wanted };
    const job = await run(() => call("bank.create", asked));
    if (job === null) return;
    onClose();
    // A draft that a check stops is of no use in the list: its review says what to change.
    if (reviews || job.state === "blocked") navigate(writesAddress(clientId, `review-${job.jobId}`));
  };
  return (
    <form
      ref={form}
      className={styles.find}
      onSubmit={(event) => {
        event.preventDefault();
        void create(false);
      }}
    >
      <div className={styles.entry}>
        <span className={styles.day}>{formatDay(line.date)}</span>
        <span className={styles.what}>
          <span className={styles.who}>{lineText(line)}</span>
          <span className={text.mutedSmall}>{lineDetail(line)}</span>
        </span>
        <Money amount={line.amount} currency={account.currency} showCurrency />
      </div>
      {failure === null ? null : <FailureNote failure={failure} />}
      <Segments label={t("Transaction type")} options={kindsOf(line)} chosen={entry.kind} onChange={(kind) => change({ kind })} />
      {entry.kind === "money" ? <MoneyFields clientId={clientId} line={line} entry={entry} onChange={change} /> : null}
      {entry.kind === "transfer" ? <TransferField options={options} entry={entry} onChange={change} /> : null}
      {entry.kind === "payment" ? <PaymentList options={options} entry={entry} currency={account.currency} onChange={change} /> : null}
      <div className={layout.dialogFoot}>
        <span className={styles.left}>{wanted === null ? missing(entry) : t("It matches this line once it's posted.")}</span>
        <Button onClick={onClose}>{t("Cancel")}</Button>
        <Button disabled={wanted === null || busy} title={t("Shows the exact request before it's sent")} onClick={() => void create(true)}>
          {t("Review")}
        </Button>
        <Button type="submit" kind="primary" disabled={wanted === null || busy} title={wanted === null ? missing(entry) : undefined}>
          {busy ? t("Checking…") : t("Create draft")}
        </Button>
      </div>
    </form>
  );
}

/** What was chosen for the payee last, unless a bill or invoice of the amount is open. */
function startOf({ learned, payments, transfers }: DraftOptions): Entry {
  const [first] = payments;
  const kind = first?.isExact === true ? "payment" : (learned?.kind ?? "money");
  return {
    kind,
    contact: learned?.contact ?? null,
    target: learned?.kind === "money" ? learned.target : null,
    targetKind: learned?.targetKind ?? "account",
    transferTo: (learned?.kind === "transfer" ? learned.target?.id : undefined) ?? transfers[0]?.accountId ?? "",
    pays: first === undefined ? [] : [first.documentId],
  };
}

/** What is asked for; null while something is missing. */
function choiceOf({ kind, contact, target, targetKind, transferTo, pays }: Entry) {
  if (kind === "payment") return pays.length === 0 ? null : { kind, documentIds: [...pays] };
  if (kind === "transfer") return transferTo === "" ? null : { kind, targetId: transferTo };
  return target === null || contact === null ? null : { kind, targetKind, targetId: target.id, contactId: contact.id };
}

function missing({ kind, contact }: Entry): string {
  if (kind === "payment") return t("First choose what it pays");
  return kind === "transfer"
    ? t("Choose the other account first")
    : contact === null
      ? t("Choose the contact first")
      : t("Choose the account first");
}

function kindsOf({ amount }: BankLine): readonly { readonly value: Kind; readonly word: string }[] {
  const isOut = amount.startsWith("-");
  return [
    { value: "money", word: isOut ? t("Money spent or fee") : t("Money received") },
    { value: "payment", word: isOut ? t("Bill payment") : t("Invoice payment") },
    { value: "transfer", word: t("Transfer") },
  ];
}

interface FieldsProps {
  readonly entry: Entry;
  readonly onChange: (part: Partial<Entry>) => void;
}

function MoneyFields({ clientId, line, entry, onChange }: FieldsProps & { readonly clientId: string; readonly line: BankLine }) {
  const contact = line.amount.startsWith("-") ? t("Paid to") : t("Received from");
  return (
    <div className={styles.pair}>
      <LabelledField name={contact} error={undefined} wide>
        {() => (
          <ComboboxField
            clientId={clientId}
            kind="party"
            label={contact}
            first
            value={entry.contact}
            onChange={(chosen) => onChange({ contact: chosen })}
          />
        )}
      </LabelledField>
      <LabelledField name={t("Account or item")} error={undefined} wide>
        {() => (
          <ComboboxField
            clientId={clientId}
            kind="account"
            also="item"
            label={t("Account or item")}
            value={entry.target}
            onChange={(target, kind) => onChange({ target, targetKind: kind === "item" ? "item" : "account" })}
          />
        )}
      </LabelledField>
    </div>
  );
}

function TransferField({ options: { transfers }, entry, onChange }: FieldsProps & { readonly options: DraftOptions }) {
  if (transfers.length === 0) return <p className={text.muted}>{t("This client has no other bank or card account in this currency.")}</p>;
  return (
    <LabelledField name={t("Other account")} error={undefined} wide>
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
  );
}

function PaymentList({
  options: { payments },
  entry,
  currency,
  onChange,
}: FieldsProps & { readonly options: DraftOptions; readonly currency: string }) {
  if (payments.length === 0) return <p className={text.muted}>{t("No open transactions match the line's amount, number or contact.")}</p>;
  const toggle = (id: string) => onChange({ pays: entry.pays.includes(id) ? entry.pays.filter((one) => one !== id) : [...entry.pays, id] });
  return (
    <ul className={styles.payments} aria-label={t("Open transactions")}>
      {payments.map(({ documentId, number, contact, date, outstanding, isExact }) => (
        <li key={documentId}>
          <label className={styles.candidate}>
            <input type="checkbox" checked={entry.pays.includes(documentId)} onChange={() => toggle(documentId)} />
            <span className={styles.day}>{formatDay(date)}</span>
            <span className={styles.what}>
              <span className={styles.who}>{contact ?? t("No contact")}</span>
              <span className={text.mutedSmall}>
                {[number, isExact ? t("same amount") : t("different amount")].filter((part) => part !== null).join(" · ")}
              </span>
            </span>
            <Money amount={outstanding} currency={currency} />
          </label>
        </li>
      ))}
    </ul>
  );
}
