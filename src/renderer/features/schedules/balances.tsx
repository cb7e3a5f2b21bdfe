import type { DifferencePart, ScheduleAccount, SchedulesView } from "#shared/contract/close/schedules.ts";
import { isZero } from "#shared/kernel/decimal.ts";
import { formatDay } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import { useNothingToPrint } from "../../state/window/nothing-to-print.ts";
import { documentAddress, recordAddress } from "../../state/window/screen-address.ts";
import text from "../../styles/text.module.css";
import { Chip } from "../../ui/controls/chip.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { Figure } from "../../ui/figures/figure.tsx";
import { Money } from "../../ui/figures/money.tsx";
import { PART_WORDS } from "./schedule-words.ts";
import styles from "./schedules.module.css";

/** Every account with items: its balance per books and per schedule, and what the difference consists of. */
export function Balances({ clientId, view }: { readonly clientId: string; readonly view: SchedulesView }) {
  useNothingToPrint(view.accounts.length === 0);
  if (view.accounts.length === 0)
    return (
      <EmptyState title={t("Nothing to compare yet")}>
        <p>
          {t("Accounts appear here once they have a schedule item.")}{" "}
          <a href={`#${recordAddress(clientId, "schedules", "items")}`}>{t("Go to items")}</a>
        </p>
      </EmptyState>
    );
  return (
    <table className={styles.balances} aria-label={t("Balances per books and per schedule")}>
      <thead>
        <tr>
          <th scope="col">{t("Account")}</th>
          <th scope="col">{t("Per books")}</th>
          <th scope="col">{t("Per schedule")}</th>
          <th scope="col">{t("Difference")}</th>
          <th scope="col">{t("Explanation")}</th>
        </tr>
      </thead>
      <tbody>
        {view.accounts.map((account) => (
          <AccountRow key={account.accountId} clientId={clientId} account={account} />
        ))}
      </tbody>
    </table>
  );
}

function AccountRow({ clientId, account }: { readonly clientId: string; readonly account: ScheduleAccount }) {
  const { accountId, label, currency, items, perSchedule, perBooks, difference, parts } = account;
  const agrees = isZero(difference);
  return (
    <tr>
      <th scope="row">
        <a href={`#${recordAddress(clientId, "schedules", `roll-forward:${accountId}`)}`}>{label}</a>
        <div className={text.mutedSmall}>{t("{items, plural, one {1 item} other {# items}}", { items })}</div>
      </th>
      <td>
        <Money amount={perBooks} currency={currency} />
      </td>
      <td>
        <Money amount={perSchedule} currency={currency} />
      </td>
      <td>
        <Figure amount={difference} currency={currency} />
      </td>
      <td className={styles.explained}>
        {agrees ? <Chip tone="ok" word={t("Agrees")} quiet /> : null}
        {agrees && parts.length > 0 ? <div className={text.mutedSmall}>{t("These amounts net to zero:")}</div> : null}
        {parts.map((part) => (
          <Part key={part.kind} clientId={clientId} part={part} currency={currency} />
        ))}
      </td>
    </tr>
  );
}

interface PartProps {
  readonly clientId: string;
  readonly part: DifferencePart;
  readonly currency: string;
}

function Part({ clientId, part, currency }: PartProps) {
  const { kind, amount, count, lines } = part;
  const head = (
    <>
      <span>{count === 0 ? PART_WORDS[kind] : t("{what} ({count})", { what: PART_WORDS[kind], count })}</span>
      <Money amount={amount} currency={currency} />
    </>
  );
  if (lines.length === 0) return <div className={styles.partHead}>{head}</div>;
  return (
    <details className={styles.partLines}>
      <summary className={styles.partHead}>{head}</summary>
      <table>
        <tbody>
          {lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id and never move
            <tr key={`${line.date} ${line.text} ${at}`}>
              <td className={text.unbroken}>{formatDay(line.date)}</td>
              <td>
                {line.recordId === null ? (
                  line.text
                ) : (
                  <a href={`#${documentAddress(clientId, line.recordId)}`}>{line.text || t("Transaction")}</a>
                )}
              </td>
              <td className={styles.end}>
                <Money amount={line.amount} currency={currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
