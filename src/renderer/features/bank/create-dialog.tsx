import { useEffect, useRef, useState } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import type { BankLine, DraftOptions } from "#shared/contract/close/bank.ts";
import { absoluteDecimal, compareDecimals } from "#shared/kernel/decimal.ts";
import { call } from "../../api/client.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { writesAddress } from "../../state/window/screen-address.ts";
import { reviewPart } from "../../state/window/write-address.ts";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { classes } from "../../ui/controls/classes.ts";
import { Segments } from "../../ui/controls/segments.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { QueryAnswer } from "../../ui/feedback/query-answer.tsx";
import styles from "./bank.module.css";
import { type AccountProps, type BankRow, isMoneyOut, lineText } from "./bank-lines.ts";
import { type Entry, MoneyFields, PaymentFields, paymentSplit, type Refusals, TransferFields, useRefusals } from "./create-fields.tsx";
import { LineSummary } from "./line-summary.tsx";
import { useBankCall } from "./use-bank-call.ts";

interface CreateProps extends AccountProps {
  readonly line: BankLine;
  /** The line is matched less a fee, which is what is drafted. */
  readonly isFee: boolean;
  readonly onClose: () => void;
}
type Kind = Entry["kind"];

const MATCHED_LATER = t("Once the transaction is posted, Tieout matches it with this line.");

/** Drafts the transaction that a row's statement line stands for, or the fee of its match; nothing is sent before the review that follows. */
export function CreateDialog({ row, ...props }: Omit<CreateProps, "line" | "isFee"> & { readonly row: BankRow }) {
  const [line] = row.lines;
  return line === undefined ? null : <LineDialog {...props} line={line} isFee={row.match !== null} />;
}

function LineDialog(props: CreateProps) {
  const { clientId, account, line, isFee, onClose } = props;
  const query = useCoreQuery("bank.draftOptions", { clientId, accountId: account.accountId, lineId: line.lineId });
  const title = isFee ? t("Enter fee: {line}", { line: lineText(line) }) : t("Create transaction: {line}", { line: lineText(line) });
  return (
    <Dialog title={title} wide onClose={onClose}>
      <QueryAnswer query={query} label={t("options for the statement line")}>
        {(options) => <CreateForm {...props} line={options.line} options={options} />}
      </QueryAnswer>
    </Dialog>
  );
}

function CreateForm({ clientId, account, line, isFee, options, onClose }: CreateProps & { readonly options: DraftOptions }) {
  const [, navigate] = useHashLocation();
  const [entry, setEntry] = useState(() => startOf(line, options));
  const { busy, failure, run } = useBankCall();
  const refusals = useRefusals(clientId, line, entry);
  const lacks = missing(entry, line, options, refusals);
  const change = (part: Partial<Entry>) => setEntry({ ...entry, ...part });
  const form = useRef<HTMLFormElement>(null);
  // What is prefilled needs only Enter; else the first field is next.
  useEffect(() => form.current?.querySelector<HTMLElement>("[type=submit]:enabled, [role=combobox], select")?.focus(), []);
  const create = async (reviews: boolean) => {
    if (lacks !== null) return;
    const asked = { clientId, accountId: account.accountId, lineId: line.lineId, ...choiceOf(entry) };
    const job = await run(() => call("bank.create", asked));
    if (job === null) return;
    onClose();
    // A draft that a check stops is of no use in the list: its review says what to change.
    if (reviews || job.state === "blocked") navigate(writesAddress(clientId, reviewPart(job.jobId, account.accountId)));
  };
  const fields = { clientId, account, line, options, entry, onChange: change };
  return (
    <form
      ref={form}
      className={styles.find}
      onSubmit={(event) => {
        event.preventDefault();
        void create(false);
      }}
    >
      <LineSummary lines={[line]} currency={account.currency} />
      {failure === null ? null : <FailureNote failure={failure} />}
      {isFee ? null : (
        <div>
          <Segments label={t("Transaction type")} options={kindsOf(line)} chosen={entry.kind} onChange={(kind) => change({ kind })} />
        </div>
      )}
      {entry.kind === "money" ? <MoneyFields {...fields} refusals={refusals} /> : null}
      {entry.kind === "transfer" ? <TransferFields {...fields} refusals={refusals} /> : null}
      {entry.kind === "payment" ? <PaymentFields {...fields} /> : null}
      <div className={classes(layout.dialogFoot, styles.foot)}>
        <span className={classes(styles.left, text.muted)} role="status">
          {lacks ?? (isFee ? t("Once the fee is posted, Tieout adds it to the transactions matched with this line.") : MATCHED_LATER)}
        </span>
        <Button onClick={onClose}>{t("Cancel")}</Button>
        <Button
          needs="preparer"
          disabled={lacks !== null || busy}
          title={lacks ?? t("Lets you check the draft before you send it to the ledger")}
          onClick={() => void create(true)}
        >
          {t("Create and review")}
        </Button>
        <Button needs="preparer" type="submit" kind="primary" disabled={lacks !== null || busy} title={lacks ?? undefined}>
          {busy ? t("Checking…") : t("Create draft")}
        </Button>
      </div>
    </form>
  );
}

