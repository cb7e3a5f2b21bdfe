import { ArrowDown, CheckCheck } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useId, useMemo, useRef, useState } from "react";
import type { BankWork, MatchToMake } from "#shared/contract/close/bank.ts";
import { daysBetween } from "#shared/kernel/calendar-date.ts";
import { call } from "../../api/client.ts";
import { t } from "../../language/t.ts";
import { useActs } from "../../state/core/undo.ts";
import { useActionKeys, useKeySettings } from "../../state/window/shortcut-settings.ts";
import text from "../../styles/text.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { AnyKeys, Kbd } from "../../ui/controls/kbd.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import styles from "./bank.module.css";
import {
  type AccountProps,
  type BankRow,
  FEE_WORDS,
  groupWords,
  hasFee,
  isToChoose,
  namedInSentence,
  type RowGroup,
} from "./bank-lines.ts";
import { CreateDialog } from "./create-dialog.tsx";
import { FindMatch } from "./find-match.tsx";
import { MatchRow } from "./match-row.tsx";
import { useRowKeys } from "./use-row-keys.ts";

type ListProps = AccountProps & { readonly groups: readonly RowGroup[]; readonly work: BankWork; readonly onSummary: () => void };

/** Rows that a month of a busy account has; the rest comes when it is asked for. */
const PAGE = 200;

