import { isZero } from "#shared/kernel/decimal.ts";
import type { AccountingBasis } from "#shared/model/reports/ledger-report.ts";
import { formatDay } from "../../format/dates/date.ts";
import type { Span } from "../../format/dates/date-range.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useDocumentLink } from "../../state/window/panels.ts";
import { FailureNote } from "../feedback/failure-message.tsx";
import panel from "../layout/side-panel.module.css";
import { Figure } from "./figure.tsx";

const SHOWN = 12;

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
  const ledger = useCoreQuery("reports.ledgerDetail", { clientId, accountId, from: span.from, to: span.to, basis, limit: SHOWN });
  const linkTo = useDocumentLink(clientId);
  const { data } = ledger;
  return (
    <div aria-busy={ledger.isPending}>
      {ledger.error === null ? null : <FailureNote failure={ledger.error.failure} />}
      {data === undefined ? null : data.rows.length === 0 ? (
        <p className={panel.quiet}>
          {isZero(data.closing)
            ? t("Nothing was posted in this period.")
            : t("Nothing was posted in this period. The balance is brought forward.")}
        </p>
      ) : (
        <table className={panel.table}>
          <tbody>
            {data.rows.map(({ date, documentId, isDocument, number, contact, description, debit, credit }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a posting has no id, and postings never move
              <tr key={index}>
                <td className={panel.day}>{formatDay(date)}</td>
                <td>
                  {documentId === null ? (
                    (number ?? contact ?? description ?? t("No known transaction"))
                  ) : (
                    <>
                      {isDocument ? (
                        <a href={linkTo(documentId)}>{number ?? contact ?? description ?? t("Transaction")}</a>
                      ) : (
                        (number ?? contact ?? description ?? t("Transaction"))
                      )}
                      {number === null || contact === null ? null : <span className={panel.quiet}> {contact}</span>}
                    </>
                  )}
                </td>
                <td className={panel.end}>
                  <Figure amount={/[1-9]/.test(debit) ? debit : `-${credit}`} currency={data.currency} />
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
