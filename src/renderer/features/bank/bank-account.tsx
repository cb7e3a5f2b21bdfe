import { CheckCheck, Upload } from "lucide-react";
import { type DragEvent, useMemo, useRef, useState } from "react";
import type { BankWork } from "#shared/contract/close/bank.ts";
import { type DecimalString, isZero } from "#shared/kernel/decimal.ts";
import { balanceSheetSign } from "#shared/model/books/balance-sheet-sign.ts";
import { call } from "../../api/client.ts";
import { formatMoney } from "../../format/amounts/amount.ts";
import { formatDay } from "../../format/dates/date.ts";
import { keysText } from "../../format/text/shortcut-label.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { useActs } from "../../state/core/undo.ts";
import { useActionKeys } from "../../state/window/shortcut-settings.ts";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { classes } from "../../ui/controls/classes.ts";
import fold from "../../ui/controls/fold.module.css";
import { Fold } from "../../ui/controls/fold.tsx";
import { Segments } from "../../ui/controls/segments.tsx";
import { ProgressBar } from "../../ui/feedback/progress-bar.tsx";
import { QueryAnswer } from "../../ui/feedback/query-answer.tsx";
import { RoleNote } from "../../ui/feedback/role-note.tsx";
import { Money } from "../../ui/figures/money.tsx";
import { HeadFigure } from "../../ui/layout/head-figure.tsx";
import { BalanceDialog } from "./balance-dialog.tsx";
import styles from "./bank.module.css";
import { type AccountProps, type BankView, bankRows, CLEAR_WORDS, rowGroups, rowsOf } from "./bank-lines.ts";
import { ImportDialog } from "./import-dialog.tsx";
import { ImportMany } from "./import-many.tsx";
import { MatchList } from "./match-list.tsx";
import { NoStatement } from "./no-statement.tsx";
import { ReconciliationSummary } from "./reconciliation-summary.tsx";
import { RulesDialog } from "./rules-dialog.tsx";
import { SendDrafts } from "./send-drafts.tsx";
import { Statements } from "./statements/statements-dialog.tsx";

