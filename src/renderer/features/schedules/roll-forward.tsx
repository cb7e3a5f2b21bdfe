import { useHashLocation } from "wouter/use-hash-location";
import type { RollForward } from "#shared/contract/close/schedules.ts";
import { formatDay } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useNothingToPrint } from "../../state/window/nothing-to-print.ts";
import { documentAddress, recordAddress } from "../../state/window/screen-address.ts";
import text from "../../styles/text.module.css";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { QueryAnswer } from "../../ui/feedback/query-answer.tsx";
import { ComboboxField } from "../../ui/fields/combobox-field.tsx";
import { LabelledField } from "../../ui/fields/labelled-field.tsx";
import { Money } from "../../ui/figures/money.tsx";
import styles from "./schedules.module.css";

/** The classes of account that have a roll-forward. */
const BALANCE_SHEET: ReadonlySet<string | null> = new Set(["asset", "liability", "equity"]);

interface RollForwardProps {
  readonly clientId: string;
  readonly period: string;
  readonly accountId: string | null;
}

/** The roll-forward of one balance sheet account, chosen here, in the period. */
export function RollForwardSection({ clientId, period, accountId }: RollForwardProps) {
  const [, navigate] = useHashLocation();
  useNothingToPrint(accountId === null);
  const accounts = useCoreQuery("accounts.list", { clientId });
  const account = accounts.data?.rows.find(({ id }) => id === accountId);
  return (
    <div className={styles.part}>
      <div className={styles.picker}>
        <LabelledField name={t("Balance-sheet account")} error={undefined}>
          {({ "aria-label": label }) => (
            <ComboboxField
              clientId={clientId}
              kind="account"
              label={label}
              value={account === undefined ? null : { id: account.id, name: account.name }}
              only={(choice) => BALANCE_SHEET.has(choice.class)}
              error={undefined}
              onChange={(choice) => {
                if (choice !== null) navigate(recordAddress(clientId, "schedules", `roll-forward:${choice.id}`));
              }}
            />
          )}
        </LabelledField>
      </div>
      {accountId === null ? (
        <EmptyState title={t("Choose an account")}>
          <p>{t("See its opening balance, additions, reductions and closing balance for the period.")}</p>
        </EmptyState>
      ) : (
        <OneAccount clientId={clientId} period={period} accountId={accountId} />
      )}
    </div>
  );
}

function OneAccount({ clientId, period, accountId }: RollForwardProps & { readonly accountId: string }) {
  const query = useCoreQuery("schedules.rollForward", { clientId, period, accountId }, { keepPrevious: true });
  return (
    <QueryAnswer query={query} label={t("roll-forward")}>
      {(rolled) => <Rolled clientId={clientId} rolled={rolled} />}
    </QueryAnswer>
  );
}

function Rolled({ clientId, rolled }: { readonly clientId: string; readonly rolled: RollForward }) {
  const { opening, closing, additions, reductions, currency, from, to, label, rows, more } = rolled;
  const money = (amount: string) => <Money amount={amount} currency={currency} />;
  return (
    <table className={styles.rolled} aria-label={t("Roll-forward of {label}", { label })}>
      <tbody>
        <tr className={styles.strong}>
          <th scope="row" colSpan={3}>
            {t("Opening balance, {day}", { day: formatDay(from) })}
          </th>
          <td>{money(opening)}</td>
        </tr>
        <Group clientId={clientId} name={t("Additions")} sum={additions} rolled={rolled} of={({ addition }) => addition} />
        <Group clientId={clientId} name={t("Reductions")} sum={reductions} rolled={rolled} of={({ reduction }) => reduction} less />
        <tr className={styles.total}>
          <th scope="row" colSpan={3}>
            {t("Closing balance, {day}", { day: formatDay(to) })}
          </th>
          <td>{money(closing)}</td>
        </tr>
        {more ? (
          <tr>
            <td colSpan={4} className={text.muted}>
              {t("Only the first {count} postings are listed. The totals include every posting.", { count: rows.length })}
            </td>
          </tr>
        ) : null}
      </tbody>
    </table>
  );
}

interface GroupProps {
  readonly clientId: string;
  readonly name: string;
  readonly sum: string;
  readonly rolled: RollForward;
  readonly of: (row: RollForward["rows"][number]) => string | null;
  readonly less?: boolean;
}

function Group({ clientId, name, sum, rolled, of, less = false }: GroupProps) {
  const { currency } = rolled;
  const rows = rolled.rows.filter((row) => of(row) !== null);
  return (
    <>
      <tr className={styles.strong}>
        <th scope="row" colSpan={3}>
          {less ? t("Less: {name}", { name: name.toLowerCase() }) : name}
        </th>
        <td>
          <Money amount={sum} currency={currency} />
        </td>
      </tr>
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: postings have no id here and never move
        <tr key={`${row.recordId} ${at}`}>
          <td className={text.unbroken}>{formatDay(row.date)}</td>
          <td>
            {row.recordId === null ? (
              (row.description ?? row.number)
            ) : (
              <a href={`#${documentAddress(clientId, row.recordId)}`}>{row.number ?? row.description ?? t("Transaction")}</a>
            )}
            {row.number === null || row.description === null ? null : <span className={text.muted}> {row.description}</span>}
          </td>
          <td className={text.muted}>{row.item === null ? "" : row.item}</td>
          <td>
            <Money amount={of(row) ?? "0"} currency={currency} />
          </td>
        </tr>
      ))}
    </>
  );
}
