import { type ReactNode, useMemo } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import { type ConsolidatedStatementKind, isCombined, type GroupReport as Report } from "#shared/model/consolidation/consolidation.ts";
import type { EntityTreeVersion } from "#shared/model/consolidation/entity-tree.ts";
import { statementSpanForm } from "#shared/model/labels/statement-title.ts";
import { formatDay, withDays } from "../../../format/dates/date.ts";
import { statementHeading } from "../../../format/dates/statement-heading.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { useBarMonth } from "../../../state/period/selected-range.ts";
import { useNow } from "../../../state/window/now.ts";
import { useEscape } from "../../../state/window/use-escape.ts";
import layout from "../../../styles/layout.module.css";
import { Chip } from "../../../ui/controls/chip.tsx";
import { classes } from "../../../ui/controls/classes.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { FigureHead, FigureNotes } from "../../../ui/figures/figure-head.tsx";
import { GridFilter, GridFilterAnswer } from "../../../ui/filters/grid-filter-field.tsx";
import { DataGrid } from "../../../ui/grid/data-grid.tsx";
import { useGridView } from "../../../ui/grid/state/use-grid-view.ts";
import styles from "../group.module.css";
import { groupAddress, OUTCOME_WORDS, SECTION_WORDS, unmatchedWords } from "../group-labels.ts";
import { EntityTieOuts } from "./entity-tie-outs.tsx";
import { GroupChart } from "./group-chart.tsx";
import { NoReport } from "./no-report.tsx";
import { reportColumns } from "./report-columns.tsx";
import { accountsOf, endsStatement, endsWithResult, isTotal, kindOf } from "./report-lines.ts";
import { ReportPanel } from "./report-panel.tsx";

interface GroupReportProps {
  readonly tree: EntityTreeVersion;
  readonly statement: ConsolidatedStatementKind;
  readonly openKey: string | null;
}

/** A consolidated statement of the bar's period; each figure names the members and rates that it is made of. */
export function GroupReport({ tree, statement, openKey }: GroupReportProps) {
  const [, navigate] = useHashLocation();
  const month = useBarMonth(null);
  const query = useCoreQuery("groups.report", { treeId: tree.treeId, period: month, statement }, { keepPrevious: true });
  const close = () => {
    navigate(groupAddress(tree.treeId, statement));
    document.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]')?.focus();
  };
  useEscape(openKey === null ? null : close);
  if (query.error !== null) return <NoReport tree={tree} failure={query.error} />;
  if (query.data === undefined)
    return (
      <p className={styles.waiting} aria-busy="true">
        {t("Consolidating {name}…", { name: tree.tree.name })}
      </p>
    );
  const row = query.data.rows.find(({ key, kind }) => key === openKey && kind !== "section");
  return (
    <div className={styles.split}>
      <div className={classes(styles.list, layout.figures)}>
        <Rows tree={tree} report={query.data} openKey={row?.key ?? null} busy={query.isFetching} />
      </div>
      {row === undefined ? null : <ReportPanel key={row.key} report={query.data} row={row} onClose={close} />}
    </div>
  );
}

interface RowsProps {
  readonly tree: EntityTreeVersion;
  readonly report: Report;
  readonly openKey: string | null;
  readonly busy: boolean;
}

function Rows({ tree, report, openKey, busy }: RowsProps) {
  const [, navigate] = useHashLocation();
  const columns = useMemo(() => reportColumns(report), [report]);
  const { statement } = report;
  const named = { statement: SECTION_WORDS[statement].toLowerCase() };
  const rows = useMemo(() => report.rows.filter((row) => !isTotal(row)), [report]);
  const view = useGridView({ id: `group ${tree.treeId}`, columns, lines: rows, keyOf: ({ key }) => key, kindOf });
  return (
    <>
      <Head
        report={report}
        filter={
          rows.length === 0 ? null : (
            <GridFilter
              view={{ ...view, shown: accountsOf(view.lines), all: accountsOf(rows) }}
              label={t("Filter report")}
              counted="accounts"
              atEnd
            />
          )
        }
      />
      <HeadNotes report={report} />
      {rows.length === 0 ? (
        <Nothing report={report} />
      ) : (
        <>
          <GridFilterAnswer view={view} />
          {view.shown === 0 ? null : (
            <DataGrid
              label={isCombined(report) ? t("Combined {statement}", named) : t("Consolidated {statement}", named)}
              layoutId={`group-${tree.treeId}-${report.columns.length}`}
              columns={columns}
              figures
              {...view.grid}
              footer={view.shown === view.all ? report.rows.filter(isTotal) : []}
              keepsLast={endsWithResult(view.lines)}
              beside={openKey !== null}
              busy={busy}
              openKey={openKey ?? undefined}
              onOpen={({ kind, key }) => (kind === "section" ? undefined : navigate(groupAddress(tree.treeId, statement, key)))}
              rowClass={(row) => lookOf(statement, row)}
            />
          )}
        </>
      )}
    </>
  );
}

