import { capsOf } from "../../../format/text/shortcut-label.ts";
import { t } from "../../../language/t.ts";
import { KEY_ACTIONS, KEY_GROUPS, type KeyGroup } from "../../../state/window/shortcut-actions.ts";
import { keysOf, useKeySettings } from "../../../state/window/shortcut-settings.ts";
import text from "../../../styles/text.module.css";
import { Kbd } from "../../../ui/controls/kbd.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import styles from "./keyboard-shortcuts.module.css";

interface MapLine {
  readonly id: string;
  readonly caps: readonly string[];
  readonly meaning: string;
}

/** Keys that belong to a table or to a dialog, and stay as they are. */
const IN_TABLES: readonly MapLine[] = [
  { id: "move", caps: ["↑", "↓", "←", "→"], meaning: t("Move cell by cell") },
  { id: "rows", caps: ["J", "K"], meaning: t("Next and previous row") },
  { id: "ends", caps: ["Home", "End"], meaning: t("First and last cell of the row") },
  { id: "first", caps: ["Ctrl", "Home"], meaning: t("First row, or last with Ctrl+End") },
  { id: "pages", caps: ["PgUp", "PgDn"], meaning: t("Page up or down") },
  { id: "open", caps: ["Enter"], meaning: t("Open the row, or sort by the column") },
  { id: "own-window", caps: ["Shift", "Enter"], meaning: t("Open the row in its own window") },
  { id: "also-sort", caps: ["Shift", "Enter"], meaning: t("On a column header, add it to the sort") },
  { id: "select", caps: ["Shift", "↓"], meaning: t("Select cells and see their sum below") },
  { id: "all", caps: ["Ctrl", "A"], meaning: t("Select all cells") },
  { id: "copy", caps: ["Ctrl", "C"], meaning: t("Copy cells, or the row, with headers") },
  { id: "column", caps: ["Alt", "→"], meaning: t("On a column header, move the column. Hold Shift to resize it") },
  { id: "undo", caps: ["Ctrl", "Z"], meaning: t("Undo the last decision") },
  { id: "close", caps: ["Esc"], meaning: t("Close the panel or dialog") },
];

/** Keys of focus mode, where one writes into a field all the time. */
const IN_FOCUS_MODE: readonly MapLine[] = [
  { id: "save-next", caps: ["Ctrl", "Enter"], meaning: t("Save, sign off and open the next row") },
  { id: "copy-last", caps: ["F2"], meaning: t("Copy the last explanation") },
  { id: "template", caps: ["F4"], meaning: t("Insert a template") },
  { id: "skip", caps: ["PgDn"], meaning: t("Skip the row, or go back with Page Up") },
];

/** Every key as it is now, in one place. */
export function KeyboardMap({ onClose }: { readonly onClose: () => void }) {
  const chosen = useKeySettings((state) => state.chosen);
  const lines = (group: KeyGroup): readonly MapLine[] =>
    KEY_ACTIONS.filter((action) => action.group === group).flatMap((action) =>
      keysOf(action, chosen).map((keys) => ({ id: `${action.id} ${keys}`, caps: capsOf(keys), meaning: action.words })),
    );
  return (
    <Dialog title={t("Keyboard shortcuts")} onClose={onClose}>
      <div className={styles.groups}>
        {(Object.keys(KEY_GROUPS) as KeyGroup[]).map((group) => (
          <KeyLines key={group} title={KEY_GROUPS[group]} lines={lines(group)} />
        ))}
        <KeyLines title={t("In tables")} lines={IN_TABLES} />
        <KeyLines title={t("In flux focus mode")} lines={IN_FOCUS_MODE} />
        <p className={text.muted}>
          {t("Shortcuts don't work while you type. On a Mac, use Cmd instead of Ctrl. You can change shortcuts in Settings.")}
        </p>
      </div>
    </Dialog>
  );
}

function KeyLines({ title, lines }: { readonly title: string; readonly lines: readonly MapLine[] }) {
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
      <dl className={styles.keys}>
        {lines.map(({ id, caps, meaning }) => (
          <div key={id} className={styles.line}>
            <dt>
              {caps.map((cap) => (
                <Kbd key={cap}>{cap}</Kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
