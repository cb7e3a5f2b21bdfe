import { Dialog } from "../../components/dialog.tsx";
import { Kbd } from "../../components/kbd.tsx";
import styles from "./keyboard-map.module.css";

const GROUPS: readonly { readonly title: string; readonly keys: readonly (readonly [readonly string[], string])[] }[] = [
  {
    title: "Everywhere",
    keys: [
      [["Ctrl", "K"], "Find anything, do anything"],
      [["Ctrl", "O"], "Switch client"],
      [["/"], "Go to the filter"],
      [["[", "]"], "The period before, the period after"],
      [["Ctrl", "Z"], "Undo what was just decided"],
      [["?"], "This map"],
      [["Esc"], "Close what is open"],
    ],
  },
  {
    title: "Go to (one after the other)",
    keys: [
      [["G", "C"], "Clients"],
      [["G", "I"], "Inbox"],
      [["G", "R"], "Groups"],
      [["G", "O"], "Overview of the client"],
      [["G", "D"], "Documents of the client"],
      [["G", "S"], "Statements"],
      [["G", "A"], "Aging"],
      [["G", "P"], "Spend"],
      [["G", "T"], "Tie-outs"],
      [["G", "K"], "Checks"],
      [["G", "F"], "Variances"],
      [["G", "X"], "Findings"],
      [["G", "L"], "Close"],
      [["G", "W"], "Writes"],
      [["G", "Y"], "Sync"],
    ],
  },
  {
    title: "In a table",
    keys: [
      [["↑", "↓", "←", "→"], "Move by cell"],
      [["J", "K"], "Next and previous row"],
      [["Home", "End"], "First and last cell of the row"],
      [["Ctrl", "Home"], "First row; Ctrl+End the last"],
      [["PgUp", "PgDn"], "A screen up or down"],
      [["Enter"], "Open the row, or sort by the header"],
      [["Shift", "Enter"], "Open the row in a window of its own"],
      [["Shift", "Enter"], "On a header: sort by it as well"],
      [["Shift", "↓"], "Select cells; their sums stand below"],
      [["Ctrl", "A"], "Select all cells"],
      [["Ctrl", "C"], "Copy the cells, or the row, with headers"],
      [["Alt", "→"], "Move a column, on its header; with Shift make it wider"],
    ],
  },
  {
    title: "While a document is open",
    keys: [
      [["P"], "Where it comes from"],
      [["R"], "The raw payload"],
      [["H"], "What moved"],
      [["N"], "A note or task on it"],
    ],
  },
];

/** Every key, in one place. */
export function KeyboardMap({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keyboard map" onClose={onClose}>
      <div className={styles.groups}>
        {GROUPS.map((group) => (
          <section key={group.title}>
            <h3 className={styles.title}>{group.title}</h3>
            <dl className={styles.keys}>
              {group.keys.map(([keys, meaning]) => (
                <div key={meaning} className={styles.line}>
                  <dt>
                    {keys.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </dt>
                  <dd>{meaning}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <p className={styles.note}>Single letters do nothing while you type. On a Mac, Cmd stands for Ctrl.</p>
      </div>
    </Dialog>
  );
}
