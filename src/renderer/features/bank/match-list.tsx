import { CheckCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { BankWork, MatchToMake } from "#shared/contract/close/bank.ts";
import { call } from "../../api/client.ts";
import { t } from "../../language/t.ts";
import { useActs } from "../../state/core/undo.ts";
import { useActionKeys, useKeySettings } from "../../state/window/shortcut-settings.ts";
import text from "../../styles/text.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { AnyKeys, Kbd } from "../../ui/controls/kbd.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import styles from "./bank.module.css";
import { type AccountProps, type BankRow, FEE_WORDS, hasFee, namedInSentence, reconciledInLedger } from "./bank-lines.ts";
import { CreateDialog } from "./create-dialog.tsx";
import { FindMatch } from "./find-match.tsx";
import { MatchRow } from "./match-row.tsx";
import { useRowKeys } from "./use-row-keys.ts";

type ListProps = AccountProps & { readonly rows: readonly BankRow[]; readonly work: BankWork; readonly onSummary: () => void };

/** Rows that a month of a busy account has; the rest comes when it is asked for. */
const PAGE = 200;

/** Statement lines beside what they belong to. J and K move, Enter accepts, U undoes, M finds. */
export function MatchList({ clientId, period, account, rows, work, onSummary }: ListProps) {
  const [at, setAt] = useState(0);
  const [finding, setFinding] = useState<BankRow | null>(null);
  const [creating, setCreating] = useState<BankRow | null>(null);
  const [shown, setShown] = useState(PAGE);
  const list = useRef<HTMLOListElement>(null);
  const acts = useMatchActs(clientId, account.accountId);
  const current = Math.min(at, rows.length - 1);
  const first = rows[current]?.key;
  const go = (to: number) => setAt(Math.max(0, Math.min(to, Math.min(shown, rows.length) - 1)));
  const isBusy = finding !== null || creating !== null;
  useRowKeys((by) => go(current + by));
  // The row that the keys are on has the focus, so that Enter means its button and screen readers say it.
  useEffect(() => {
    if (isBusy || first === undefined) return;
    const item = list.current?.children[current];
    const typing = document.activeElement?.matches("input:not([type=radio]), textarea") === true;
    if (item instanceof HTMLElement && !typing) item.querySelector<HTMLElement>("[data-row-act]")?.focus({ preventScroll: false });
  }, [current, first, isBusy]);
  // A button that was pressed and is away left the focus nowhere: the keys go on in the list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are when a button may be away
  useEffect(() => {
    if (isBusy || acts.pending !== null || document.activeElement !== document.body) return;
    list.current?.children[current]?.querySelector<HTMLElement>("[data-row-act]")?.focus({ preventScroll: true });
  }, [rows, acts.pending, isBusy]);
  if (rows.length === 0) return <Nothing work={work} onSummary={onSummary} />;
  return (
    <div className={styles.list}>
      <Heads rows={reconciledInLedger(rows)} disabled={acts.pending !== null} onAccept={acts.acceptAll} />
      <ol ref={list} className={styles.rows} aria-label={t("Statement lines")}>
        {rows.slice(0, shown).map((one, index) => (
          <MatchRow
            key={one.key}
            clientId={clientId}
            row={one}
            currency={account.currency}
            isCurrent={index === current}
            disabled={acts.pending !== null}
            onFocus={() => setAt(index)}
            onAccept={() => acts.accept(one)}
            onUnmatch={() => acts.unmatch(one)}
            onFind={() => setFinding(one)}
            onCreate={() => setCreating(one)}
          />
        ))}
      </ol>
      {rows.length > shown ? <Button onClick={() => setShown(shown + PAGE)}>{t("Show more lines")}</Button> : null}
      {rows.some(hasFee) ? <p className={text.mutedSmall}>{FEE_WORDS}</p> : null}
      <ListKeys accepts={rows.some(({ suggestion }) => suggestion !== null)} />
      {creating === null ? null : <CreateDialog {...{ clientId, period, account }} row={creating} onClose={() => setCreating(null)} />}
      {finding === null ? null : (
        <FindMatch
          row={finding}
          work={work}
          currency={account.currency}
          onMatch={(match) => acts.match(finding, match)}
          onClose={() => setFinding(null)}
        />
      )}
    </div>
  );
}

interface HeadsProps {
  /** What the ledger has reconciled already. */
  readonly rows: readonly BankRow[];
  readonly disabled: boolean;
  readonly onAccept: (rows: readonly BankRow[]) => void;
}

/** The heads of both sides, and the way to accept what the ledger has reconciled already. */
function Heads({ rows, disabled, onAccept }: HeadsProps) {
  return (
    <div className={styles.columns}>
      <span className={text.label} aria-hidden="true">
        {t("Statement line")}
      </span>
      <span className={styles.matchHead}>
        <span className={text.label} aria-hidden="true">
          {t("Match")}
        </span>
        {rows.length === 0 ? null : (
          <Button
            needs="preparer"
            kind="quiet"
            disabled={disabled}
            icon={<CheckCheck size={14} aria-hidden />}
            title={t("Accept the proposed matches whose transactions are already reconciled in the ledger")}
            onClick={() => onAccept(rows)}
          >
            {t("Accept {count} reconciled in the ledger", { count: rows.length })}
          </Button>
        )}
      </span>
    </div>
  );
}

/** The keys of the list as a person has set them. Without single letters, the arrows move, and what has no other keys isn't named. */
export function ListKeys({ accepts = true }: { readonly accepts?: boolean }) {
  const [next, before] = useKeySettings().letters ? ["J", "K"] : ["↓", "↑"];
  return (
    <p className={styles.keys} data-screen-only="">
      <Kbd>{next}</Kbd> <Kbd>{before}</Kbd> {t("move")}
      {accepts ? (
        <>
          {" "}
          <Kbd>{t("Enter")}</Kbd> {t("accept")}
        </>
      ) : null}
      <ActionKeys action="bank-create" words={t("create")} />
      <ActionKeys action="bank-find" words={t("find a match")} />
      <ActionKeys action="bank-undo" words={t("undo a match")} />
      <ActionKeys action="bank-import" words={t("import")} />
    </p>
  );
}

function ActionKeys({ action, words }: { readonly action: string; readonly words: string }) {
  const keys = useActionKeys(action);
  return keys.length === 0 ? null : (
    <>
      {" "}
      <AnyKeys keys={keys} /> {words}
    </>
  );
}

function Nothing({ work, onSummary }: { readonly work: BankWork; readonly onSummary: () => void }) {
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) next.current?.focus();
  }, []);
  const isDone = work.reconciliation.unreconciledLines.length === 0 && work.lines.length > 0;
  return (
    <EmptyState title={isDone ? t("Every statement line is reconciled") : t("No statement lines in this view")}>
      <p>
        {isDone
          ? t("The reconciliation shows what is still outstanding.")
          : t("“To reconcile” shows lines without a match and lines with a fee to enter. “Matched” shows lines with a match.")}
      </p>
      <Button ref={next} kind={isDone ? "primary" : "plain"} onClick={onSummary}>
        {t("Show reconciliation")}
      </Button>
    </EmptyState>
  );
}

