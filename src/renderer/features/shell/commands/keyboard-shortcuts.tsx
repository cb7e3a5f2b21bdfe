import { t } from "../../../language/t.ts";
import { KEY_ACTIONS, KEY_GROUPS, type KeyGroup } from "../../../state/window/shortcut-actions.ts";
import { keysOf, useKeySettings } from "../../../state/window/shortcut-settings.ts";
import text from "../../../styles/text.module.css";
import { AnyKeys, Keys } from "../../../ui/controls/kbd.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import styles from "./keyboard-shortcuts.module.css";

interface MapLine {
  readonly id: string;
  /** Each key that does it. In tables each has its own direction. */
  readonly keys: readonly string[];
  readonly meaning: string;
}

/** Keys that belong to a table or to a dialog, and stay as they are. */
const IN_TABLES: readonly MapLine[] = [
  { id: "move", keys: ["↑", "↓", "←", "→"], meaning: t("Move cell by cell") },
  { id: "rows", keys: ["j", "k"], meaning: t("Next and previous row") },
  { id: "ends", keys: ["home", "end"], meaning: t("First and last cell of the row") },
  { id: "first", keys: ["ctrl+home"], meaning: t("First row (last row: Ctrl+End)") },
  { id: "pages", keys: ["PgUp", "PgDn"], meaning: t("Page up or down") },
  { id: "open", keys: ["enter"], meaning: t("Open the row; on a column header, sort by that column") },
  { id: "own-window", keys: ["shift+enter"], meaning: t("Open the row in its own window, where available") },
  { id: "also-sort", keys: ["shift+enter"], meaning: t("On a column header, also sort by that column") },
  { id: "select", keys: ["shift+↓"], meaning: t("Select cells and see their sum below") },
  { id: "all", keys: ["ctrl+a"], meaning: t("Select all cells") },
  { id: "copy", keys: ["ctrl+c"], meaning: t("Copy the selected cells, or the current row, with column headers") },
  { id: "column", keys: ["alt+→"], meaning: t("On a column header, move the column; with Shift, resize it") },
  { id: "undo", keys: ["ctrl+z"], meaning: t("Undo your last action, while Undo is shown") },
  { id: "close", keys: ["esc"], meaning: t("Close the panel or dialog") },
];

/** Keys of focus mode, where one writes into a field all the time. */
const IN_FOCUS_MODE: readonly MapLine[] = [
  { id: "save-next", keys: ["ctrl+enter"], meaning: t("Save or sign off, as the main button says, and open the next row") },
  { id: "copy-last", keys: ["f2"], meaning: t("Copy the account's last explanation") },
  { id: "template", keys: ["f4"], meaning: t("Insert a template") },
  { id: "skip", keys: ["PgDn"], meaning: t("Skip the row, or go back with Page Up") },
];

/** Every key as it is now, in one place. */
export function KeyboardMap({ onClose }: { readonly onClose: () => void }) {
  const chosen = useKeySettings((state) => state.chosen);
  const lines = (group: KeyGroup): readonly MapLine[] =>
    KEY_ACTIONS.filter((action) => action.group === group).map((action) => ({
      id: action.id,
      keys: keysOf(action, chosen),
      meaning: action.words,
    }));
  return (
    <Dialog title={t("Keyboard shortcuts")} tall broad onClose={onClose}>
      <div className={styles.groups}>
        <div className={styles.columns}>
          {(Object.keys(KEY_GROUPS) as KeyGroup[]).map((group) => (
            <KeyLines key={group} title={KEY_GROUPS[group]} lines={lines(group)} alike />
          ))}
          <KeyLines title={t("In tables")} lines={IN_TABLES} />
          <KeyLines title={t("In flux focus mode")} lines={IN_FOCUS_MODE} />
        </div>
        <p className={text.muted}>
          {t(
            "Letter and symbol shortcuts don't work while you type. If single-letter shortcuts are off in Settings, letters and symbols work only in tables. On a Mac, use Cmd instead of Ctrl. You can change shortcuts in Settings, except those for tables and flux focus mode.",
          )}
        </p>
      </div>
    </Dialog>
  );
}

interface KeyLinesProps {
  readonly title: string;
  readonly lines: readonly MapLine[];
  /** Several keys of a line do the same. */
  readonly alike?: boolean;
}

function KeyLines({ title, lines, alike = false }: KeyLinesProps) {
  return (
    <section className={styles.group}>
      <h3 className={styles.title}>{title}</h3>
      <dl className={styles.keys}>
        {lines.map(({ id, keys, meaning }) => (
          <div key={id} className={styles.line}>
            <dt>{alike ? <AnyKeys keys={keys} /> : keys.map((one) => <Keys key={one} keys={one} />)}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