/** What was chosen for the payee last, unless a bill or invoice of the amount is open or the line names one that it may pay. */
function startOf({ amount }: BankLine, { learned, payments, transfers }: DraftOptions): Entry {
  const [first] = payments;
  const covers =
    first !== undefined && (first.isExact || (first.isNamed && compareDecimals(first.outstanding, absoluteDecimal(amount)) > 0));
  return {
    kind: first?.isExact === true ? "payment" : (learned?.kind ?? (first?.isNamed === true ? "payment" : "money")),
    contact: learned?.contact ?? null,
    target: learned?.kind === "money" ? learned.target : null,
    targetKind: learned?.targetKind ?? "account",
    transferTo: (learned?.kind === "transfer" ? learned.target?.id : undefined) ?? transfers[0]?.accountId ?? "",
    pays: covers ? [first.documentId] : [],
    note: "",
  };
}

/** What is asked for. */
function choiceOf({ kind, contact, target, targetKind, transferTo, pays, note }: Entry) {
  const words = note.trim() === "" ? {} : { note: note.trim() };
  if (kind === "payment") return { kind, documentIds: [...pays] };
  if (kind === "transfer") return { kind, targetId: transferTo, ...words };
  return { kind, targetKind, targetId: target?.id ?? "", ...(contact === null ? {} : { contactId: contact.id }), ...words };
}

/** What must be chosen first; null where nothing is missing. */
function missing(entry: Entry, line: BankLine, options: DraftOptions, refusals: Refusals): string | null {
  const { kind, contact, target, targetKind, transferTo, pays } = entry;
  if (kind === "transfer") {
    if (refusals.transfer !== undefined) return t("This ledger doesn't accept transfers from Tieout");
    if (options.transfers.length === 0) return t("There is no other account to choose");
    return transferTo === "" ? t("Choose the other account first") : null;
  }
  if (kind === "money") {
    if (contact === null && refusals.noContact !== undefined)
      return refusals.noContact === null ? t("Checking…") : t("Choose the contact first");
    if (refusals.chosen !== undefined) return t("This ledger needs an item for this account. Choose an item or another account.");
    if (target !== null && refusals[targetKind] === undefined) return null;
    if (refusals.account !== undefined) return t("Choose the item first");
    return refusals.item === undefined ? t("Choose the account or item first") : t("Choose the account first");
  }
  if (options.payments.length === 0)
    return isMoneyOut(line) ? t("There are no open bills to choose") : t("There are no open invoices to choose");
  const { problem } = paymentSplit(line, options.payments, pays);
  switch (problem) {
    case null:
      return null;
    case "nothing_chosen":
      return isMoneyOut(line) ? t("Choose the bills that were paid") : t("Choose the invoices that were paid");
    case "several_contacts":
      return isMoneyOut(line)
        ? t("The chosen bills must all be from the same vendor")
        : t("The chosen invoices must all be for the same customer");
    case "amount_left":
      return isMoneyOut(line)
        ? t("The chosen bills add up to less than the line. Choose more.")
        : t("The chosen invoices add up to less than the line. Choose more.");
    case "one_too_many":
      return isMoneyOut(line)
        ? t("The line has nothing left for the last bill chosen. Uncheck one.")
        : t("The line has nothing left for the last invoice chosen. Uncheck one.");
  }
}

function kindsOf(line: BankLine): readonly { readonly value: Kind; readonly word: string }[] {
  const isOut = isMoneyOut(line);
  return [
    { value: "money", word: isOut ? t("Money spent or fee") : t("Money received") },
    { value: "payment", word: isOut ? t("Bill payment") : t("Invoice payment") },
    { value: "transfer", word: t("Transfer") },
  ];
}
