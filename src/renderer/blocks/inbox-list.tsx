import type { InboxItem, InboxKind } from "#shared/contract/inbox.ts";
import { AsOf } from "../components/as-of.tsx";
import { Chip } from "../components/chip.tsx";
import { classes } from "../components/classes.ts";
import { formatDay, withDays } from "../format/date.ts";
import { INBOX_WORDS } from "../format/inbox-words.ts";
import { t } from "../language/t.ts";
import { useNow } from "../state/now.ts";
import styles from "./inbox-list.module.css";

/** Things that wait for a person, each a way to where it is dealt with. */
export function InboxList({ label, items }: { readonly label: string; readonly items: readonly InboxItem[] }) {
  const nowMs = useNow();
  return (
    <ul className={styles.list} aria-label={label}>
      {items.map((item) => (
        <li key={item.key}>
          <a className={classes(styles.item, item.seen && styles.seen)} href={`#${item.address}`}>
            <Kind kind={item.kind} />
            <span className={styles.words}>
              <span className={styles.title}>{withDays(item.title)}</span>
              {item.detail === null ? null : <span className={styles.detail}>{withDays(item.detail)}</span>}
            </span>
            <span className={styles.side}>
              {item.due === null ? null : (
                <span
                  className={classes(item.overdue && styles.overdue)}
                >{`${item.overdue ? "overdue, " : t("due ")}${formatDay(item.due)}`}</span>
              )}
              {item.person === null ? null : <span>{item.mine ? t("you") : item.person}</span>}
              <AsOf instant={item.at} nowMs={nowMs} ago />
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function Kind({ kind }: { readonly kind: InboxKind }) {
  const { word, tone } = INBOX_WORDS[kind];
  return (
    <span className={styles.kind}>
      <Chip tone={tone} word={word} />
    </span>
  );
}
