import { useMemo } from "react";
import { useHashLocation } from "wouter/use-hash-location";
import { DataGrid } from "../../components/data-grid.tsx";
import { EmptyNote } from "../../components/empty-note.tsx";
import { FailureNote } from "../../components/failure-note.tsx";
import { FigureHead } from "../../components/figure-head.tsx";
import { GapList } from "../../components/gap-list.tsx";
import { formatDay } from "../../format/date.ts";
import { BASIS_WORDS } from "../../format/figure-words.ts";
import { type Span, spanWords } from "../../format/span.ts";
import { t } from "../../language/t.ts";
import { useChosenSpan } from "../../state/chosen-span.ts";
import { useFigureChoice } from "../../state/figure-choices.ts";
import { useClientSync } from "../../state/live-sync.ts";
import { useNow } from "../../state/now.ts";
import { clientAddress, recordAddress } from "../../state/place.ts";
import { RecordNames } from "../../state/record-names.tsx";
import { useEscape } from "../../state/use-escape.ts";
import { LedgerPanel } from "./ledger-panel.tsx";
import { StatementBar } from "./statement-bar.tsx";
import { statementColumns, trialBalanceColumns } from "./statement-columns.tsx";
import { isOutOfBalance, type StatementLine, statementLines, trialBalanceLines, trialBalanceTotal } from "./statement-lines.ts";
import { STATEMENT_WORDS } from "./statement-words.ts";
import styles from "./statements-page.module.css";
import { type StatementAnswer, useStatement } from "./use-statement.ts";

/** A client's statements of any days: flat by account type, each account opening its ledger at the side. */
export function StatementsPage({ clientId, accountId }: { readonly clientId: string; readonly accountId: string | null }) {
  const span = useChosenSpan(clientId);
  if (span === null) return <div className={styles.page} aria-busy="true" />;
  return <Statements clientId={clientId} accountId={accountId} span={span} />;
}

interface StatementsProps {
  readonly clientId: string;
  readonly accountId: string | null;
  readonly span: Span;
}

function Statements({ clientId, accountId, span }: StatementsProps) {
  const [, navigate] = useHashLocation();
  const choice = useFigureChoice(clientId);
  const answer = useStatement(clientId, span, choice);
  const closePanel = () => {
    navigate(clientAddress(clientId, "statements"));
    document.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]')?.focus();
  };
  useEscape(accountId === null ? null : closePanel);
  return (
    <div className={styles.page}>
      <div className={styles.list}>
        <StatementBar clientId={clientId} span={span} choice={choice} />
        {answer.failure === null ? null : (
          <div className={styles.note}>
            <FailureNote failure={answer.failure} />
          </div>
        )}
        <Head clientId={clientId} title={titleOf(choice.statement, span)} answer={answer} />
        <Lines
          answer={answer}
          openKey={accountId}
          onOpen={(line) => {
            if (line.account !== null) navigate(recordAddress(clientId, "statements", line.account.id));
          }}
        />
      </div>
      {accountId === null ? null : (
        <LedgerPanel
          key={accountId}
          clientId={clientId}
          accountId={accountId}
          span={span}
          basis={choice.basis}
          columns={answer.statement?.columns ?? []}
          onClose={closePanel}
        />
      )}
    </div>
  );
}

function titleOf(kind: keyof typeof STATEMENT_WORDS, span: Span): string {
  return `${STATEMENT_WORDS[kind]}, ${kind === "balance_sheet" ? formatDay(span.to) : spanWords(span)}`;
}

function Head({ clientId, title, answer }: { readonly clientId: string; readonly title: string; readonly answer: StatementAnswer }) {
  const nowMs = useNow();
  const reading = useClientSync(clientId).data?.state === "syncing";
  const { facts, trialBalance } = answer;
  if (facts === null) return null;
  return (
    <FigureHead
      title={title}
      facts={t("{word} basis, {currency}", { word: BASIS_WORDS[facts.basis].word, currency: facts.currency })}
      source={facts.source}
      asOf={facts.asOf}
      nowMs={nowMs}
      reading={reading}
    >
      {trialBalance !== null && isOutOfBalance(trialBalance) ? (
        <FailureNote
          failure={{
            message: t("This trial balance does not balance."),
            next: t("Debits and credits differ by what the gaps below name. Nothing should be signed on these figures."),
          }}
        />
      ) : null}
      <GapList gaps={facts.gaps} records={(ids) => <RecordNames clientId={clientId} ids={ids} />} />
    </FigureHead>
  );
}

interface LinesProps {
  readonly answer: StatementAnswer;
  readonly openKey: string | null;
  readonly onOpen: (line: StatementLine) => void;
}

function Lines({ answer: { trialBalance, statement, busy, failure }, openKey, onOpen }: LinesProps) {
  const shown = useMemo(() => {
    if (trialBalance !== null) {
      return {
        lines: trialBalanceLines(trialBalance),
        columns: trialBalanceColumns(trialBalance),
        footer: [trialBalanceTotal(trialBalance)],
      };
    }
    return statement === null ? null : { lines: statementLines(statement), columns: statementColumns(statement), footer: [] };
  }, [trialBalance, statement]);
  if (shown === null) return failure === null ? <div className={styles.waiting} aria-busy="true" /> : null;
  if (shown.lines.length === 0) {
    return (
      <EmptyNote title={t("Nothing was posted")}>
        <p>
          {t("No account had a balance or a posting in these days. Choose other days, or see under Sync how far the books have been read.")}
        </p>
      </EmptyNote>
    );
  }
  const { lines, columns, footer } = shown;
  return (
    <DataGrid
      label={t("Statement")}
      layoutId={`statement-${columns.map(({ id }) => id).join("-")}`}
      columns={columns}
      rowCount={lines.length}
      rowAt={(index) => lines[index]}
      footer={footer}
      keyOf={(line) => line.key}
      minWidth={290 + 132 * (columns.length - 1)}
      busy={busy}
      openKey={openKey ?? undefined}
      onOpen={onOpen}
      rowClass={(line) => styles[line.kind]}
    />
  );
}
