import { Check, Plus, Search, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import type { BankDraft, MatchSuggestion } from "#shared/contract/close/bank.ts";
import { isZero } from "#shared/kernel/decimal.ts";
import { localDay } from "#shared/kernel/instant.ts";
import { nameOfNoted } from "#shared/model/close/signature.ts";
import { formatDay, unbroken } from "../../format/dates/date.ts";
import { WRITE_WORDS } from "../../format/labels/write-labels.ts";
import { t } from "../../language/t.ts";
import { documentAddress, writesAddress } from "../../state/window/screen-address.ts";
import text from "../../styles/text.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { Chip } from "../../ui/controls/chip.tsx";
import { classes } from "../../ui/controls/classes.ts";
import { useKeyedTitle } from "../../ui/controls/kbd.tsx";
import { Money } from "../../ui/figures/money.tsx";
import styles from "./bank.module.css";
import {
  type BankRow,
  isSettled,
  isThereReconciled,
  isToChoose,
  lacksFee,
  lineDetail,
  lineText,
  mayDraft,
  possibleMatches,
  postingDetail,
  postingText,
  reasonWords,
} from "./bank-lines.ts";
import { LineNumber } from "./line-summary.tsx";

/** How sure a proposal is that somebody decides. */
const LEVEL_WORDS: Readonly<Record<Exclude<MatchSuggestion["level"], "exact">, string>> = {
  likely: t("Likely match"),
  possible: t("Possible match"),
};

interface RowProps {
  readonly clientId: string;
  readonly row: BankRow;
  readonly currency: string;
  readonly isCurrent: boolean;
  readonly disabled: boolean;
  readonly onFocus: () => void;
  readonly onAccept: () => void;
  readonly onUnmatch: () => void;
  readonly onFind: () => void;
  readonly onCreate: () => void;
}

/** The bank's side, the books' beside it, and what to do at the end. */
export function MatchRow(props: RowProps) {
  const { clientId, row, currency, isCurrent, onFocus } = props;
  const { lines, postings } = row;
  const said = (before: string) => <Said clientId={clientId} row={row} currency={currency} before={before} />;
  return (
    <li className={classes(styles.row, isCurrent && styles.current)} onFocus={onFocus} {...(isCurrent ? { "aria-current": true } : {})}>
      <div className={styles.side}>
        {lines.map((line) => (
          <Entry
            key={line.lineId}
            date={line.date}
            title={lineText(line)}
            number={line.reference}
            detail={lineDetail(line)}
            amount={line.amount}
            currency={currency}
          />
        ))}
      </div>
      <div className={classes(styles.side, styles.books)}>
        {postings.length === 0 ? (
          <NoMatch clientId={clientId} row={row} />
        ) : (
          postings.map((posting) => (
            <Entry
              key={posting.recordId}
              date={posting.date}
              title={postingText(posting)}
              detail={postingDetail(posting)}
              amount={posting.amount}
              currency={currency}
              {...(posting.isDocument ? { href: `#${documentAddress(clientId, posting.recordId)}` } : {})}
              {...(postings.length === 1 ? { said: said(postingDetail(posting)) } : {})}
            />
          ))
        )}
        {postings.length === 1 ? null : said("")}
      </div>
      <div className={styles.act}>
        <RowActs {...props} />
      </div>
    </li>
  );
}

/** What can be done with a row; the keys mean the one that they are on. What needs no decision is as quiet as its reason. */
function RowActs({ row, isCurrent, disabled, onAccept, onUnmatch, onFind, onCreate }: RowProps) {
  const { match, suggestion, draft } = row;
  const acts = { disabled, "data-row-act": "" };
  const undoTitle = useKeyedTitle("bank-undo");
  const findTitle = useKeyedTitle("bank-find");
  const createTitle = useKeyedTitle("bank-create");
  const keyed = (key: string) => (isCurrent ? { "data-key": key } : {});
  if (lacksFee(row)) return <FeeActs {...{ isCurrent, disabled, onUnmatch, onCreate }} />;
  if (isToChoose(row)) return <ChooseAct {...{ row, isCurrent, disabled, onFind }} />;
  return match !== null ? (
    <Button
      needs="preparer"
      {...acts}
      {...keyed("bank-undo")}
      kind="quiet"
      icon={<Undo2 size={14} aria-hidden />}
      onClick={onUnmatch}
      title={undoTitle(t("Undo this match"))}
    >
      {t("Undo")}
    </Button>
  ) : suggestion !== null ? (
    <>
      <Button
        needs="preparer"
        {...acts}
        kind={isSettled(row) ? "quiet" : "plain"}
        icon={<Check size={14} aria-hidden />}
        onClick={onAccept}
        title={t("Accept this match (Enter)")}
      >
        {t("Accept")}
      </Button>
      <Button
        {...keyed("bank-find")}
        kind="quiet"
        disabled={disabled}
        icon={<Search size={14} aria-hidden />}
        aria-label={t("Find another match")}
        title={findTitle(t("Find another match"))}
        onClick={onFind}
      />
    </>
  ) : (
    <>
      {mayDraft(draft) ? (
        <Button
          needs="preparer"
          {...acts}
          {...keyed("bank-create")}
          icon={<Plus size={14} aria-hidden />}
          onClick={onCreate}
          title={createTitle(t("Create the transaction"))}
        >
          {t("Create…")}
        </Button>
      ) : null}
      <Button
        {...(mayDraft(draft) ? { disabled } : acts)}
        {...keyed("bank-find")}
        kind="quiet"
        icon={<Search size={14} aria-hidden />}
        aria-label={t("Find a match")}
        title={findTitle(t("Find a match"))}
        onClick={onFind}
      />
    </>
  );
}

/** Of a line whose proposal is weak or one of several: nothing is accepted before the candidates were seen. */
function ChooseAct({ row, isCurrent, disabled, onFind }: Pick<RowProps, "row" | "isCurrent" | "disabled" | "onFind">) {
  const title = useKeyedTitle("bank-find");
  const count = (row.suggestion === null ? null : possibleMatches(row.suggestion)) ?? 1;
  return (
    <Button
      className={styles.choosing}
      data-row-act=""
      {...(isCurrent ? { "data-key": "bank-find" } : {})}
      disabled={disabled}
      icon={<Search size={14} aria-hidden />}
      title={title(t("Choose a match"))}
      onClick={onFind}
    >
      {count > 1 ? t("Choose from {count}…", { count }) : t("Choose a match…")}
    </Button>
  );
}

/** Of a line that is matched less a fee, which isn't in the books. */
function FeeActs({ isCurrent, disabled, onUnmatch, onCreate }: Pick<RowProps, "isCurrent" | "disabled" | "onUnmatch" | "onCreate">) {
  const undoTitle = useKeyedTitle("bank-undo");
  const createTitle = useKeyedTitle("bank-create");
  const keyed = (key: string) => (isCurrent ? { "data-key": key } : {});
  return (
    <>
      <Button
        needs="preparer"
        disabled={disabled}
        data-row-act=""
        {...keyed("bank-create")}
        icon={<Plus size={14} aria-hidden />}
        onClick={onCreate}
        title={createTitle(t("Draft the fee. Once it's posted, Tieout adds it to this match"))}
      >
        {t("Enter fee…")}
      </Button>
      <Button
        needs="preparer"
        {...keyed("bank-undo")}
        kind="quiet"
        disabled={disabled}
        icon={<Undo2 size={14} aria-hidden />}
        aria-label={t("Undo this match")}
        title={undoTitle(t("Undo this match"))}
        onClick={onUnmatch}
      />
    </>
  );
}

/** Nothing in the books yet: what was drafted, or what can be done. */
function NoMatch({ clientId, row: { draft } }: Pick<RowProps, "clientId" | "row">) {
  if (draft === null) return <span className={text.muted}>{t("No match found in the books")}</span>;
  return (
    <span className={styles.choices}>
      <Drafted clientId={clientId} draft={draft} />
    </span>
  );
}

/** How far a drafted transaction is, and the way to it. */
function Drafted({ clientId, draft: { state, jobId, title } }: { readonly clientId: string; readonly draft: BankDraft }) {
  const isKept = state === "draft" || state === "blocked";
  return (
    <>
      <span className={styles.mark}>
        <Chip quiet={state === "accepted"} word={WRITE_WORDS[state].word} tone={WRITE_WORDS[state].tone} />
      </span>
      <a href={`#${writesAddress(clientId, isKept ? `review-${jobId}` : jobId)}`}>{title}</a>
    </>
  );
}

/** Up to so many letters a reason has room in one line, in any window. */
const SHORT_REASON = 40;

/** Who matched a row, or why its proposal may be right, behind what else is said of its transaction. Lines end only between reasons, or in a long one. */
function because(row: BankRow, before: string): readonly string[] {
  const parts = whyMatched(row, before)
    .split(" · ")
    .filter((part) => part !== "");
  return parts.map((part) => (part.length > SHORT_REASON ? part : part.replaceAll(" ", "\u00a0")));
}

function whyMatched(row: BankRow, before: string): string {
  const { match, suggestion } = row;
  if (match !== null) {
    const made = { person: nameOfNoted(match.person), day: formatDay(localDay(match.at)) };
    if (before === "") return unbroken(t("Matched by {person}, {day}", made));
    return unbroken(t("{before} · Matched by {person}, {day}", { before, ...made }));
  }
  if (suggestion === null) return before;
  // A count stays with what it counts where the line ends: “8 days apart”.
  return reasonWords(suggestion, before, isNewsThatReconciled(row)).replaceAll(/(\d) (\p{L}+) (?=\p{L})/gu, "$1\u00a0$2\u00a0");
}

/** Whether a proposal's reason is also that the ledger has its transactions reconciled; of some rows, the heading says so. */
function isNewsThatReconciled(row: BankRow): boolean {
  return !isSettled(row) && isThereReconciled(row);
}

/** Why a row's proposal may be right in whole sentences, after how sure it is; undefined where there is none. */
function fullReason(row: BankRow): string | undefined {
  const { suggestion } = row;
  if (suggestion === null) return undefined;
  const why = reasonWords(suggestion, null, isNewsThatReconciled(row));
  return suggestion.level === "exact" || isSettled(row) ? why : `${LEVEL_WORDS[suggestion.level]}. ${why}`.trim();
}

type SaidProps = Pick<RowProps, "clientId" | "row" | "currency"> & {
  /** What comes first: the number of the one transaction. */
  readonly before: string;
};

/** What is said of a match, below its transactions in every row: why, the fee that it leaves open, and what sets it apart. */
function Said({ clientId, row, currency, before }: SaidProps) {
  const { match, suggestion, feeDraft } = row;
  const together = match ?? suggestion;
  if (together === null) return null;
  const flag = flagWords(row);
  const why = because(row, before);
  return (
    <div className={classes(text.mutedSmall, styles.under)}>
      <span className={styles.parts} title={fullReason(row) ?? why.join(" · ")}>
        {why.map((part) => (
          <span key={part}>{part}</span>
        ))}
        {isZero(together.fee) ? null : (
          <span>
            {t("Fee")}
            {"\u00a0"}
            <Money amount={together.fee} currency={currency} />
          </span>
        )}
      </span>
      {flag === null ? null : (
        <span className={styles.mark}>
          <Chip tone="neutral" icon={null} word={flag} title={t("The ledger's own reconciled status, as of the last sync")} />
        </span>
      )}
      {feeDraft === null ? null : <Drafted clientId={clientId} draft={feeDraft} />}
    </div>
  );
}

/** Where the ledger's reconciled status isn't what Tieout says of a row; null otherwise. */
function flagWords({ match, postings }: BankRow): string | null {
  const has = (flag: boolean) => postings.some(({ ledgerReconciled }) => ledgerReconciled === flag);
  if (has(true) && has(false)) return t("Partly reconciled in the ledger");
  return match !== null && has(false) ? t("Not reconciled in the ledger") : null;
}

interface EntryProps {
  readonly date: string;
  readonly title: string;
  /** A statement line's own, after its title. */
  readonly number?: string | null;
  readonly detail: string;
  readonly amount: string;
  readonly currency: string;
  readonly href?: string;
  /** What is below it in place of the detail. */
  readonly said?: ReactNode;
}

/** One line or transaction: day, who, how much, and below it what, which has the room of the rest. */
function Entry({ date, title, number = null, detail, amount, currency, href, said }: EntryProps) {
  return (
    <div className={styles.entry}>
      <span className={styles.day}>{formatDay(date)}</span>
      {href === undefined ? (
        <span className={styles.who} title={`${title} ${number ?? ""}`.trim()}>
          {title}
          <LineNumber reference={number} />
        </span>
      ) : (
        <a className={styles.who} href={href} title={title}>
          {title}
        </a>
      )}
      <Money amount={amount} currency={currency} />
      {said ?? (detail === "" ? null : <span className={classes(text.mutedSmall, styles.under)}>{detail}</span>)}
    </div>
  );
}
