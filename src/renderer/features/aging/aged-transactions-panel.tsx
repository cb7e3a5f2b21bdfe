import { useContext, useMemo } from "react";
import type { OperationOutput } from "#main/operations/collection.ts";
import type { AgedDocument } from "#shared/contract/reports/analysis.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { type DecimalString, negateDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { formatDay } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import type { AgingSide } from "../../state/views/figure-choices.ts";
import { useNow } from "../../state/window/now.ts";
import { PanelsContext, useDocumentLink } from "../../state/window/panels.ts";
import text from "../../styles/text.module.css";
import { Chip } from "../../ui/controls/chip.tsx";
import { classes } from "../../ui/controls/classes.ts";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { AsOfLabel } from "../../ui/figures/as-of-label.tsx";
import { Figure } from "../../ui/figures/figure.tsx";
import head from "../../ui/figures/figure-head.module.css";
import { SourceWords } from "../../ui/figures/figure-source.tsx";
import { amountValue, type Column } from "../../ui/grid/grid-types.ts";
import { MoreRows, PagedFilter } from "../../ui/grid/paged-view.tsx";
import { SortHeaders } from "../../ui/grid/sort-headers.tsx";
import { type GridView, useGridView } from "../../ui/grid/state/use-grid-view.ts";
import { DetailPanel } from "../../ui/layout/detail-panel.tsx";
import panel from "../../ui/layout/side-panel.module.css";
import { Notes } from "../../ui/notes/notes.tsx";
import { BUCKET_LABELS, UNAPPLIED_LABELS, UNCERTAIN_TITLES } from "./aging-labels.ts";
import styles from "./aging-page.module.css";
import { type AgingOpened, isOwed, openedAddress } from "./aging-rows.ts";
import { partyNames } from "./contact-names.ts";
import { useAgedDocuments } from "./use-aged-transactions.ts";

type Aging = OperationOutput<"reports.aging">;
export type OpenedFigure = Extract<AgingOpened, { readonly kind: "figure" }>;

interface AgedFigureProps {
  readonly clientId: string;
  readonly side: AgingSide;
  readonly asOfDate: CalendarDate;
  readonly figure: OpenedFigure;
}

interface AgedDocumentsPanelProps extends AgedFigureProps {
  /** Undefined while it is loading. */
  readonly aging: Aging | undefined;
}

/** The documents that make up one figure of an aging, the earliest due first, with notes on the figure. */
export function AgedDocumentsPanel({ clientId, side, asOfDate, figure, aging }: AgedDocumentsPanelProps) {
  const panels = useContext(PanelsContext);
  const nowMs = useNow();
  const title = figureTitle(figure, aging);
  const onWhy = () => panels?.open({ kind: "figure", id: openedAddress(figure) });
  return (
    <DetailPanel kind={t("Transactions behind this figure")} title={title} busy={aging === undefined}>
      <p className={head.line}>
        <span>{t("As of {asOfDate}, {currency}", { asOfDate: formatDay(asOfDate), currency: figure.currency })}</span>
        <SourceWords source="mirror" onWhy={onWhy} />
        {aging === undefined ? null : <AsOfLabel asOf={aging.asOf} nowMs={nowMs} />}
      </p>
      <AgedDocuments clientId={clientId} side={side} asOfDate={asOfDate} figure={figure} />
      <Notes
        clientId={clientId}
        subject={{ kind: "figure", id: figurePlace(side, asOfDate, figure) }}
        label={title}
        seen={t("aging as of {asOfDate}", { asOfDate: formatDay(asOfDate) })}
      />
    </DetailPanel>
  );
}

/** The name of a figure: its contact and column. */
export function figureTitle({ party, column }: OpenedFigure, aging: Aging | undefined): string {
  const who = party === null ? t("No contact") : (partyNames(aging).get(party) ?? t("Contact"));
  return `${who}, ${columnWords(column)}`;
}

/** The place of an aging figure, for notes. */
export function figurePlace(side: AgingSide, asOfDate: string, { party, currency, column }: OpenedFigure): string {
  return `aging/${side}/${asOfDate}/${party ?? ""}/${currency}/${column}`.slice(0, 400);
}

/** The documents behind a figure, page by page. */
export function AgedDocuments({ clientId, side, asOfDate, figure: { party, currency, column } }: AgedFigureProps) {
  const documents = useAgedDocuments({ clientId, side, asOf: asOfDate, party, currency, ...narrowed(column) });
  const rows = useMemo(() => (documents.data ?? []).flatMap((page) => page.rows), [documents.data]);
  const columns = isOwed(column) ? AGED_COLUMNS : UNAPPLIED_COLUMNS;
  const view = useGridView({ id: `aged ${clientId}`, columns, lines: rows, keyOf: ({ id }) => id });
  return (
    <div className={styles.behind} aria-busy={documents.isFetching}>
      {documents.error === null ? null : <FailureNote failure={documents.error.failure} />}
      {documents.data === undefined ? null : rows.length === 0 ? (
        <p className={panel.quiet}>{t("There are no open transactions behind this figure.")}</p>
      ) : (
        <>
          <PagedFilter view={view} pages={documents} read={rows.length} label={t("Filter these transactions")} />
          <Rows clientId={clientId} columns={columns} view={view} all={documents.hasNextPage ? null : rows.length} />
        </>
      )}
      <MoreRows pages={documents} words={t("Show more transactions")} />
    </div>
  );
}