/** One account: its statement lines beside what they belong to, or its reconciliation. Files dropped anywhere are imported. */
export function BankAccount(props: AccountProps) {
  const { clientId, period, account } = props;
  const [files, setFiles] = useState<readonly File[]>([]);
  const [typing, setTyping] = useState(false);
  const [over, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const query = useCoreQuery("bank.work", { clientId, period, accountId: account.accountId }, { keepPrevious: true });
  const choose = () => picker.current?.click();
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    setFiles([...event.dataTransfer.files]);
  };
  const file = files.length === 1 ? (files[0] ?? null) : null;
  const close = () => setFiles([]);
  return (
    <section
      className={classes(styles.main, over && styles.over)}
      aria-label={account.name}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => setOver(event.currentTarget.contains(event.relatedTarget as Node | null))}
      onDrop={onDrop}
    >
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        accept=".ofx,.qfx,.xml,.camt,.053,.sta,.mt940,.940,.csv,.txt,.pdf"
        aria-label={t("Bank statement file")}
        onChange={(event) => {
          setFiles([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      <QueryAnswer query={query} label={t("statement lines")}>
        {(work) => <Work {...props} work={work} onImport={choose} onBalance={() => setTyping(true)} />}
      </QueryAnswer>
      {file === null || isPdf(file) ? null : <ImportDialog {...props} file={file} onClose={close} />}
      {files.length > 1 ? <ImportMany clientId={clientId} period={period} files={files} onClose={close} /> : null}
      {(file !== null && isPdf(file)) || typing ? (
        <BalanceDialog
          {...props}
          file={file}
          end={query.data?.reconciliation.asOf ?? ""}
          onClose={() => {
            close();
            setTyping(false);
          }}
        />
      ) : null}
    </section>
  );
}

function isPdf({ name, type }: File): boolean {
  return type === "application/pdf" || name.toLowerCase().endsWith(".pdf");
}

const VIEWS: readonly { readonly value: BankView; readonly word: string }[] = [
  { value: "open", word: t("To reconcile") },
  { value: "matched", word: t("Matched") },
  { value: "summary", word: t("Reconciliation") },
];

type WorkProps = AccountProps & { readonly work: BankWork; readonly onImport: () => void; readonly onBalance: () => void };

function Work({ work, onImport, onBalance, ...props }: WorkProps) {
  const [ruling, setRuling] = useState(false);
  const [importKeys] = useActionKeys("bank-import");
  const [view, setView] = useState<BankView>("open");
  const rows = useMemo(() => bankRows(work), [work]);
  const groups = useMemo(() => rowGroups(rowsOf(rows, view), view), [rows, view]);
  if (work.statements.length === 0) return <NoStatement {...props} onImport={onImport} onBalance={onBalance} />;
  return (
    <>
      <Head account={props.account} work={work} onSummary={() => setView("summary")} />
      <div className={classes(styles.toolbar, fold.bar)} data-screen-only="">
        <Segments look="tabs" label={t("Show")} options={VIEWS} chosen={view} onChange={setView} />
        <span className={styles.choices}>
          <Button
            needs="preparer"
            icon={<Upload size={14} aria-hidden />}
            title={importKeys === undefined ? undefined : t("Import statement ({keys})", { keys: keysText(importKeys) })}
            data-key="bank-import"
            onClick={onImport}
          >
            {t("Import statement…")}
          </Button>
          <Fold label={t("More actions")} below="middle" dots>
            <Button needs="preparer" aria-haspopup="dialog" onClick={onBalance}>
              {t("Enter closing balance…")}
            </Button>
            <Statements {...props} work={work} />
            <Button aria-haspopup="dialog" onClick={() => setRuling(true)}>
              {t("Rules…")}
            </Button>
          </Fold>
          <AcceptExact {...props} work={work} />
          <SendDrafts {...props} work={work} />
        </span>
      </div>
      <RoleNote place={layout.note} />
      {ruling ? <RulesDialog {...props} work={work} onClose={() => setRuling(false)} /> : null}
      {view === "summary" ? (
        <ReconciliationSummary {...props} work={work} />
      ) : (
        <MatchList {...props} key={view} groups={groups} work={work} onSummary={() => setView("summary")} />
      )}
    </>
  );
}

/**
 * What is always in sight: how far it is, and the difference, as the close shows it. What is worked out leads to how. The state is in the
 * list of accounts, which is always beside it.
 */
function Head({ account, work, onSummary }: Pick<WorkProps, "account" | "work"> & { readonly onSummary: () => void }) {
  const { reconciliation } = work;
  const { difference, statement, expected, currency, unreconciledLines } = reconciliation;
  const total = work.lines.length;
  const done = total - unreconciledLines.length;
  const isOpen = done < total;
  const shown = (amount: DecimalString) => balanceSheetSign(amount, account);
  return (
    <header className={styles.head}>
      <h2>{account.name}</h2>
      <Figure
        label={t("Expected statement balance")}
        means={
          isOpen
            ? t("{means} Until a statement line is matched, the line and its transaction both count.", { means: EXPECTED_WORDS })
            : EXPECTED_WORDS
        }
        onOpen={onSummary}
      >
        <Money amount={shown(expected)} currency={currency} />
      </Figure>
      <Figure label={t("Balance per statement")}>
        {statement === null ? NOT_KNOWN : <Money amount={shown(statement)} currency={currency} />}
      </Figure>
      <Figure
        label={isOpen ? t("Difference so far") : t("Difference")}
        means={isOpen ? openDifferenceWords(reconciliation, shown) : DIFFERENCE_WORDS}
        onOpen={difference === null ? null : onSummary}
      >
        {difference === null ? NOT_KNOWN : <DifferenceAmount {...{ isOpen, currency }} amount={shown(difference)} />}
      </Figure>
      <div className={styles.progress} data-screen-only="">
        <ProgressBar share={total === 0 ? 1 : done / total} label={t("Lines matched")} />
        <span className={text.mutedSmall}>
          {t("{total, plural, =0 {No statement lines} one {{done} of 1 line matched} other {{done} of {total} lines matched}}", {
            done,
            total,
          })}
        </span>
      </div>
    </header>
  );
}

/** A finding only once every line has its match; until then it's as plain as the figures beside it. */
function DifferenceAmount({
  isOpen,
  amount,
  currency,
}: {
  readonly isOpen: boolean;
  readonly amount: DecimalString;
  readonly currency: string;
}) {
  const money = <Money amount={amount} currency={currency} />;
  return isOpen && !isZero(amount) ? money : <strong className={isZero(amount) ? styles.even : styles.off}>{money}</strong>;
}

const EXPECTED_WORDS = t(
  "Balance per books, adjusted for outstanding transactions, unreconciled statement lines and fees not in the books. Assumes that the transactions will clear, and that the lines and fees belong in the books.",
);

const DIFFERENCE_WORDS = t(
  "Expected statement balance less balance per statement: what outstanding transactions, unreconciled statement lines and fees don't explain. Negative if the expected balance is lower.",
);

/**
 * What the difference is while lines are open. What was posted before the first statement counts as cleared until a line of it is matched,
 * so that transactions which were outstanding then are a difference for as long.
 */
export function openDifferenceWords(
  { reasons, currency }: Pick<BankWork["reconciliation"], "reasons" | "currency">,
  shown: (amount: DecimalString) => DecimalString,
): string {
  const means = t("{means} Only accepted matches count.", { means: DIFFERENCE_WORDS });
  const opening = reasons.find(({ code }) => code === "opening");
  if (opening?.code !== "opening") return means;
  const from = { amount: formatMoney(shown(opening.amount), currency), day: formatDay(opening.date) };
  return t(
    "{means} {amount} comes from before {day}, when the first statement begins. Match the lines that clear transactions dated before then.",
    { means, ...from },
  );
}

const NOT_KNOWN = <span className={text.muted}>{t("Not known")}</span>;

interface FigureProps {
  readonly label: string;
  /** How it's worked out. */
  readonly means?: string;
  /** Opens how it's worked out, step by step. */
  readonly onOpen?: (() => void) | null;
  readonly children: React.ReactNode;
}

/** In the head; what is worked out opens how, step by step. */
function Figure({ onOpen = null, ...figure }: FigureProps) {
  const { label, means = label } = figure;
  return <HeadFigure {...figure} onOpen={onOpen} tip={t("{means} Opens the reconciliation.", { means })} />;
}

function AcceptExact({ clientId, period, account, work }: AccountProps & { readonly work: BankWork }) {
  const { perform, pending } = useActs(clientId);
  const count = work.suggestions.filter(({ level }) => level === "exact").length;
  if (count === 0) return null;
  const accept = () =>
    void perform({
      key: "accept",
      words: ({ decisionNos }) => t("{count, plural, one {# match} other {# matches}} accepted.", { count: decisionNos.length }),
      run: () => call("bank.accept", { clientId, period, accountId: account.accountId }),
      undo: ({ decisionNos }) => call("bank.unmatch", { clientId, decisionNos: [...decisionNos] }),
      // Somebody may have accepted them meanwhile.
      canUndo: ({ decisionNos }) => decisionNos.length > 0,
    });
  return (
    <Button
      needs="preparer"
      kind="primary"
      icon={<CheckCheck size={14} aria-hidden />}
      disabled={pending !== null}
      title={t("{clear}. Listed under “To reconcile.” You can undo this.", { clear: CLEAR_WORDS })}
      onClick={accept}
    >
      {pending === null ? t("Accept {count, plural, one {# clear match} other {# clear matches}}", { count }) : t("Matching…")}
    </Button>
  );
}
