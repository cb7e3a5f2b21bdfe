import { Send } from "lucide-react";
import { useState } from "react";
import type { BankWork } from "#shared/contract/close/bank.ts";
import { negateDecimal } from "#shared/kernel/decimal.ts";
import { call } from "../../api/client.ts";
import { formatDay } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import { useActs } from "../../state/core/undo.ts";
import layout from "../../styles/layout.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { useKeyedTitle } from "../../ui/controls/kbd.tsx";
import confirm from "../../ui/dialogs/confirm-dialog.module.css";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Money } from "../../ui/figures/money.tsx";
import styles from "./bank.module.css";
import { type AccountProps, lineText } from "./bank-lines.ts";
import { sendDrafts, sentWords } from "./drafts-sent.ts";

/** Sends what was drafted from an account's lines, all at once; each is checked again before it leaves. */
export function SendDrafts({ clientId, account, work }: AccountProps & { readonly work: BankWork }) {
  const [asking, setAsking] = useState(false);
  const { perform, pending } = useActs(clientId);
  const drafts = work.drafts.filter(({ state }) => state === "draft");
  const sendTitle = useKeyedTitle("send");
  const count = drafts.length;
  if (count === 0) return null;
  const lineOf = new Map(work.lines.map((line) => [line.lineId, line]));
  const feeOf = new Map(work.reconciliation.fees.map(({ lineId, amount }) => [lineId, negateDecimal(amount)]));
  const send = () => {
    setAsking(false);
    void perform({
      key: "send",
      words: sentWords,
      run: () =>
        sendDrafts(
          drafts.map(({ jobId }) => jobId),
          (jobId) => call("writes.send", { clientId, jobId }),
        ),
      stopped: ({ failure }) => failure,
    });
  };
  return (
    <>
      <Button
        needs="preparer"
        kind="primary"
        icon={<Send size={14} aria-hidden />}
        disabled={pending !== null}
        title={sendTitle(t("Send drafts"))}
        data-key="send"
        onClick={() => setAsking(true)}
      >
        {t("{count, plural, one {Send 1 draft…} other {Send # drafts…}}", { count })}
      </Button>
      {asking ? (
        <Dialog
          title={t("{count, plural, one {Send 1 transaction to the ledger?} other {Send # transactions to the ledger?}}", { count })}
          onClose={() => setAsking(false)}
        >
          <div className={confirm.body}>
            <ul className={styles.first} aria-label={t("Transactions to send")}>
              {drafts.map(({ jobId, lineId, isFee, title }) => {
                const line = lineOf.get(lineId);
                const amount = isFee ? feeOf.get(lineId) : line?.amount;
                return (
                  <li key={jobId} className={styles.entry}>
                    <span className={styles.day}>{line === undefined ? "" : formatDay(line.date)}</span>
                    <span className={styles.what}>
                      <span className={styles.who}>{title}</span>
                      {line === undefined ? null : <span>{lineText(line)}</span>}
                    </span>
                    {amount === undefined ? null : <Money amount={amount} currency={account.currency} showCurrency />}
                  </li>
                );
              })}
            </ul>
          </div>
          <div className={layout.dialogFoot}>
            <Button onClick={() => setAsking(false)}>{t("Cancel")}</Button>
            <Button kind="primary" data-first-focus="" onClick={send}>
              {t("Send")}
            </Button>
          </div>
        </Dialog>
      ) : null}
    </>
  );
}
