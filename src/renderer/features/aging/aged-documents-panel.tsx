import { useContext, useMemo } from "react";
import type { OperationOutput } from "#main/operations/collection.ts";
import type { AgedDocument } from "#shared/contract/insight.ts";
import { DetailPanel } from "../../blocks/detail-panel.tsx";
import { Notes } from "../../blocks/notes.tsx";
import { MoreRows, PagedFilter } from "../../blocks/paged-view.tsx";
import { Chip } from "../../components/chip.tsx";
import { FailureNote } from "../../components/failure-note.tsx";
import { Figure } from "../../components/figure.tsx";
import { amountValue, type Column } from "../../components/grid-types.ts";
import panel from "../../components/side-panel.module.css";
import { SortHeads } from "../../components/sort-heads.tsx";
import { SourceWords } from "../../components/source-words.tsx";
import { type GridView, useGridView } from "../../components/use-grid-view.ts";
import { formatDay } from "../../format/date.ts";
import { t } from "../../language/t.ts";
import type { AgingSide, FigureChoice } from "../../state/figure-choices.ts";
import { PanelsContext, useDocumentLink } from "../../state/panels.ts";
import { type AgingOpened, openedAddress } from "./aging-lines.ts";
import styles from "./aging-page.module.css";
import { AGING_GAP_WORDS, BUCKET_WORDS, UNAPPLIED_WORDS } from "./aging-words.ts";
import { partyNames } from "./party-names.ts";
import { useAgedDocuments } from "./use-aged-documents.ts";

type Aging = OperationOutput<"reports.aging">;
export type OpenedFigure = Extract<AgingOpened, { readonly kind: "figure" }>;

interface AgedFigureProps {
  readonly clientId: string;
  readonly side: AgingSide;
  readonly asOfDate: NonNullable<FigureChoice["asOfDate"]>;
  readonly figure: OpenedFigure;
}

interface AgedDocumentsPanelProps extends AgedFigureProps {
  /** The aging, once it is known. */
  readonly aging: Aging | undefined;
}

/** The documents that make up one figure of an aging, the one due first above, and notes on it. */
export function AgedDocumentsPanel({ clientId, side, asOfDate, figure, aging }: AgedDocumentsPanelProps) {
  const panels = useContext(PanelsContext);
  const title = figureTitle(figure, aging);
  const onWhy = () => panels?.open({ kind: "figure", id: openedAddress(figure) });
  return (
    <DetailPanel kind={t("Documents of the figure")} title={title} busy={aging === undefined}>
      <p className={panel.quiet}>
        {t("At {asOfDate}, in {currency}.", { asOfDate: formatDay(asOfDate), currency: figure.currency })}{" "}
        <SourceWords source="mirror" onWhy={onWhy} />
      </p>
      <AgedDocuments clientId={clientId} side={side} asOfDate={asOfDate} figure={figure} />
      <div className={styles.notes}>
        <Notes
          clientId={clientId}
          subject={{ kind: "figure", id: figurePlace(side, asOfDate, figure) }}
          label={title}
          seen={t("at {asOfDate}", { asOfDate: formatDay(asOfDate) })}
        />
      </div>
    </DetailPanel>
  );
}

/** Who and which column: how a figure of an aging is called. */
export function figureTitle({ party, column }: OpenedFigure, aging: Aging | undefined): string {
  const who = party === null ? t("No party named") : (partyNames(aging).get(party) ?? t("Party"));
  return `${who}, ${columnWords(column)}`;
}

/** Where a figure of an aging stands, for notes. */
export function figurePlace(side: AgingSide, asOfDate: string, { party, currency, column }: OpenedFigure): string {
  return `aging/${side}/${asOfDate}/${party ?? ""}/${currency}/${column}`.slice(0, 400);
}

/** The documents behind a figure, page after page. */
export function AgedDocuments({ clientId, side, asOfDate, figure: { party, currency, column } }: AgedFigureProps) {
  const documents = useAgedDocuments({ clientId, side, asOf: asOfDate, party, currency, ...narrowed(column) });
  const rows = useMemo(() => (documents.data ?? []).flatMap((page) => page.rows), [documents.data]);
  const view = useGridView({ id: `aged ${clientId}`, columns: AGED_COLUMNS, lines: rows, keyOf: ({ id }) => id });
  return (
    <div className={styles.behind} aria-busy={documents.isFetching}>
      {documents.error === null ? null : <FailureNote failure={documents.error.failure} />}
      {documents.data === undefined ? null : rows.length === 0 ? (
        <p className={panel.quiet}>{t("No document is behind this figure at that day.")}</p>
      ) : (
        <>
          <PagedFilter view={view} pages={documents} read={rows.length} label={t("Filter the documents of the figure")} />
          <Rows clientId={clientId} view={view} />
        </>
      )}
      <MoreRows pages={documents} words={t("Show more documents")} />
    </div>
  );
}

function narrowed(column: OpenedFigure["column"]) {
  if (column === "unapplied") return { kind: "unapplied" as const };
  return column === "outstanding" ? { kind: "charges" as const } : { kind: "charges" as const, bucket: column };
}

function columnWords(column: OpenedFigure["column"]): string {
  if (column === "unapplied") return t("unapplied cash");
  return column === "outstanding" ? t("all that was open") : BUCKET_WORDS[column].word.toLowerCase();
}

/** What documents are filtered and sorted by. */
const AGED_COLUMNS: readonly Column<AgedDocument>[] = [
  {
    ...{ id: "number", header: t("Document"), width: "", cell: () => null },
    value: ({ number, reference, unapplied }) =>
      [number ?? reference, unapplied === null ? null : UNAPPLIED_WORDS[unapplied]].filter(Boolean).join(" "),
  },
  { id: "date", header: t("Date"), width: "", cell: () => null, value: ({ date }) => date },
  { id: "due", header: t("Due"), width: "", cell: () => null, value: ({ dueDate }) => dueDate },
  {
    id: "total",
    header: t("Total"),
    width: "",
    align: "end",
    cell: () => null,
    value: ({ total, currency }) => amountValue(total, currency),
  },
  { id: "open", header: t("Open"), width: "", align: "end", cell: () => null, value: ({ open, currency }) => amountValue(open, currency) },
];

function Rows({ clientId, view }: { readonly clientId: string; readonly view: GridView<AgedDocument> }) {
  return (
    <table className={panel.table}>
      <thead>
        <SortHeads columns={AGED_COLUMNS} {...view.grid} endClass={panel.end} />
      </thead>
      <tbody>
        {view.lines.map((row) => (
          <tr key={row.id}>
            <th scope="row">
              <Name clientId={clientId} row={row} />
              {row.gaps.map((gap) => (
                <div key={gap}>
                  <Chip tone="warning" word={t("Not certain")} title={t("One of the {gap}", { gap: AGING_GAP_WORDS[gap] })} />
                </div>
              ))}
            </th>
            <td className={panel.day}>{formatDay(row.date)}</td>
            <td className={panel.day}>{row.dueDate === null ? "–" : formatDay(row.dueDate)}</td>
            <td className={panel.end}>
              <Figure amount={row.total} currency={row.currency} />
            </td>
            <td className={panel.end}>
              <Figure amount={row.open} currency={row.currency} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Name({ clientId, row }: { readonly clientId: string; readonly row: AgedDocument }) {
  const linkTo = useDocumentLink(clientId);
  const name = row.number ?? row.reference ?? t("without number");
  const kind = row.unapplied === null ? null : <span className={panel.quiet}> {UNAPPLIED_WORDS[row.unapplied]}</span>;
  // Money without documents is a payment, which has no panel of its own.
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