/** Books that were never read in full may hold something after all. */
function Nothing({ report: { members, to } }: { readonly report: Report }) {
  const isRead = members.every(({ asOf }) => asOf !== null);
  return (
    <EmptyState title={isRead ? t("No balances") : t("No figures yet")}>
      <p>
        {isRead
          ? t("No account of any entity has a balance on {to}.", { to: formatDay(to) })
          : t("Figures appear here once the entities are synced. The notes above name the entities that aren't fully synced yet.")}
      </p>
    </EmptyState>
  );
}

const FACTS: Readonly<Record<ConsolidatedStatementKind, (of: Pick<Report, "currency" | "version">) => string>> = {
  "trial-balance": (of) => t("Accrual basis, {currency}, group version {version}, debits positive", of),
  // A client's opens on the month; a group is translated at the average rates of its year so far.
  "profit-and-loss": (of) => t("Year to date, accrual basis, {currency}, group version {version}", of),
  "balance-sheet": (of) => t("Accrual basis, {currency}, group version {version}", of),
};

function Head({ report, filter }: { readonly report: Report; readonly filter: ReactNode }) {
  const { name, statement, from, to, currency, version, asOf } = report;
  return (
    <FigureHead
      title={statementHeading(
        t("{statement} of {name}", { statement: SECTION_WORDS[statement], name }),
        statement === "profit-and-loss" ? statementSpanForm("profit_and_loss", from, to) : { form: "as_of", to },
      )}
      name={SECTION_WORDS[statement]}
      facts={FACTS[statement]({ currency, version })}
      asOf={asOf}
      nowMs={useNow()}
      filter={filter}
    />
  );
}

/** What belongs to all of the figures: whether they tie out, what isn't eliminated, the chart, and what they take as given. */
function HeadNotes({ report }: { readonly report: Report }) {
  const { notes } = report;
  const unmatched = unmatchedWords(report);
  const isUndone = report.eliminations.some(({ outcome }) => outcome === "cannot_eliminate");
  return (
    <FigureNotes>
      <div className={styles.standing}>
        {isCombined(report) ? (
          <p className={styles.tied}>
            <Chip
              tone="warning"
              word={t("Nothing eliminated")}
              title={t("Any intercompany balances and charges are included, so these figures are combined, not consolidated.")}
            />
            <span>{t("Combined, not consolidated")}</span>
            {report.eliminations.length === 0 ? (
              <a href={`#${groupAddress(report.treeId, "tree")}`}>{t("Add elimination pairs")}</a>
            ) : unmatched === null ? (
              <a href={`#${groupAddress(report.treeId, "eliminations")}`}>{t("See eliminations")}</a>
            ) : null}
          </p>
        ) : null}
        {unmatched === null ? null : (
          <p className={styles.tied}>
            <Chip
              tone="warning"
              word={unmatched}
              title={isUndone ? t("The reasons are shown with the eliminations.") : OUTCOME_WORDS.difference.means}
            />
            <a href={`#${groupAddress(report.treeId, "eliminations")}`}>{t("See eliminations")}</a>
          </p>
        )}
        {/* It comes last, so that nothing on the line moves. */}
        <EntityTieOuts report={report} />
      </div>
      <GroupChart report={report} />
      {notes.length === 0 ? null : (
        <details className={styles.notes}>
          <summary>
            {t("{notes, plural, one {1 note on these figures} other {{notes} notes on these figures}}", { notes: notes.length })}
          </summary>
          <ul>
            {notes.map((note) => (
              <li key={note}>{withDays(note)}</li>
            ))}
          </ul>
        </details>
      )}
    </FigureNotes>
  );
}

function lookOf(statement: ConsolidatedStatementKind, row: Report["rows"][number]): string | undefined {
  return classes(kindOf(row) !== "row" && styles[ruleOf(statement, row)], endsStatement(row) && styles.grand) || undefined;
}

/** The line above a row, as a client's statement has it: the total of current items weighs less than that of their side. */
function ruleOf(statement: ConsolidatedStatementKind, { kind, key }: Report["rows"][number]): Report["rows"][number]["kind"] {
  if (statement !== "balance-sheet") return kind;
  if (kind === "subtotal") return "section_total";
  return key === "liability_total" ? "subtotal" : kind;
}
