import type { AgedDocument } from "#shared/contract/insight.ts";
import { Button } from "../../components/button.tsx";
import { Chip } from "../../components/chip.tsx";
import { FailureNote } from "../../components/failure-note.tsx";
import { Figure } from "../../components/figure.tsx";
import panel from "../../components/side-panel.module.css";
import { SidePanel } from "../../components/side-panel.tsx";
import { formatDay } from "../../format/date.ts";
import { t } from "../../language/t.ts";
import type { AgingSide, FigureChoice } from "../../state/figure-choices.ts";
import { documentAddress } from "../../state/place.ts";
import type { AgingOpened } from "./aging-lines.ts";
import { AGING_GAP_WORDS, BUCKET_WORDS, UNAPPLIED_WORDS } from "./aging-words.ts";
import { useAgedDocuments } from "./use-aged-documents.ts";

type OpenedFigure = Extract<AgingOpened, { readonly kind: "figure" }>;

interface AgedDocumentsPanelProps {
  readonly clientId: string;
  readonly side: AgingSide;
  readonly asOfDate: NonNullable<FigureChoice["asOfDate"]>;
  readonly figure: OpenedFigure;
  readonly names: ReadonlyMap<string, string>;
  readonly onClose: () => void;
}

/** The documents that make up one figure of an aging, the one due first above. */
export function AgedDocumentsPanel({ clientId, side, asOfDate, figure, names, onClose }: AgedDocumentsPanelProps) {
  const { party, currency, column } = figure;
  const documents = useAgedDocuments({ clientId, side, asOf: asOfDate, party, currency, ...narrowed(column) });
  const rows = (documents.data ?? []).flatMap((page) => page.rows);
  const who = party === null ? t("No party named") : (names.get(party) ?? rows[0]?.party?.name ?? t("Party"));
  return (
    <SidePanel kind="Documents of the figure" title={`${who}, ${columnWords(column)}`} busy={documents.isFetching} onClose={onClose}>
      {documents.error === null ? null : <FailureNote failure={documents.error.failure} />}
      {documents.data === undefined ? null : (
        <>
          <p className={panel.quiet}>{t("At {asOfDate}, in {currency}.", { asOfDate: formatDay(asOfDate), currency })}</p>
          {rows.length === 0 ? (
            <p className={panel.quiet}>{t("No document is behind this figure at that day.")}</p>
          ) : (
            <Rows clientId={clientId} rows={rows} />
          )}
          {documents.hasNextPage ? (
            <div>
              <Button disabled={documents.isFetchingNextPage} onClick={() => void documents.fetchNextPage()}>
                {t("Show more documents")}
              </Button>
            </div>
          ) : null}
        </>
      )}
    </SidePanel>
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

function Rows({ clientId, rows }: { readonly clientId: string; readonly rows: readonly AgedDocument[] }) {
  return (
    <table className={panel.table}>
      <thead>
        <tr>
          <th scope="col">{t("Document")}</th>
          <th scope="col">{t("Date")}</th>
          <th scope="col">{t("Due")}</th>
          <th scope="col" className={panel.end}>
            {t("Total")}
          </th>
          <th scope="col" className={panel.end}>
            {t("Open")}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
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
      <a href={`#${documentAddress(clientId, row.id)}`}>{name}</a>
      {kind}
    </>
  );
}
