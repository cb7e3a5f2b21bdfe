import type { Statement } from "#shared/model/statement.ts";
import { FailureNote } from "../../components/failure-note.tsx";
import { formatAmount, formatCount } from "../../format/amount.ts";
import { formatDay } from "../../format/date.ts";
import { t } from "../../language/t.ts";
import { RecordNames } from "../../state/record-names.tsx";
import styles from "./balance-note.module.css";
import { imbalanceOf } from "./statement-balance.ts";

const SHOWN = 5;

/** Says that a balance sheet does not balance, by how much, why, and which documents it comes from. Nothing where it does. */
export function BalanceNote({ clientId, statement }: { readonly clientId: string; readonly statement: Statement }) {
  const apart = imbalanceOf(statement);
  if (apart === null) return null;
  const amount = `${formatAmount(apart.amount, statement.currency)} ${statement.currency}`;
  return (
    <FailureNote
      failure={{
        message:
          apart.more === "assets"
            ? t("This balance sheet does not balance: assets are {amount} more than liabilities and equity at {day}.", {
                amount,
                day: formatDay(apart.days[0] ?? statement.to),
              })
            : t("This balance sheet does not balance: assets are {amount} less than liabilities and equity at {day}.", {
                amount,
                day: formatDay(apart.days[0] ?? statement.to),
              }),
        next:
          apart.reasons.length === 0
            ? t("Nothing that was read says why. Compare the books under Tie-outs before anything is signed.")
            : t("The difference stands on no known account. What was read says where it can come from:"),
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
