import type { DocumentFilter, DocumentListRow } from "#shared/contract/documents.ts";
import { ButtonLink } from "../components/button.tsx";
import { FailureNote } from "../components/failure-note.tsx";
import { Figure } from "../components/figure.tsx";
import panel from "../components/side-panel.module.css";
import { formatCount } from "../format/amount.ts";
import { formatDay } from "../format/date.ts";
import { statusWords, typeWords } from "../format/document-words.ts";
import { t } from "../language/t.ts";
import { useCoreQuery } from "../state/core-query.ts";
import { changeDocumentFilter, clearDocumentFilter } from "../state/document-filters.ts";
import { useDocumentLink } from "../state/panels.ts";
import { clientAddress } from "../state/place.ts";

const SHOWN = 12;

interface BehindDocumentsProps {
  readonly clientId: string;
  readonly filter: DocumentFilter;
  /** Which amount of a document counts. */
  readonly amount?: "total" | "outstanding";
}

/** The newest documents that a filter finds, and the way to all of them. */
export function BehindDocuments({ clientId, filter, amount = "total" }: BehindDocumentsProps) {
  const asked = { sort: "issueDate" as const, descending: true, ...filter };
  const documents = useCoreQuery("documents.list", { clientId, filter: asked, limit: SHOWN });
  const totals = useCoreQuery("documents.totals", { clientId, filter });
  const rows = documents.data?.rows ?? [];
  return (
    <div aria-busy={documents.isPending}>
      {documents.error === null ? null : <FailureNote failure={documents.error.failure} />}
      {rows.length === 0 ? (
        <p className={panel.quiet}>{documents.isPending ? t("Looking for them") : t("None.")}</p>
      ) : (
        <table className={panel.table}>
          <tbody>
            {rows.map((row) => (
              <DocumentLine key={row.id} clientId={clientId} row={row} amount={amount} />
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
              ? t("Show them all in Documents")
              : t("{count, plural, one {Show it in Documents} other {Show all {shown} in Documents}}", {
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
}

/** One document as a row of a panel's table; it opens over the panel. */
export function DocumentLine({ clientId, row, amount }: DocumentLineProps) {
  const linkTo = useDocumentLink(clientId);
  return (
    <tr>
      <td className={panel.day}>{formatDay(row.issueDate)}</td>
      <td>
        <a href={linkTo(row.id)}>{[typeWords(row.type, row.unapplied), row.number].filter((part) => part !== null).join(" ")}</a>
      </td>
      <td className={panel.quiet}>{statusWords(row.status, row.type).word}</td>
      <td className={panel.end}>
        {row.currency} <Figure amount={row[amount]} currency={row.currency} />
      </td>
    </tr>
  );
}
