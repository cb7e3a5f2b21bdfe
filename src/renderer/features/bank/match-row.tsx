import { Check, Plus, Search, Undo2 } from "lucide-react";
import type { BankDraft, MatchSuggestion } from "#shared/contract/close/bank.ts";
import { isZero } from "#shared/kernel/decimal.ts";
import { localDay } from "#shared/kernel/instant.ts";
import { nameOfNoted } from "#shared/model/close/signature.ts";
import { formatDay, unbroken } from "../../format/dates/date.ts";
import type { Tone } from "../../format/labels/sync-labels.ts";
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
  postingDetail,
  postingText,
  reasonWords,
} from "./bank-lines.ts";

/** How sure a proposal is that somebody decides. */
const LEVEL_WORDS: Readonly<Record<Exclude<MatchSuggestion["level"], "exact">, { readonly word: string; readonly tone: Tone }>> = {
  likely: { word: t("Likely match"), tone: "current" },
  possible: { word: t("Possible match"), tone: "neutral" },
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

/** Bank on the left, books on the right, and what to do in between. */
export function MatchRow(props: RowProps) {
  const { clientId, row, currency, isCurrent, onFocus } = props;
  const { lines, postings } = row;
  const isOneLine = saysInOneLine(row);
  const isBeside = textLines(postings, postingDetail) > textLines(lines, lineDetail);
  return (
    <li
      className={classes(styles.row, isBeside && styles.beside, isCurrent && styles.current)}
      onFocus={onFocus}
      {...(isCurrent ? { "aria-current": true } : {})}
    >
      <div className={styles.side}>
        {lines.map((line) => (
          <Entry
            key={line.lineId}
            date={line.date}
            title={lineText(line)}
            detail={lineDetail(line)}
            amount={line.amount}
            currency={currency}
          />
        ))}
      </div>
      <div className={styles.act}>
        <RowActs {...props} />
      </div>
      <div className={classes(styles.side, postings.length === 0 && styles.none)}>
        {postings.length === 0 ? (
          <NoMatch clientId={clientId} row={row} />
        ) : (
          postings.map((posting) => (
            <Entry
              key={posting.recordId}
              date={posting.date}
              title={postingText(posting)}
              detail={isOneLine ? because(row, postingDetail(posting)) : postingDetail(posting)}
              amount={posting.amount}
              currency={currency}
              {...(posting.isDocument ? { href: `#${documentAddress(clientId, posting.recordId)}` } : {})}
            />
          ))
        )}
      </div>
      <Why clientId={clientId} row={row} currency={currency} isSaid={isOneLine} />
    </li>
  );
}

/** How many lines of text a side has. */
function textLines<One>(side: readonly One[], detailOf: (one: One) => string): number {
  return side.reduce((count, one) => count + (detailOf(one) === "" ? 1 : 2), 0);
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
  if (isToChoose(row)) return <ChooseAct {...{ isCurrent, disabled, onFind }} />;
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
function ChooseAct({ isCurrent, disabled, onFind }: Pick<RowProps, "isCurrent" | "disabled" | "onFind">) {
  const title = useKeyedTitle("bank-find");
  return (
    <Button
      data-row-act=""
      {...(isCurrent ? { "data-key": "bank-find" } : {})}
      disabled={disabled}
      icon={<Search size={14} aria-hidden />}
      aria-label={t("Choose a match")}
      title={title(t("Choose a match"))}
      onClick={onFind}
    >
      {t("Choose…")}
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
  if (draft === null)
    return <span className={text.muted}>{t("No match found in the books. Create the transaction, or search for a match.")}</span>;
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
      <Chip word={WRITE_WORDS[state].word} tone={WRITE_WORDS[state].tone} />
      <a href={`#${writesAddress(clientId, isKept ? `review-${jobId}` : jobId)}`}>{title}</a>
    </>
  );
}

/** A row of one transaction that needs nobody's look has its reason behind the reference, and is no higher than two lines. */
function saysInOneLine(row: BankRow): boolean {
  return row.postings.length === 1 && (row.match !== null || isSettled(row)) && flagWords(row) === null;
}

/** Who matched a row, or why its proposal may be right, behind what else is said of its transaction. */
function because(row: BankRow, before: string | null = null): string {
  const { match, suggestion } = row;
  if (match !== null) {
    const made = { person: nameOfNoted(match.person), day: formatDay(localDay(match.at)) };
    if (before === null || before === "") return unbroken(t("Matched by {person}, {day}", made));
    return unbroken(t("{before} · matched by {person}, {day}", { before, ...made }));
  }
  if (suggestion === null) return before ?? "";
  return reasonWords(suggestion, before, !isSettled(row) && isThereReconciled(row));
}

type WhyProps = Pick<RowProps, "clientId" | "row" | "currency"> & {
  /** The reason is in the transaction's own line. */
  readonly isSaid: boolean;
};

function Why({ clientId, row, currency, isSaid }: WhyProps) {
  const { match, suggestion, feeDraft } = row;
  const flag = flagWords(row);
  const together = match ?? suggestion;
  if (together === null) return null;
  const hasFee = !isZero(together.fee);
  if (isSaid && !hasFee && feeDraft === null) return null;
  return (
    <span className={styles.why}>
      {suggestion === null || suggestion.level === "exact" || isSettled(row) ? null : <Chip {...LEVEL_WORDS[suggestion.level]} />}
      {flag === null ? null : (
        <Chip tone="neutral" icon={null} word={flag} title={t("The ledger's own reconciled status, as of the last sync")} />
      )}
      {isSaid ? null : <span className={classes(text.mutedSmall, styles.because)}>{because(row)}</span>}
      {hasFee ? (
        <span className={text.mutedSmall}>
          {t("Fee")} <Money amount={together.fee} currency={currency} />
        </span>
      ) : null}
      {feeDraft === null ? null : <Drafted clientId={clientId} draft={feeDraft} />}
    </span>
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
  readonly detail: string;
  readonly amount: string;
  readonly currency: string;
  readonly href?: string;
}

/** One line or transaction: day, who, how much, and below it what, which has the room of both. */
function Entry({ date, title, detail, amount, currency, href }: EntryProps) {
  return (
    <div className={styles.entry}>
      <span className={styles.day}>{formatDay(date)}</span>
      {href === undefined ? (
        <span className={styles.who}>{title}</span>
      ) : (
        <a className={styles.who} href={href}>
          {title}
        </a>
      )}
      <Money amount={amount} currency={currency} />
      {detail === "" ? null : <span className={classes(text.mutedSmall, styles.under)}>{detail}</span>}
    </div>
  );
}
