import { type ReactNode, useEffect, useState } from "react";
import { classes } from "../controls/classes.ts";
import { Dialog } from "./dialog.tsx";
import styles from "./pick-dialog.module.css";

/** An item to pick; items of one group are listed together under its name. */
export interface PickItem {
  readonly id: string;
  readonly group?: string;
  readonly content: ReactNode;
  /** Why it can't be picked, shown beside it. */
  readonly bar?: string | null;
  readonly onPick: () => void;
}

interface PickDialogProps {
  readonly title: string;
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly items: readonly PickItem[];
  /** Shown when nothing was found, or while nothing was found yet. */
  readonly empty: ReactNode;
  /** Shown below the list while the search is still running. */
  readonly note?: ReactNode;
  /** While the items are still on their way: Enter acts as soon as they are there. */
  readonly loading?: boolean;
  /** For items with a lot of text in one row. */
  readonly wide?: boolean;
  readonly onClose: () => void;
}

/** A combobox over a list: type, arrows, Enter. The first item is selected at first. */
export function PickDialog(props: PickDialogProps) {
  const { items, text } = props;
  const [chosen, setChosen] = useState<string | null>(null);
  const at = Math.max(
    0,
    items.findIndex(({ id }) => id === chosen),
  );
  const item = items[at];
  const loading = props.loading ?? false;
  const pick = (picked: PickItem | undefined): void => {
    if (picked === undefined || isBarred(picked)) return;
    props.onClose();
    picked.onPick();
  };
  const early = useEarlyEnter(loading, () => pick(item));
  const move = (to: number): void => {
    const next = items[Math.max(0, Math.min(items.length - 1, to))];
    setChosen(next?.id ?? null);
    document.getElementById(`pick-${next?.id}`)?.scrollIntoView({ block: "nearest" });
  };
  return (
    <Dialog title={props.title} wide={props.wide ?? false} onClose={props.onClose}>
      <div className={styles.search}>
        <input
          className={styles.input}
          type="text"
          role="combobox"
          aria-label={props.label}
          aria-expanded="true"
          aria-controls="pick-list"
          aria-autocomplete="list"
          {...(item === undefined ? {} : { "aria-activedescendant": `pick-${item.id}` })}
          placeholder={props.placeholder}
          data-first-focus=""
          value={text}
          onChange={(event) => {
            props.onText(event.target.value);
            setChosen(null);
            early.cancel();
          }}
          onKeyDown={(event) => {
            if (event.key === "ArrowDown") move(at + 1);
            else if (event.key === "ArrowUp") move(at - 1);
            else if (event.key === "PageDown") move(at + 8);
            else if (event.key === "PageUp") move(at - 8);
            else if (event.key === "Enter") early.enter();
            else return;
            event.preventDefault();
          }}
        />
      </div>
      <PickList {...props} item={item} onItem={pick} />
      {props.note === undefined ? null : (
        <p className={styles.note} role="status">
          {props.note}
        </p>
      )}
    </Dialog>
  );
}

/** An Enter pressed while items load is kept until they are there. Typing on cancels it: it was for the text before. */
function useEarlyEnter(loading: boolean, act: () => void) {
  const [kept, setKept] = useState(false);
  useEffect(() => {
    if (!kept || loading) return;
    setKept(false);
    act();
  }, [kept, loading, act]);
  return { enter: () => (loading ? setKept(true) : act()), cancel: () => setKept(false) };
}

interface PickListProps extends PickDialogProps {
  readonly item: PickItem | undefined;
  readonly onItem: (item: PickItem) => void;
}

function PickList({ title, items, empty, loading = false, item, onItem }: PickListProps) {
  return (
    <div id="pick-list" role="listbox" aria-label={title} aria-busy={loading} tabIndex={-1} className={styles.list}>
      {groupsOf(items).map(({ name, members }) => (
        <div key={name} role="group" {...(name === "" ? {} : { "aria-label": name })}>
          {name === "" ? null : (
            <div className={styles.group} aria-hidden="true">
              {name}
            </div>
          )}
          {members.map((each) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the combobox above
            <div
              key={each.id}
              id={`pick-${each.id}`}
              role="option"
              aria-selected={each === item}
              aria-disabled={isBarred(each)}
              className={classes(styles.option, each === item && styles.chosen, isBarred(each) && styles.barred)}
              onClick={() => onItem(each)}
            >
              {each.content}
              {isBarred(each) ? <span className={styles.bar}>{each.bar}</span> : null}
            </div>
          ))}
        </div>
      ))}
      {items.length === 0 ? <p className={styles.none}>{empty}</p> : null}
    </div>
  );
}

function isBarred({ bar }: PickItem): boolean {
  return bar !== undefined && bar !== null;
}

function groupsOf(items: readonly PickItem[]): readonly { readonly name: string; readonly members: readonly PickItem[] }[] {
  return [...Map.groupBy(items, ({ group }) => group ?? "")].map(([name, members]) => ({ name, members }));
}
