import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { formatDay } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { changeFigureChoice } from "../../state/views/figure-choices.ts";
import { useDocumentLink } from "../../state/window/panels.ts";
import { clientAddress } from "../../state/window/screen-address.ts";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { Figure } from "../../ui/figures/figure.tsx";
import panel from "../../ui/layout/side-panel.module.css";
import type { Aging } from "./overview-figures.ts";
import type { OpenColumn } from "./overview-labels.ts";

const SHOWN = 12;
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
  const narrowed = { ...column.narrowed, ...(currency === "" ? {} : { currency }) };
  const documents = useCoreQuery("reports.agingDocuments", { clientId, side, asOf: asOfDate, limit: SHOWN, ...narrowed });
  const linkTo = useDocumentLink(clientId);
  const rows = documents.data?.rows ?? [];
  return (
    <div aria-busy={documents.isPending}>
      {documents.error === null ? null : <FailureNote failure={documents.error.failure} />}
      {documents.data !== undefined && rows.length === 0 ? (
        <p className={panel.quiet}>{t("There are no open transactions behind this figure.")}</p>
      ) : null}
      {documents.isPending ? <p className={panel.quiet}>{t("Loading…")}</p> : null}
      <table className={panel.table}>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>
                {row.unapplied === "payment" ? (
                  (row.number ?? row.reference ?? (side === "receivable" ? t("Receipt") : t("Payment")))
                ) : (
                  <a href={linkTo(row.id)}>{row.number ?? row.reference ?? t("No number")}</a>
                )}
              </td>
              <td>{row.party?.name ?? t("No contact")}</td>
              <td className={panel.day}>{formatDay(row.dueDate ?? row.date)}</td>
              <td className={panel.end}>
                {row.currency} <Figure amount={row.open} currency={row.currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        <a href={`#${clientAddress(clientId, "aging")}`} onClick={() => changeFigureChoice(clientId, { side })}>
          {documents.data?.next == null ? t("See aging by contact") : t("See the rest under Aging")}
        </a>
      </p>
    </div>
  );
}
