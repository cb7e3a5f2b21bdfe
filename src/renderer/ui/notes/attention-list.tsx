import type { KeyboardEvent } from "react";
import type { InboxItem } from "#shared/contract/clients/inbox.ts";
import { formatDay, unbroken } from "../../format/dates/date.ts";
import { INBOX_LABELS, inboxTone, readable, rowWords, sharedPeriod, writeWord } from "../../format/labels/attention-labels.ts";
import { t } from "../../language/t.ts";
import { settleLabel, settleRole, settleTip, useInboxActs } from "../../state/core/attention-actions.ts";
import { useOffline } from "../../state/core/offline.ts";
import { useNow } from "../../state/window/now.ts";
import { clientAddress } from "../../state/window/screen-address.ts";
import { useKeySettings } from "../../state/window/shortcut-settings.ts";
import { isOwnKey } from "../../state/window/use-escape.ts";
import layout from "../../styles/layout.module.css";
import textStyles from "../../styles/text.module.css";
import { Button } from "../controls/button.tsx";
import { classes } from "../controls/classes.ts";
import { AsOf } from "../figures/as-of.tsx";
import { otherGroup, rowBeside } from "./attention-keys.ts";
import styles from "./attention-list.module.css";

interface AttentionListProps {
  readonly label: string;
  readonly items: readonly InboxItem[];
  /** Where an action is announced with its undo: a client's id, or the inbox of all clients. Default: the client of the items. */
  readonly place?: string;
}

/** Things that need a person: what, how much, since when, with their actions inline. */
export function AttentionList({ label, items, place }: AttentionListProps) {
  const { settle, pending } = useInboxActs(place ?? items[0]?.clientId ?? "");
  const period = sharedPeriod(items);
  return (
    <ul className={layout.plainList} aria-label={label} onKeyDown={(event) => onListKey(event, items, settle)}>
      {items.map((item) => (
        <Row key={item.key} item={item} period={period} settle={settle} busy={pending === item.key} />
      ))}
    </ul>
  );
}

interface RowProps {
  readonly item: InboxItem;
  /** What the heading says, so that no row does. */
  readonly period: string | null;
  readonly settle: (item: InboxItem) => void;
  readonly busy: boolean;
}

function Row({ item, period, settle, busy }: RowProps) {
  const nowMs = useNow();
  const offline = useOffline();
  const { act } = INBOX_LABELS[item.kind];
  const away = settleLabel(item);
  const letters = useKeySettings((state) => state.letters);
  const title = readable(item.title);
  const { title: shown, detail } = rowWords(item, period, offline);
  return (
    <li className={classes(styles.item, item.seen && styles.seen)}>
      <Whose item={item} />
      <a className={styles.words} href={`#${item.address}`} data-inbox-row={item.key}>
        <span className={styles.title}>{shown}</span>
        {detail === null ? null : (
          <span className={styles.detail} title={detail}>
            {unbroken(detail)}
          </span>
        )}
      </a>
      <span className={styles.side}>
        <span className={styles.person} title={item.person ?? undefined}>
          {personWord(item)}
        </span>
        <When item={item} nowMs={nowMs} />
      </span>
      <span className={styles.acts}>
        {/* Not among the stops of the Tab key, where the title is the same link. */}
        <a className={styles.act} href={`#${item.address}`} tabIndex={-1} aria-label={`${act}: ${title}`}>
          {act}
        </a>
        {away === null ? null : (
          <Button
            needs={settleRole(item)}
            kind="quiet"
            // Finishing a task moves the work on; dismissing a notice doesn't.
            {...(item.kind === "task" ? {} : { className: styles.away })}
            disabled={busy}
            aria-label={`${away}: ${title}`}
            title={awayTip(item, away, letters)}
            onClick={() => settle(item)}
          >
            {away}
          </Button>
        )}
      </span>
    </li>
  );
}

/** The key of the action that removes a row, and what dismissing does. */
function awayTip(item: InboxItem, away: string, letters: boolean): string | undefined {
  const lines = [...(letters ? [t("{away} (E)", { away })] : []), settleTip(item)].filter((line) => line !== undefined);
  return lines.length === 0 ? undefined : lines.join("\n");
}

/** Whose work it is. Notices aren't assigned to anybody. */
function personWord({ kind, person, mine }: InboxItem): string | null {
  if (person !== null) return mine ? t("You") : person;
  return kind === "task" || kind === "close" ? t("Unassigned") : null;
}

/** One day for each row, so that all of them are in one column: when it's due, or else how old it is. */
function When({ item: { kind, due, overdue, at, close }, nowMs }: { readonly item: InboxItem; readonly nowMs: number }) {
  // The instant of a late close only tells when its lateness was last worked out.
  if (due === null) return <span>{kind === "close" ? null : <AsOf alone instant={at} nowMs={nowMs} />}</span>;
  const tip = overdue && close !== undefined ? daysLateWords(close.daysLate) : undefined;
  return (
    <span className={classes(overdue && textStyles.late)} title={tip}>
      {overdue ? t("Was due {due}", { due: formatDay(due) }) : t("Due {due}", { due: formatDay(due) })}
    </span>
  );
}

function daysLateWords(days: number): string {
  return t("{days, plural, one {1 business day late} other {# business days late}}", { days });
}

/** Whose an item is, and the state of an update in its color; what kind of item it is, the heading above says. */
function Whose({ item }: { readonly item: InboxItem }) {
  const { clientId, client } = item;
  const word = writeWord(item);
  return (
    <span className={styles.kind}>
      <a className={styles.client} href={`#${clientAddress(clientId, "overview")}`}>
        {client}
      </a>
      {word === null ? null : <span className={classes(styles.word, styles[inboxTone(item)])}>{word}</span>}
    </span>
  );
}

/** J and K move to the next and previous item, also across lists; E removes it from the list. */
function onListKey(event: KeyboardEvent<HTMLElement>, items: readonly InboxItem[], settle: RowProps["settle"]): void {
  if (!isOwnKey(event) || event.ctrlKey || event.metaKey || event.altKey || !useKeySettings.getState().letters) return;
  const key = event.key.toLowerCase();
  const row = (event.target as HTMLElement).closest("li")?.querySelector<HTMLElement>("[data-inbox-row]");
  if (row === null || row === undefined || !["j", "k", "e"].includes(key)) return;
  event.preventDefault();
  event.stopPropagation();
  // Where other groups are folded, the last row's removal leaves their headings.
  const next = rowBeside(row, key) ?? rowBeside(row, "k") ?? (key === "e" ? otherGroup(row) : undefined);
  const item = items.find((one) => one.key === row.getAttribute("data-inbox-row"));
  if (key === "e" && item !== undefined && settleLabel(item) !== null) settle(item);
  if (key !== "e" || (item !== undefined && settleLabel(item) !== null)) next?.focus();
}
