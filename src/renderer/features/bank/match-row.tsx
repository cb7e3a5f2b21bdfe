import { Check, Search, Undo2 } from "lucide-react";
import { isZero } from "#shared/kernel/decimal.ts";
import { formatDay } from "../../format/dates/date.ts";
import { t } from "../../language/t.ts";
import { documentAddress } from "../../state/window/screen-address.ts";
import text from "../../styles/text.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { Chip } from "../../ui/controls/chip.tsx";
import { classes } from "../../ui/controls/classes.ts";
import { Money } from "../../ui/figures/money.tsx";
import styles from "./bank.module.css";
import { type BankRow, LEVEL_WORDS, lineDetail, lineText, postingDetail, postingText, reasonWords } from "./bank-lines.ts";

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
}

/** Bank on the left, books on the right, and what to do in between. */
export function MatchRow(props: RowProps) {
  const { clientId, row, currency, isCurrent, onFocus } = props;
  const { lines, postings } = row;
  return (
    <li className={classes(styles.row, isCurrent && styles.current)} onFocus={onFocus} {...(isCurrent ? { "aria-current": true } : {})}>
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
          <span className={text.muted}>{t("No match found. Find one, or enter the transaction in the ledger.")}</span>
        ) : (
          postings.map((posting) => (
            <Entry
              key={posting.recordId}
              date={posting.date}
              title={postingText(posting)}
              detail={postingDetail(posting)}
              amount={posting.amount}
              currency={currency}
              href={`#${documentAddress(clientId, posting.recordId)}`}
            />
          ))
        )}
        <Why row={row} currency={currency} />
      </div>
    </li>
  );
}

/** What can be done with a row; the keys mean the one that they are on. */
function RowActs({ row: { match, suggestion }, isCurrent, disabled, onAccept, onUnmatch, onFind }: RowProps) {
  const acts = { disabled, "data-row-act": "" };
  const keyed = (key: string) => (isCurrent ? { "data-key": key } : {});
  return match !== null ? (
    <Button
      {...acts}
      {...keyed("bank-undo")}
      kind="quiet"
      icon={<Undo2 size={14} aria-hidden />}
      onClick={onUnmatch}
      title={t("Undo this match (U)")}
    >
      {t("Undo")}
    </Button>
  ) : suggestion !== null ? (
    <>
      <Button {...acts} icon={<Check size={14} aria-hidden />} onClick={onAccept} title={t("Accept this match (Enter)")}>
        {t("OK")}
      </Button>
      <Button
        {...keyed("bank-find")}
        kind="quiet"
        disabled={disabled}
        icon={<Search size={14} aria-hidden />}
        aria-label={t("Find another match")}
        title={t("Find another match (M)")}
        onClick={onFind}
      />
    </>
  ) : (
    <Button
      {...acts}
      {...keyed("bank-find")}
      kind="quiet"
      icon={<Search size={14} aria-hidden />}
      onClick={onFind}
      title={t("Find a match (M)")}
    >
      {t("Find")}
    </Button>
  );
}

function Why({ row: { match, suggestion }, currency }: Pick<RowProps, "row" | "currency">) {
  const fee = (match ?? suggestion)?.fee ?? null;
  const words = reasonWords((match ?? suggestion)?.reasons ?? []);
  if (match === null && suggestion === null) return null;
  return (
    <span className={styles.why}>
      {suggestion === null ? null : <Chip {...LEVEL_WORDS[suggestion.level]} />}
      <span className={text.mutedSmall}>
        {match === null ? words : t("{person}, {day}", { person: match.person, day: formatDay(match.at.slice(0, 10)) })}
      </span>
      {fee === null || isZero(fee) ? null : (
        <span className={text.mutedSmall}>
          {t("Fee")} <Money amount={fee} currency={currency} />
        </span>
      )}
    </span>
  );
}

interface EntryProps {
  readonly date: string;
  readonly title: string;
  readonly detail: string;
  readonly amount: string;
  readonly currency: string;
  readonly href?: string;
}

/** One line or transaction: day, who, what, how much. */
function Entry({ date, title, detail, amount, currency, href }: EntryProps) {
  return (
    <div className={styles.entry}>
      <span className={styles.day}>{formatDay(date)}</span>
      <span className={styles.what}>
        {href === undefined ? (
          <span className={styles.who}>{title}</span>
        ) : (
          <a className={styles.who} href={href}>
            {title}
          </a>
        )}
        {detail === "" ? null : <span className={text.mutedSmall}>{detail}</span>}
      </span>
      <Money amount={amount} currency={currency} />
    </div>
  );
}
