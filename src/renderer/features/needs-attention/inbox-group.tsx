import { ChevronRight } from "lucide-react";
import type { KeyboardEvent } from "react";
import type { InboxItem } from "#shared/contract/clients/inbox.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { groupHeading, type InboxGroup, sharedPeriod } from "../../format/labels/attention-labels.ts";
import { INBOX_ACTS } from "../../state/core/attention-actions.ts";
import { foldGroup, unfoldGroups, useFoldedGroups } from "../../state/views/folded-groups.ts";
import { useKeySettings } from "../../state/window/shortcut-settings.ts";
import { classes } from "../../ui/controls/classes.ts";
import { rowBeside } from "../../ui/notes/attention-keys.ts";
import { AttentionList } from "../../ui/notes/attention-list.tsx";
import styles from "./inbox-group.module.css";

/** Items of one kind under a heading that folds them away. */
export function GroupSection({ group, items }: { readonly group: InboxGroup; readonly items: readonly InboxItem[] }) {
  const open = useFoldedGroups(({ groups }) => !groups.includes(group));
  const words = groupHeading(group);
  const period = sharedPeriod(items);
  const turn = (): void => (open ? foldGroup(group) : unfoldGroups([group]));
  return (
    <section aria-label={words} className={styles.group}>
      <h2 className={styles.heading}>
        <button
          type="button"
          className={styles.fold}
          aria-expanded={open}
          data-inbox-group={group}
          onClick={turn}
          onKeyDown={(event) => onHeadingKey(event, open, turn)}
        >
          <ChevronRight size={14} aria-hidden className={classes(open && styles.turned)} />
          <span>{words}</span> <span className={styles.count}>{formatCount(items.length)}</span>
        </button>
        {period === null ? null : <span className={styles.count}>{period}</span>}
      </h2>
      {open ? <AttentionList label={words} items={items} place={INBOX_ACTS} /> : null}
    </section>
  );
}

/** The arrows open and fold the group, and J and K leave its heading for the items beside it. */
function onHeadingKey(event: KeyboardEvent<HTMLButtonElement>, open: boolean, turn: () => void): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key.toLowerCase();
  if (event.key === (open ? "ArrowLeft" : "ArrowRight")) turn();
  else if (["j", "k"].includes(key) && useKeySettings.getState().letters) rowBeside(event.currentTarget, key)?.focus();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
