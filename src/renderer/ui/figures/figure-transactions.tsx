import type { DocumentFilter, DocumentListRow } from "#shared/contract/books/documents.ts";
import { negateDecimal } from "#shared/kernel/decimal.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { formatDay } from "../../format/dates/date.ts";
import { statusLabel, typeLabel } from "../../format/labels/transaction-labels.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { changeDocumentFilter, clearDocumentFilter } from "../../state/views/transaction-filters.ts";
import { useDocumentLink } from "../../state/window/panels.ts";
import { clientAddress } from "../../state/window/screen-address.ts";
import { ButtonLink } from "../controls/button.tsx";
import { FailureNote } from "../feedback/failure-message.tsx";
import panel from "../layout/side-panel.module.css";
import { Figure } from "./figure.tsx";

const SHOWN = 12;

interface FigureTransactionsProps {
  readonly clientId: string;
  readonly filter: DocumentFilter;
  /** Which amount of a document counts. */
  readonly amount?: "total" | "outstanding";
  /** Shows the amounts as negative, as the figure that they're behind is. */
  readonly isNegative?: boolean;
}

/** The newest documents that a filter finds, and the way to all of them. */
export function FigureTransactions({ clientId, filter, amount = "total", isNegative = false }: FigureTransactionsProps) {
  const asked = { sort: "issueDate" as const, descending: true, ...filter };
  const documents = useCoreQuery("documents.list", { clientId, filter: asked, limit: SHOWN });
  const totals = useCoreQuery("documents.totals", { clientId, filter });
  const rows = documents.data?.rows ?? [];
  return (
    <div aria-busy={documents.isPending}>
      {documents.error === null ? null : <FailureNote failure={documents.error.failure} />}
      {rows.length === 0 && documents.error !== null ? null : rows.length === 0 ? (
        <p className={panel.quiet}>{documents.isPending ? t("Loading…") : t("None.")}</p>
      ) : (
        <table className={panel.table}>
          <tbody>
            {rows.map((row) => (
              <DocumentLine key={row.id} clientId={clientId} row={row} amount={amount} isNegative={isNegative} />
            ))}
          </tbody>
        </table>
      )}
      {rows.length === 0 ? null : (
        <p>
          <ButtonLink
            href={`#${clientAddress(clientId, "documents")}`}
            onClick={() => {
              clearDocumentFilter(clientId);
              changeDocumentFilter(clientId, filter);
            }}
          >
            {totals.data === undefined
              ? t("Show all in Transactions")
              : t("{count, plural, one {Show it in Transactions} other {Show all {shown} in Transactions}}", {
                  count: totals.data.count,
                  shown: formatCount(totals.data.count),
                })}
          </ButtonLink>
        </p>
      )}
    </div>
  );
}

interface DocumentLineProps {
  readonly clientId: string;
  readonly row: DocumentListRow;
  readonly amount: "total" | "outstanding";
  readonly isNegative?: boolean;
}

/** One document as a row of a panel's table; it opens over the panel. */
export function DocumentLine({ clientId, row, amount, isNegative = false }: DocumentLineProps) {
  const linkTo = useDocumentLink(clientId);
  return (
    <tr>
      <td className={panel.day}>{formatDay(row.issueDate)}</td>
      <td>
        <a href={linkTo(row.id)}>{nameOf(row)}</a>
      </td>
      <td className={panel.quiet}>{statusLabel(row.status, row.type).word}</td>
      <td className={panel.end}>
        {row.currency} <Figure amount={isNegative ? negateDecimal(row[amount]) : row[amount]} currency={row.currency} />
      </td>
    </tr>
  );
}

/** A bill that has no number says so; a journal or a cash purchase often has none. */
function nameOf({ type, number, unappliedKind }: DocumentListRow): string {
  if (type === "purchase_bill" && number === null) return t("Bill without a number");
  return [typeLabel(type, unappliedKind), number].filter((part) => part !== null).join(" ");
}
