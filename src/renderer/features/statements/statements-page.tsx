import { type ReactNode, useMemo } from "react";
import { statementSpanForm } from "#shared/model/labels/statement-title.ts";
import { ALL_FIGURES, figureId } from "../../format/addresses/figure-id.ts";
import type { Span } from "../../format/dates/date-range.ts";
import { statementHeading } from "../../format/dates/statement-heading.ts";
import { BASIS_WORDS } from "../../format/labels/figure-labels.ts";
import { t } from "../../language/t.ts";
import { useIsSyncing } from "../../state/core/live-sync.ts";
import { RecordNames } from "../../state/core/record-names.tsx";
import { useChosenSpan } from "../../state/period/selected-range.ts";
import { useFigureChoice } from "../../state/views/figure-choices.ts";
import { figureKey } from "../../state/views/figure-shortcut.ts";
import { useNow } from "../../state/window/now.ts";
import { type Panels, PanelsContext } from "../../state/window/panels.ts";
import { popOut } from "../../state/window/pop-out.ts";
import { clientAddress } from "../../state/window/screen-address.ts";
import layout from "../../styles/layout.module.css";
import { classes } from "../../ui/controls/classes.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { Waiting } from "../../ui/feedback/query-answer.tsx";
import { UndoMessage } from "../../ui/feedback/undo-message.tsx";
import { ComingHead, FigureHead, FigureNotes } from "../../ui/figures/figure-head.tsx";
import { GapList } from "../../ui/figures/gap-list.tsx";
import { LedgerPanel } from "../../ui/figures/general-ledger-panel.tsx";
import { GridFilter, GridFilterAnswer } from "../../ui/filters/grid-filter-field.tsx";
import { DataGrid } from "../../ui/grid/data-grid.tsx";
import { useGridView } from "../../ui/grid/state/use-grid-view.ts";
import { PanelStack } from "../../ui/layout/panel-stack.tsx";
import { usePanels } from "../../ui/layout/use-panels.ts";
import { BalanceNote } from "./balance-note.tsx";
import { BudgetNote } from "./budget-note.tsx";
import { explainedLine } from "./explained-line.tsx";
import { explainedSummary } from "./explained-summary.tsx";
import { comingOf, type ShownStatement, shownOf } from "./shown-statement.ts";
import { StatementBar } from "./statement-bar.tsx";
import { StatementChart } from "./statement-chart.tsx";
import { STATEMENT_WORDS, summarySpan } from "./statement-labels.ts";
import { accountLines, isOutOfBalance, type StatementLine } from "./statement-rows.ts";
import { StatementTieOut } from "./statement-tie-out.tsx";
import styles from "./statements-page.module.css";
import { SummaryView } from "./summary-view.tsx";
import { type StatementAnswer, useStatement } from "./use-statement.ts";

/** A client's statements of any days: flat by account type, each account opening its ledger at the side. */
export function StatementsPage({ clientId, accountId }: { readonly clientId: string; readonly accountId: string | null }) {
  const span = useChosenSpan(clientId);
  if (span === null) return <Waiting label={t("the statement")} />;
  return <Statements clientId={clientId} accountId={accountId} span={span} />;
}

interface StatementsProps {
  readonly clientId: string;
  readonly accountId: string | null;
  readonly span: Span;
}

