import { useState } from "react";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { currencyDigits } from "#shared/kernel/currency-digits.ts";
import { balanceSheetSign } from "#shared/model/books/balance-sheet-sign.ts";
import { call } from "../../api/client.ts";
import { amountProblem, readAmount } from "../../format/amounts/typed-amount.ts";
import { t } from "../../language/t.ts";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import { Button } from "../../ui/controls/button.tsx";
import controls from "../../ui/controls/controls.module.css";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { DayInput } from "../../ui/fields/date-field.tsx";
import { LabelledField } from "../../ui/fields/labelled-field.tsx";
import styles from "./bank.module.css";
import type { AccountProps } from "./bank-lines.ts";
import { useBankCall } from "./use-bank-call.ts";

type BalanceProps = AccountProps & {
  /** The PDF that was dropped or chosen; null until one is. */
  readonly file: File | null;
  /** Last day of the period. */
  readonly end: string;
  readonly onClose: () => void;
};

const BYTES_MAX = 20 * 1024 * 1024;

/** The closing balance that a person reads from a paper or PDF statement, with the file as evidence. */
export function BalanceDialog({ clientId, account, file, end, onClose }: BalanceProps) {
  const [pdf, setPdf] = useState(file);
  const [date, setDate] = useState(end);
  const [typed, setTyped] = useState("");
  const { busy, failure, setFailure, run } = useBankCall();
  const closing = readAmount(typed, currencyDigits(account.currency));
  const save = async () => {
    if (closing === null || date === "") return;
    if (pdf !== null && pdf.size > BYTES_MAX) {
      setFailure({ code: "invalid_input", message: t("The file is larger than 20 MB. Choose a smaller PDF.") });
      return;
    }
    const evidence = pdf === null ? {} : { fileName: pdf.name, content: new Uint8Array(await pdf.arrayBuffer()).toBase64() };
    const own = { accountId: account.accountId, date: date as CalendarDate, closing: balanceSheetSign(closing, account) };
    const given = { clientId, ...own, ...evidence };
    if ((await run(() => call("bank.balance", given))) !== null) onClose();
  };
  return (
    <Dialog title={t("Closing balance of {account}", { account: account.name })} onClose={onClose}>
      <form
        className={styles.find}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {failure === null ? null : <FailureNote failure={failure} />}
        <LabelledField
          name={t("Closing balance")}
          error={typed !== "" && closing === null ? amountProblem(typed, t("Enter an amount, such as 1234.50.")) : undefined}
          hint={
            account.isLiability
              ? t("The amount owed, as shown on the statement. If the account is overpaid, enter a negative amount.")
              : t("As shown on the statement. If money is owed to the bank, enter a negative amount.")
          }
        >
          {(attributes) => (
            <input
              {...attributes}
              className={controls.input}
              data-first-focus=""
              inputMode="decimal"
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </LabelledField>
        <LabelledField name={t("Statement date")} error={undefined}>
          {(attributes) => <DayInput {...attributes} value={date} onChange={setDate} />}
        </LabelledField>
        <Evidence pdf={pdf} onChoose={setPdf} />
        <div className={layout.dialogFoot}>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button
            needs="preparer"
            type="submit"
            kind="primary"
            disabled={closing === null || date === "" || busy}
            title={closing === null ? t("Enter the closing balance first") : undefined}
          >
            {busy ? t("Saving…") : t("Save balance")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Evidence({ pdf, onChoose }: { readonly pdf: File | null; readonly onChoose: (file: File | null) => void }) {
  return (
    <>
      <LabelledField name={t("PDF statement")} error={undefined} hint={t("Optional. Kept with the client's data as evidence.")}>
        {(attributes) => (
          <input
            {...attributes}
            type="file"
            accept=".pdf,application/pdf"
            onChange={(event) => onChoose(event.target.files?.[0] ?? null)}
          />
        )}
      </LabelledField>
      {pdf === null ? null : <span className={text.mutedSmall}>{pdf.name}</span>}
    </>
  );
}
