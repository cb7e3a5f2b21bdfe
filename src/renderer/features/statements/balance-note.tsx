import type { Statement } from "#shared/model/reports/statement.ts";
import { formatCount, formatMoney } from "../../format/amounts/amount.ts";
import { formatDay } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import { RecordNames } from "../../state/core/record-names.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import styles from "./balance-note.module.css";
import { imbalanceOf } from "./statement-balance.ts";

const SHOWN = 5;

/** Says that a balance sheet does not balance, by how much, why, and which documents it comes from. Nothing where it does. */
export function BalanceNote({ clientId, statement }: { readonly clientId: string; readonly statement: Statement }) {
  const apart = imbalanceOf(statement);
  if (apart === null) return null;
  const amount = formatMoney(apart.amount, statement.currency);
  return (
    <FailureNote
      failure={{
        message:
          apart.more === "assets"
            ? t("This balance sheet is out of balance: as of {day}, assets are {amount} more than liabilities and equity.", {
                amount,
                day: formatDay(apart.days[0] ?? statement.to),
              })
            : t("This balance sheet is out of balance: as of {day}, assets are {amount} less than liabilities and equity.", {
                amount,
                day: formatDay(apart.days[0] ?? statement.to),
              }),
        next:
          apart.reasons.length === 0
            ? t("The synced data doesn't explain the difference. Check Tie-outs before anyone signs off.")
            : t("The difference can't be traced to an account. These gaps may explain it:"),
      }}
    >
      {apart.reasons.length === 0 ? null : (
        <ul className={styles.reasons}>
          {apart.reasons.map(({ code, message, recordIds, count }) => (
            <li key={`${code} ${message}`}>
              {message}
              {count === 0 ? null : (
                <div className={styles.records}>
                  <RecordNames clientId={clientId} ids={recordIds.slice(0, SHOWN)} />
                  {count > SHOWN ? <span>{t("and {count} more", { count: formatCount(count - SHOWN) })}</span> : null}
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </FailureNote>
  );
}
