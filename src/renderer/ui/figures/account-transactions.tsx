import { isZero } from "#shared/kernel/decimal.ts";
import type { AccountingBasis } from "#shared/model/reports/ledger-report.ts";
import type { LedgerDetailRow } from "#shared/model/reports/statement.ts";
import { formatDay } from "../../format/dates/date.ts";
import type { Span } from "../../format/dates/date-range.ts";
import { postingName } from "../../format/labels/posting-name.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { FailureNote } from "../feedback/failure-message.tsx";
import panel from "../layout/side-panel.module.css";
import { Figure } from "./figure.tsx";
import { PostingLink } from "./posting-link.tsx";

/** How many postings a panel lists. A panel that needs the account's balance asks with it as well, so both are one question. */
export const POSTINGS_SHOWN = 12;

interface AccountTransactionsProps {
  readonly clientId: string;
  readonly accountId: string;
  readonly span: Span;
  readonly basis: AccountingBasis;
  /** The address of the account's whole ledger. */
  readonly all: string;
}

/** The first postings of an account in a span, each with its document, and the way to all of them. */
export function AccountTransactions({ clientId, accountId, span, basis, all }: AccountTransactionsProps) {
  const ledger = useCoreQuery("reports.ledgerDetail", { clientId, accountId, from: span.from, to: span.to, basis, limit: POSTINGS_SHOWN });
  const { data } = ledger;
  return (
    <div aria-busy={ledger.isPending}>
      {ledger.error === null ? null : <FailureNote failure={ledger.error.failure} />}
      {data === undefined ? null : data.rows.length === 0 ? (
        <p className={panel.quiet}>
          {isZero(data.closing)
            ? t("Nothing was posted in this period.")
            : t("Nothing was posted in this period. The account's balance is from earlier periods.")}
        </p>
      ) : (
        <table className={panel.table}>
          <tbody>
            {data.rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a posting has no id, and postings never move
              <tr key={index}>
                <td className={panel.day}>{formatDay(row.date)}</td>
                <td>
                  <Name clientId={clientId} row={row} />
                </td>
                <td className={panel.end}>
                  <Figure amount={/[1-9]/.test(row.debit) ? row.debit : `-${row.credit}`} currency={data.currency} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p>
        <a href={`#${all}`}>{t("Show all postings with running balance")}</a>
      </p>
    </div>
  );
}

function Name({ clientId, row }: { readonly clientId: string; readonly row: LedgerDetailRow }) {
  const { name, more } = postingName(row);
  return (
    <>
      <PostingLink clientId={clientId} row={row}>
        {name}
      </PostingLink>
      {more[0] === undefined ? null : <span className={panel.quiet}> {more[0]}</span>}
    </>
  );
}