/** Statement lines beside what they belong to. J and K move, Enter accepts or opens the candidates, U undoes, M finds. */
export function MatchList({ clientId, period, account, groups, work, onSummary }: ListProps) {
  const rows = useMemo(() => groups.flatMap((group) => group.rows), [groups]);
  const [at, setAt] = useState(0);
  const [finding, setFinding] = useState<BankRow | null>(null);
  const [creating, setCreating] = useState<BankRow | null>(null);
  const [shown, setShown] = useState(PAGE);
  const list = useRef<HTMLDivElement>(null);
  const acts = useMatchActs(clientId, account.accountId);
  const current = Math.min(at, rows.length - 1);
  const first = rows[current]?.key;
  const go = (to: number) => setAt(Math.max(0, Math.min(to, Math.min(shown, rows.length) - 1)));
  const isBusy = finding !== null || creating !== null;
  const clear = groups.find(({ id }) => id === "exact");
  useRowKeys((by) => go(current + by));
  // The row that the keys are on has the focus, so that Enter means its button and screen readers say it.
  useEffect(() => {
    if (isBusy || first === undefined) return;
    const typing = document.activeElement?.matches("input:not([type=radio]), textarea") === true;
    if (!typing) rowAct(list.current, current)?.focus({ preventScroll: false });
  }, [current, first, isBusy]);
  // A button that was pressed and is away left the focus nowhere: the keys go on in the list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are when a button may be away
  useEffect(() => {
    if (isBusy || acts.pending !== null || document.activeElement !== document.body) return;
    rowAct(list.current, current)?.focus({ preventScroll: true });
  }, [rows, acts.pending, isBusy]);
  if (rows.length === 0) return <Nothing work={work} onSummary={onSummary} />;
  return (
    <div ref={list} className={styles.list}>
      <Heads isLiability={account.isLiability} />
      {groups.map((group) => (
        <Group key={group.id} {...{ group, clear, shown, list }} disabled={acts.pending !== null} onAccept={acts.acceptAll}>
          {(one, index) => (
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
          )}
        </Group>
      ))}
      {rows.length > shown ? <Button onClick={() => setShown(shown + PAGE)}>{t("Show more lines")}</Button> : null}
      {rows.some(hasFee) ? <p className={text.mutedSmall}>{FEE_WORDS}</p> : null}
      <ListKeys
        accepts={rows.some((row) => row.suggestion !== null && !isToChoose(row))}
        chooses={rows.some((row) => row.suggestion !== null && isToChoose(row))}
      />
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

/** The button of a row that the keys are on. */
function rowAct(list: HTMLElement | null, at: number): HTMLElement | null {
  return list?.querySelectorAll("ol > li")[at]?.querySelector<HTMLElement>("[data-row-act]") ?? null;
}

/** The heads of both sides. Of a card, whose balances above are positive where something is owed, with the sign of its lines. */
export function Heads({ isLiability }: { readonly isLiability: boolean }) {
  return (
    <div className={styles.columns}>
      <span className={text.label}>
        <span aria-hidden="true">{t("Statement line")}</span>
        {isLiability ? <> · {t("Charges are negative, payments positive")}</> : null}
      </span>
      <span className={text.label} aria-hidden="true">
        {t("Match")}
      </span>
    </div>
  );
}

/** So many rows to review leave no room for the clear matches below them. */
const MANY = 6;

interface ToClearProps {
  readonly clear: RowGroup;
  readonly list: RefObject<HTMLDivElement | null>;
}

/** Shows the clear matches, which the bar accepts, before somebody does so. */
function ToClear({ clear: { rows, start }, list }: ToClearProps) {
  const go = () => {
    list.current?.querySelectorAll("ol > li")[start]?.scrollIntoView({ block: "center" });
    rowAct(list.current, start)?.focus({ preventScroll: true });
  };
  return (
    <Button
      kind="quiet"
      className={styles.toEdge}
      data-screen-only=""
      icon={<ArrowDown size={14} aria-hidden />}
      title={t("Go to the clear matches below")}
      onClick={go}
    >
      {t("{count, plural, one {# clear match} other {# clear matches}}", { count: rows.length })}
    </Button>
  );
}

interface GroupProps {
  readonly group: RowGroup;
  /** The clear matches, if there are any. */
  readonly clear: RowGroup | undefined;
  readonly list: RefObject<HTMLDivElement | null>;
  /** How many rows of the whole list are shown. */
  readonly shown: number;
  readonly disabled: boolean;
  readonly onAccept: (rows: readonly BankRow[]) => void;
  /** Draws a row, which is this one of the whole list. */
  readonly children: (row: BankRow, index: number) => ReactNode;
}

/** How far the dates of clear matches are apart: of several transactions, those of the farthest. */
export function datesWords(rows: readonly BankRow[]): string {
  const apart = rows.map(({ lines, postings }) =>
    Math.max(0, ...lines.flatMap((line) => postings.map((posting) => Math.abs(daysBetween(line.date, posting.date))))),
  );
  const same = apart.filter((days) => days === 0).length;
  const [others, days] = [rows.length - same, Math.max(0, ...apart)];
  if (others === 0) return t("on the same day");
  if (same === 0) return t("up to {days, plural, one {# day} other {# days}} apart", { days });
  return t("{same} on the same day, {others} up to {days, plural, one {# day} other {# days}} apart", { same, others, days });
}

/** Rows with what they have in common above them. Those that the ledger confirms are accepted there; clear matches, in the bar. */
function Group({ group, clear, list, shown, disabled, onAccept, children }: GroupProps) {
  const id = useId();
  const words = groupWords(group);
  const { start, rows } = group;
  if (start >= shown) return null;
  return (
    <>
      {words === null ? null : (
        <div className={styles.groupHead}>
          <h3 id={id}>{words.title}</h3>
          {words.note === null ? null : (
            <span className={text.mutedSmall}>{group.id === "exact" ? `${words.note} · ${datesWords(rows)}` : words.note}</span>
          )}
          {group.id === "ledger" ? (
            <Button
              needs="preparer"
              disabled={disabled}
              icon={<CheckCheck size={14} aria-hidden />}
              title={t("Accept the likely matches whose transactions are already reconciled in the ledger")}
              onClick={() => onAccept(rows)}
            >
              {t("Accept {count, plural, one {# likely match} other {# likely matches}}", { count: Math.min(rows.length, MATCHES_MAX) })}
            </Button>
          ) : null}
          {group.id === "decide" && rows.length >= MANY && clear !== undefined && clear.start < shown ? (
            <ToClear clear={clear} list={list} />
          ) : null}
        </div>
      )}
      <ol className={styles.rows} aria-label={t("Statement lines")} {...(words === null ? {} : { "aria-describedby": id })}>
        {rows.slice(0, shown - start).map((one, index) => children(one, start + index))}
      </ol>
    </>
  );
}

/** The keys of the list as a person has set them. Without single letters, the arrows move, and what has no other keys isn't named. */
export function ListKeys({ accepts = true, chooses = false }: { readonly accepts?: boolean; readonly chooses?: boolean }) {
  const [next, before] = useKeySettings().letters ? ["J", "K"] : ["↓", "↑"];
  return (
    <p className={styles.keys} data-screen-only="">
      <Kbd>{next}</Kbd> <Kbd>{before}</Kbd> {t("move")}
      {accepts || chooses ? (
        <>
          {" "}
          <Kbd>{t("Enter")}</Kbd> {chooses ? (accepts ? t("accept or choose") : t("choose")) : t("accept")}
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
    <EmptyState
      state={isDone ? "done" : "filtered"}
      title={isDone ? t("Every statement line is matched") : t("No statement lines in this view")}
    >
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
      words: ({ decisionNos }) => t("{count, plural, one {# match} other {# matches}} accepted.", { count: decisionNos.length }),
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
            : t("Match undone: {line}. The update for its fee stays in Ledger updates.", { line: namedInSentence(row.lines) }),
        run: () => call("bank.unmatch", { clientId, decisionNos: [made.decisionNo] }),
      });
    },
  };
}