function narrowed(column: OpenedFigure["column"]) {
  if (column === "unapplied") return { kind: "unapplied" as const };
  if (!isOwed(column)) return { kind: "unapplied" as const, unapplied: column };
  return column === "outstanding" ? { kind: "charges" as const } : { kind: "charges" as const, bucket: column };
}

function columnWords(column: OpenedFigure["column"]): string {
  if (column === "unapplied") return t("unapplied");
  if (!isOwed(column)) return UNAPPLIED_LABELS[column];
  return column === "outstanding" ? t("total outstanding") : BUCKET_LABELS[column].word.toLowerCase();
}

function amountColumn(id: "total" | "open", header: string): Column<AgedDocument> {
  return { id, header, width: "", align: "end", cell: () => null, value: (row) => amountValue(inAging(row, id), row.currency) };
}

/** What isn't applied is negative, as in the figure that it's behind. */
function inAging(row: AgedDocument, id: "total" | "open"): DecimalString {
  return row.unapplied === null ? row[id] : negateDecimal(row[id]);
}

/** The columns that documents can be filtered and sorted by. */
const AGED_COLUMNS: readonly Column<AgedDocument>[] = [
  {
    ...{ id: "number", header: t("Transaction"), width: "", cell: () => null },
    value: ({ number, reference, unapplied }) =>
      [number ?? reference, unapplied === null ? null : UNAPPLIED_LABELS[unapplied]].filter(Boolean).join(" "),
  },
  { id: "date", header: t("Date"), width: "", cell: () => null, value: ({ date }) => date },
  { id: "due", header: t("Due"), width: "", cell: () => null, value: ({ dueDate }) => dueDate },
  amountColumn("total", t("Total")),
  amountColumn("open", t("Outstanding")),
];
/** What is left of a credit or payment isn't owed to anyone yet. */
const UNAPPLIED_COLUMNS = [...AGED_COLUMNS.slice(0, -1), amountColumn("open", t("Unapplied"))];

interface RowsProps {
  readonly clientId: string;
  readonly columns: readonly Column<AgedDocument>[];
  readonly view: GridView<AgedDocument>;
  /** How many there are; null until all of them are read, since a sum of some would pass for the figure. */
  readonly all: number | null;
}

function Rows({ clientId, columns, view, all }: RowsProps) {
  return (
    <table className={panel.table}>
      <thead>
        <SortHeaders columns={columns} {...view.grid} endClass={panel.end} />
      </thead>
      <tbody>
        {view.lines.map((row) => (
          <tr key={row.id}>
            <th scope="row">
              <Name clientId={clientId} row={row} />
              {row.gaps.map((gap) => (
                <div key={gap}>
                  <Chip tone="warning" word={t("Uncertain")} title={UNCERTAIN_TITLES[gap]} />
                </div>
              ))}
            </th>
            <td className={panel.day}>{formatDay(row.date)}</td>
            <td className={panel.day}>
              <Due row={row} />
            </td>
            <td className={panel.end}>
              <Figure amount={inAging(row, "total")} currency={row.currency} />
            </td>
            <td className={panel.end}>
              <Figure amount={inAging(row, "open")} currency={row.currency} />
            </td>
          </tr>
        ))}
      </tbody>
      {all === null || view.lines.length < 2 ? null : <Sum lines={view.lines} all={all} />}
    </table>
  );
}

/** When it's due. One that was past due on the as-of date is late, and its tip says by how much. */
function Due({ row: { dueDate, bucket, unapplied } }: { readonly row: AgedDocument }) {
  if (dueDate === null) return "–";
  if (unapplied !== null || bucket === "current") return formatDay(dueDate);
  return (
    <span className={text.late} title={BUCKET_LABELS[bucket].means}>
      {formatDay(dueDate)}
    </span>
  );
}

/** What the transactions shown come to, to be ticked off against the figure. */
function Sum({ lines, all }: { readonly lines: readonly AgedDocument[]; readonly all: number }) {
  return (
    <tfoot>
      {[...Map.groupBy(lines, ({ currency }) => currency)].map(([currency, own]) => (
        <tr key={currency}>
          <th scope="row" colSpan={4} className={text.strong}>
            {lines.length === all ? t("Total, {currency}", { currency }) : t("Total shown, {currency}", { currency })}
          </th>
          <td className={classes(panel.end, text.strong)}>
            <Figure amount={sumDecimals(own.map((row) => inAging(row, "open")))} currency={currency} />
          </td>
        </tr>
      ))}
    </tfoot>
  );
}

function Name({ clientId, row }: { readonly clientId: string; readonly row: AgedDocument }) {
  const linkTo = useDocumentLink(clientId);
  const name = row.number ?? row.reference ?? t("No number");
  const kind = row.unapplied === null ? null : <span className={panel.quiet}> {UNAPPLIED_LABELS[row.unapplied]}</span>;
  // Unapplied money without documents is a payment, which has no panel.
  if (row.unapplied === "payment")
    return (
      <>
        {name}
        {kind}
      </>
    );
  return (
    <>
      <a href={linkTo(row.id)}>{name}</a>
      {kind}
    </>
  );
}