function Statements({ clientId, accountId: part, span }: StatementsProps) {
  const choice = useFigureChoice(clientId);
  const answer = useStatement(clientId, span, choice);
  const panels = usePanels(clientId, "statements", part);
  const { trialBalance, statement, cashFlow } = answer;
  const shown = useMemo(() => shownOf({ trialBalance, statement, cashFlow }), [trialBalance, statement, cashFlow]);
  const shownSpan = choice.statement === "summary" ? summarySpan(answer.summary?.months, span.to) : spanOf(answer, span);
  const table = useStatementTable(clientId, shown, answer.failure === null ? comingOf(choice.statement) : null);
  return (
    <PanelsContext value={panels}>
      <div className={styles.page}>
        <div className={classes(styles.list, layout.figures)}>
          <Head
            clientId={clientId}
            name={STATEMENT_WORDS[choice.statement]}
            title={titleOf(choice.statement, shownSpan)}
            answer={answer}
            table={table}
            onWhy={() => panels.open({ kind: "figure", id: ALL_FIGURES })}
          />
          <StatementBar clientId={clientId} span={span} choice={choice} />
          <UndoMessage clientId={clientId} />
          <FigureNotes>
            {answer.failure === null ? null : <FailureNote failure={answer.failure} />}
            <Notes
              clientId={clientId}
              answer={answer}
              isEmpty={table.isEmpty}
              budget={<BudgetNote clientId={clientId} span={span} choice={choice} onlyWithBudgets />}
              chart={<StatementChart clientId={clientId} span={span} choice={choice} accountId={panels.own} ready={!answer.busy} />}
            />
          </FigureNotes>
          {choice.statement !== "summary" ? (
            <Lines clientId={clientId} answer={answer} isKnown={shown !== null} table={table} panels={panels} />
          ) : answer.summary !== null ? (
            <SummaryView summary={answer.summary} />
          ) : answer.failure === null ? (
            <Waiting label={t("the statement")} />
          ) : null}
        </div>
        <PanelStack
          clientId={clientId}
          panels={panels}
          own={(accountId) => (
            <LedgerPanel
              key={accountId}
              clientId={clientId}
              accountId={accountId}
              span={spanOf(answer, span)}
              basis={choice.basis}
              columns={choice.months === undefined ? (answer.statement?.columns ?? []) : []}
            />
          )}
          figure={(id) =>
            answer.summary === null
              ? explainedLine({
                  clientId,
                  id,
                  answer,
                  shown,
                  title: titleOf(choice.statement, spanOf(answer, span)),
                  ownAddress: panels.ownAddress,
                })
              : explainedSummary(answer.summary, titleOf("summary", summarySpan(answer.summary.months, span.to)))
          }
        />
      </div>
    </PanelsContext>
  );
}

/** The days of the statement: those chosen, or from the first of its months on. */
function spanOf({ statement, cashFlow }: StatementAnswer, span: Span): Span {
  const [first] = statement?.columns ?? cashFlow?.columns ?? [];
  return first?.name === "month" ? { from: first.from, to: span.to } : span;
}

function titleOf(kind: keyof typeof STATEMENT_WORDS, { from, to }: Span): string {
  return statementHeading(STATEMENT_WORDS[kind], statementSpanForm(kind, from, to));
}

interface HeadProps {
  readonly clientId: string;
  /** The name of the statement, which the title begins with. */
  readonly name: string;
  readonly title: string;
  readonly answer: StatementAnswer;
  readonly table: StatementTable;
  readonly onWhy: () => void;
}

function Head({ clientId, name, title, answer, table: { view, lines, comes, isEmpty }, onWhy }: HeadProps) {
  const { facts, failure } = answer;
  const nowMs = useNow();
  const reading = useIsSyncing(clientId);
  const hasAccounts = lines.some(({ kind }) => kind === "account");
  const accountsOf = (some: typeof lines) => accountLines(some, answer.statement).length;
  const counted = hasAccounts ? { ...view, shown: accountsOf(view.lines), all: accountsOf(lines) } : view;
  const filter =
    lines.length === 0 && !comes ? null : (
      <GridFilter view={counted} label={t("Filter statement")} counted={hasAccounts ? "accounts" : "lines"} atEnd />
    );
  if (facts === null) return <ComingHead title={title} name={name} filter={filter} failed={failure !== null} />;
  return (
    <FigureHead
      title={title}
      name={name}
      result={<StatementTieOut clientId={clientId} answer={answer} isEmpty={isEmpty} />}
      facts={t("{basis} basis, {currency}", { basis: BASIS_WORDS[facts.basis].word, currency: facts.currency })}
      source={facts.source}
      onWhy={onWhy}
      asOf={facts.asOf}
      nowMs={nowMs}
      reading={reading}
      filter={filter}
    />
  );
}

interface NotesProps extends Pick<HeadProps, "clientId" | "answer"> {
  /** There are no figures, so only a gap that left records out says something of them. */
  readonly isEmpty: boolean;
  readonly budget: ReactNode;
  readonly chart: ReactNode;
}