/** As many as one call takes; the rest is offered again. */
const MATCHES_MAX = 1000;

function matchOf({ lines }: BankRow, recordIds: readonly string[], ruleId: string | null): MatchToMake {
  return { lineIds: lines.map(({ lineId }) => lineId), recordIds: [...recordIds], ...(ruleId === null ? {} : { ruleId }) };
}

/** What the rows do; each can be undone. */
function useMatchActs(clientId: string, accountId: string) {
  const { perform, pending } = useActs(clientId);
  const undo = ({ decisionNos }: { readonly decisionNos: readonly number[] }) =>
    call("bank.unmatch", { clientId, decisionNos: [...decisionNos] });
  const match = (row: BankRow, recordIds: readonly string[], ruleId: string | null) =>
    void perform({
      key: "match",
      words: t("Matched: {line}.", { line: namedInSentence(row.lines) }),
      run: () => call("bank.match", { clientId, accountId, matches: [matchOf(row, recordIds, ruleId)] }),
      undo,
    });
  const acceptAll = (rows: readonly BankRow[]) =>
    void perform({
      key: "accept",
      words: ({ decisionNos }) => t("{count, plural, one {# line} other {# lines}} matched.", { count: decisionNos.length }),
      run: () => {
        const matches = rows
          .slice(0, MATCHES_MAX)
          .flatMap((row) => (row.suggestion === null ? [] : matchOf(row, row.suggestion.recordIds, row.suggestion.ruleId)));
        return call("bank.match", { clientId, accountId, matches });
      },
      undo,
    });
  return {
    pending,
    acceptAll,
    accept: (row: BankRow) => {
      if (row.suggestion !== null) match(row, row.suggestion.recordIds, row.suggestion.ruleId);
    },
    match: (row: BankRow, recordIds: readonly string[]) => match(row, recordIds, null),
    unmatch: (row: BankRow) => {
      const { match: made } = row;
      if (made === null) return;
      void perform({
        key: "unmatch",
        words:
          row.feeDraft === null
            ? t("Match undone: {line}.", { line: namedInSentence(row.lines) })
            : t("Match undone: {line}. Its fee stays in Ledger updates.", { line: namedInSentence(row.lines) }),
        run: () => call("bank.unmatch", { clientId, decisionNos: [made.decisionNo] }),
      });
    },
  };
}
