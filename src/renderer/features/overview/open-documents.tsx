import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { FailureNote } from "../../components/failure-note.tsx";
import { Figure } from "../../components/figure.tsx";
import panel from "../../components/side-panel.module.css";
import { formatDay } from "../../format/date.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core-query.ts";
import { useDocumentLink } from "../../state/panels.ts";
import { clientAddress } from "../../state/place.ts";
import type { Aging } from "./overview-figures.ts";
import type { OpenColumn } from "./overview-words.ts";

const SHOWN = 12;
const NARROWED = {
  outstanding: { kind: "charges" },
  "90+": { kind: "charges", bucket: "90+" },
  unappliedCash: { kind: "unapplied" },
} as const;

interface OpenDocumentsProps {
  readonly clientId: string;
  readonly side: Aging["side"];
  readonly asOfDate: CalendarDate;
  /** Empty: every currency. */
  readonly currency: string;
  readonly column: OpenColumn;
}

/** The documents behind a figure of what is open, the one due first above. */
export function OpenDocuments({ clientId, side, asOfDate, currency, column }: OpenDocumentsProps) {
  const narrowed = { ...NARROWED[column], ...(currency === "" ? {} : { currency }) };
  const documents = useCoreQuery("reports.agingDocuments", { clientId, side, asOf: asOfDate, limit: SHOWN, ...narrowed });
  const linkTo = useDocumentLink(clientId);
  const rows = documents.data?.rows ?? [];
  return (
    <div aria-busy={documents.isPending}>
      {documents.error === null ? null : <FailureNote failure={documents.error.failure} />}
      {rows.length === 0 && !documents.isPending ? (
        <p className={panel.quiet}>{t("No document is behind this figure at that day.")}</p>
      ) : null}
      {documents.isPending ? <p className={panel.quiet}>{t("Looking for them")}</p> : null}
      <table className={panel.table}>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>
                {row.unapplied === "payment" ? (
                  (row.number ?? row.reference ?? t("Payment"))
                ) : (
                  <a href={linkTo(row.id)}>{row.number ?? row.reference ?? t("without number")}</a>
                )}
              </td>
              <td>{row.party?.name ?? t("No party named")}</td>
              <td className={panel.day}>{formatDay(row.dueDate ?? row.date)}</td>
              <td className={panel.end}>
                {row.currency} <Figure amount={row.open} currency={row.currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        <a href={`#${clientAddress(clientId, "aging")}`}>
          {documents.data?.next == null ? t("By party, in the aging") : t("All of them by party, in the aging")}
        </a>
      </p>
    </div>
  );
}
