import { useState } from "react";
import type { SchedulesView } from "#shared/contract/close/schedules.ts";
import { isZero } from "#shared/kernel/decimal.ts";
import { call } from "../../api/client.ts";
import { formatLongPeriod } from "../../format/dates/date.ts";
import { draftedWords } from "../../format/labels/write-labels.ts";
import { t } from "../../language/t.ts";
import { useActs } from "../../state/core/undo.ts";
import { recordAddress } from "../../state/window/screen-address.ts";
import text from "../../styles/text.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog.tsx";
import { Money } from "../../ui/figures/money.tsx";
import styles from "./schedules.module.css";

interface PostEntriesProps {
  readonly clientId: string;
  readonly period: string;
  readonly view: SchedulesView;
}

/** Drafts the period's entries of all schedules, after their totals were seen; the drafts are reviewed and sent with the adjusting entries. */
export function PostEntries({ clientId, period, view }: PostEntriesProps) {
  const [asking, setAsking] = useState(false);
  const { perform, pending } = useActs(clientId);
  const { due, drafted, posted } = view.entries;
  const month = formatLongPeriod(view.month);
  if (due + drafted + posted === 0) return null;
  const draft = () =>
    void perform({
      key: "draft",
      words: draftedWords,
      run: () => call("schedules.draft", { clientId, period }),
      stopped: ({ failure }) => failure,
      undo: async ({ jobIds }) => {
        for (const jobId of jobIds) await call("writes.cancel", { clientId, jobId });
      },
      canUndo: ({ jobIds }) => jobIds.length > 0,
    });
  return (
    <>
      <span className={text.muted}>
        {drafted > 0 ? (
          <a href={`#${recordAddress(clientId, "close", "adjusting")}`}>
            {t("{drafted, plural, one {Review 1 entry not confirmed as posted} other {Review # entries not confirmed as posted}}", {
              drafted,
            })}
          </a>
        ) : due === 0 ? (
          t("{posted, plural, one {1 entry posted} other {All # entries posted}}", { posted })
        ) : null}
      </span>
      {due === 0 ? null : (
        <Button needs="preparer" kind="primary" disabled={pending !== null} onClick={() => setAsking(true)}>
          {t("Create drafts for {month}…", { month })}
        </Button>
      )}
      {asking ? (
        <ConfirmDialog
          title={t("{due, plural, one {Create 1 draft entry for {month}?} other {Create # draft entries for {month}?}}", { due, month })}
          act={t("{due, plural, one {Create 1 draft} other {Create # drafts}}", { due })}
          onClose={() => setAsking(false)}
          onAct={draft}
        >
          <Totals view={view} />
          <p className={text.muted}>
            {t("Nothing is sent to the ledger now. Review and send the drafts under Close › Adjusting entries.")}
          </p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function Totals({ view: { currency, entries } }: { readonly view: SchedulesView }) {
  return (
    <table className={styles.months} aria-label={t("Totals by account")}>
      <thead>
        <tr>
          <th scope="col">{t("Account")}</th>
          <th scope="col">{t("Debit")}</th>
          <th scope="col">{t("Credit")}</th>
        </tr>
      </thead>
      <tbody>
        {entries.totals.map(({ accountId, account, debit, credit }) => (
          <tr key={accountId}>
            <th scope="row">{account}</th>
            <td>{isZero(debit) ? null : <Money amount={debit} currency={currency} />}</td>
            <td>{isZero(credit) ? null : <Money amount={credit} currency={currency} />}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t("Total, {currency}", { currency })}</th>
          <td>
            <Money amount={entries.debits} currency={currency} />
          </td>
          <td>
            <Money amount={entries.debits} currency={currency} />
          </td>
        </tr>
      </tfoot>
    </table>
  );
}
