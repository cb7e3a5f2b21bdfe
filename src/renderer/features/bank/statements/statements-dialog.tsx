import { useState } from "react";
import type { BankAccountRow, BankStatementView, BankWork } from "#shared/contract/close/bank.ts";
import { balanceSheetSign } from "#shared/model/books/balance-sheet-sign.ts";
import { nameOfNoted } from "#shared/model/close/signature.ts";
import { call } from "../../../api/client.ts";
import { formatDay, formatDayOf } from "../../../format/dates/date.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { type ActToDo, useActs } from "../../../state/core/undo.ts";
import text from "../../../styles/text.module.css";
import { Button } from "../../../ui/controls/button.tsx";
import { ConfirmDialog } from "../../../ui/dialogs/confirm-dialog.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { QueryAnswer } from "../../../ui/feedback/query-answer.tsx";
import { Money } from "../../../ui/figures/money.tsx";
import styles from "../bank.module.css";
import type { AccountProps } from "../bank-lines.ts";
import { removalWords } from "./removal-words.ts";

type StatementsProps = AccountProps & { readonly work: BankWork };

/** The statements that count for an account, files and typed balances; a wrong one is removed here. */
export function Statements({ clientId, account, work }: StatementsProps) {
  const [open, setOpen] = useState<BankStatementView | "list" | null>(null);
  const { perform, pending } = useActs(clientId);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen("list")}>
        {t("Bank statements…")}
      </Button>
      {open === "list" ? (
        <Dialog title={t("Bank statements for {account}", { account: account.name })} wide onClose={() => setOpen(null)}>
          <div className={styles.find}>
            <ul aria-label={t("Bank statements")}>
              {work.statements.toReversed().map((one) => (
                <StatementItem
                  key={one.statementNo}
                  account={account}
                  one={one}
                  disabled={pending !== null}
                  onRemove={() => setOpen(one)}
                />
              ))}
            </ul>
          </div>
        </Dialog>
      ) : null}
      {open === null || open === "list" ? null : (
        <RemoveStatement
          clientId={clientId}
          account={account}
          one={open}
          onRemove={() => {
            setOpen(null);
            void perform(removalAct(clientId, open));
          }}
          onClose={() => setOpen("list")}
        />
      )}
    </>
  );
}

function StatementItem({
  account,
  one,
  disabled,
  onRemove,
}: {
  readonly account: BankAccountRow;
  readonly one: BankStatementView;
  readonly disabled: boolean;
  readonly onRemove: () => void;
}) {
  const { decisionNo, fileName, from, to, lines, closing, currency, person, at } = one;
  const day = formatDay(to);
  return (
    <li className={styles.rule}>
      <span className={styles.what}>
        <span className={styles.who}>{decisionNo === null ? fileName : t("Closing balance, {day}", { day })}</span>
        <span className={text.mutedSmall} data-mixed="sentence">
          {decisionNo === null
            ? t("{from} to {to}, {lines, plural, =0 {no lines} one {# line} other {# lines}}", { from: formatDay(from), to: day, lines })
            : fileName}
          {closing === null ? null : (
            <>
              {" · "}
              {t("closing balance")} <Money amount={balanceSheetSign(closing, account)} currency={currency} />
            </>
          )}
          {" · "}
          {decisionNo === null
            ? t("imported by {person}, {day}", { person: nameOfNoted(person), day: formatDayOf(at) })
            : t("entered by {person}, {day}", { person: nameOfNoted(person), day: formatDayOf(at) })}
        </span>
      </span>
      <Button
        needs="preparer"
        kind="quiet"
        disabled={disabled}
        aria-label={decisionNo === null ? t("Remove {file}", { file: fileName }) : t("Remove closing balance, {day}", { day })}
        onClick={onRemove}
      >
        {t("Remove…")}
      </Button>
    </li>
  );
}

interface RemoveProps extends Pick<AccountProps, "clientId" | "account"> {
  readonly one: BankStatementView;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

/** Says what no longer counts before a statement is removed, and how it comes back. */
function RemoveStatement({ clientId, account, one, onRemove, onClose }: RemoveProps) {
  const query = useCoreQuery("bank.removal", { clientId, statementNo: one.statementNo });
  const day = formatDay(one.to);
  return (
    <ConfirmDialog
      title={
        one.decisionNo === null
          ? t("Remove {file} from {account}?", { file: one.fileName, account: account.name })
          : t("Remove the closing balance of {account} on {day}?", { account: account.name, day })
      }
      act={t("Remove")}
      disabled={query.data === undefined}
      onAct={onRemove}
      onClose={onClose}
    >
      <QueryAnswer query={query} label={t("what depends on the statement")}>
        {(removal) => removalWords(one, removal).map((words) => <p key={words}>{words}</p>)}
      </QueryAnswer>
    </ConfirmDialog>
  );
}

/** Removes a file, which is restored by its number, or a typed balance, which is typed again unless a PDF goes with it. */
function removalAct(clientId: string, one: BankStatementView): ActToDo<unknown> {
  const { statementNo, decisionNo, accountId, fileName, sha256, to, closing } = one;
  if (decisionNo === null)
    return {
      key: "remove",
      words: t("Statement {file} removed.", { file: fileName }),
      run: () => call("bank.remove", { clientId, statementNo }),
      undo: () => call("bank.restore", { clientId, statementNo }),
    };
  return {
    key: "remove",
    words: t("Closing balance on {day} removed.", { day: formatDay(to) }),
    run: () => call("decisions.undo", { clientId, decisionNo, outright: true }),
    ...(sha256 === "" && closing !== null ? { undo: () => call("bank.balance", { clientId, accountId, date: to, closing }) } : {}),
  };
}