/** What belongs to all of the figures, once they are known. */
function Notes({ clientId, answer, isEmpty, budget, chart }: NotesProps) {
  const { facts, trialBalance, statement, cashFlow } = answer;
  if (facts === null) return null;
  const gaps = isEmpty ? facts.gaps.filter(({ count }) => count > 0) : facts.gaps;
  return (
    <>
      {trialBalance !== null && isOutOfBalance(trialBalance) ? (
        <FailureNote
          failure={{
            message: t("This trial balance is out of balance."),
            next:
              facts.gaps.length === 0
                ? t(
                    "Debits and credits don't agree, and the synced data doesn't explain why. Check Tie-outs, and don't sign off on these figures.",
                  )
                : t("Debits and credits don't agree. The gaps listed below may explain the difference. Don't sign off on these figures."),
          }}
        />
      ) : null}
      {cashFlow === null || cashFlow.ties ? null : (
        <FailureNote
          failure={{
            message: t("This cash-flow statement doesn't tie to the bank accounts."),
            next:
              facts.gaps.length === 0
                ? t("The last line shows the difference. Check Tie-outs before anyone signs off.")
                : t("The last line shows the difference. Look at the gaps listed below before anyone signs off."),
          }}
        />
      )}
      {statement === null ? null : <BalanceNote clientId={clientId} statement={statement} />}
      {budget}
      {chart}
      <GapList gaps={gaps} records={(ids) => <RecordNames clientId={clientId} ids={ids} />} />
    </>
  );
}

const NONE: ShownStatement = { lines: [], columns: [], footer: [] };

/** The lines of a statement, as a person filters and sorts them; `coming`: what is known of it while it is on its way. */
function useStatementTable(clientId: string, shown: ShownStatement | null, coming: ShownStatement | null) {
  const { columns, lines, footer } = shown ?? coming ?? NONE;
  // Where rows are left out, no sum is shown, and no head of a group or section, which would look complete.
  const view = useGridView({
    id: `statements ${clientId}`,
    columns,
    lines,
    keyOf: ({ key }) => key,
    kindOf: ({ kind }) => (kind === "account" || kind === "line" || kind === "closing" ? "row" : "total"),
  });
  return { columns, lines, footer, view, comes: shown === null && coming !== null, isEmpty: shown !== null && lines.length === 0 };
}

type StatementTable = ReturnType<typeof useStatementTable>;

interface LinesProps {
  readonly clientId: string;
  readonly answer: StatementAnswer;
  readonly isKnown: boolean;
  readonly table: StatementTable;
  readonly panels: Panels;
}

function Lines({ clientId, answer: { busy, failure }, isKnown, table: { columns, lines, footer, view, comes }, panels }: LinesProps) {
  if (!isKnown && !comes) return failure === null ? <Waiting label={t("the statement")} /> : null;
  if (lines.length === 0 && !comes) {
    return (
      <EmptyState title={t("No figures for these dates")}>
        <p>{t("The synced books have no balance or activity on these dates. Choose other dates, or see how far the books are synced.")}</p>
        <a href={`#${clientAddress(clientId, "sync")}`}>{t("See sync status")}</a>
      </EmptyState>
    );
  }
  return (
    <>
      <GridFilterAnswer view={view} />
      {view.shown === 0 && !comes ? null : (
        <DataGrid
          label={t("Statement")}
          layoutId={`statement-${columns.map(({ id }) => id).join("-")}`}
          columns={columns}
          figures
          {...view.grid}
          footer={view.shown === view.all ? footer : []}
          keepsLast={endsWithResult(view.lines)}
          beside={panels.own !== null || panels.over.length > 0}
          busy={busy}
          openKey={panels.own ?? undefined}
          onOpen={({ account, key, parts }, columnId) => {
            if (account !== null) panels.openOwn(account.id);
            else if (parts !== undefined) panels.open({ kind: "figure", id: figureId(key, columnId) });
          }}
          onPopOut={({ account }) => {
            if (account !== null) popOut(panels.ownAddress(account.id));
          }}
          onKey={figureKey((line, columnId) => panels.open({ kind: "figure", id: figureId(line.key, columnId) }))}
          rowClass={(line) => styles[ruleOf(line)]}
        />
      )}
    </>
  );
}

/** Whether the last line is what the statement comes to. Sorted or filtered, it may be any other. */
function endsWithResult(lines: readonly StatementLine[]): boolean {
  const kind = lines.at(-1)?.kind;
  return kind === "result" || kind === "closing";
}

/** The lines above and below a row: double below what ends a statement or a side of it. */
function ruleOf({ kind, endsSide }: StatementLine): StatementLine["kind"] {
  if (endsSide === undefined) return kind;
  return endsSide ? "result" : "subtotal";
}
