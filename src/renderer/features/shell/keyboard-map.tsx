import { Dialog } from "../../components/dialog.tsx";
import { Kbd } from "../../components/kbd.tsx";
import { t } from "../../language/t.ts";
import styles from "./keyboard-map.module.css";

const GROUPS: readonly { readonly title: string; readonly keys: readonly (readonly [readonly string[], string])[] }[] = [
  {
    title: t("Everywhere"),
    keys: [
      [[t("Ctrl"), "K"], t("Find anything, do anything")],
      [[t("Ctrl"), "O"], t("Switch client")],
      [["/"], t("Go to the filter")],
      [["[", "]"], t("The period before, the period after")],
      [[t("Ctrl"), "Z"], t("Undo what was just decided")],
      [["?"], t("This map")],
      [[t("Esc")], t("Close what is open")],
    ],
  },
  {
    title: t("Go to (one after the other)"),
    keys: [
      [["G", "C"], t("Clients")],
      [["G", "I"], t("Inbox")],
      [["G", "R"], t("Groups")],
      [["G", "O"], t("Overview of the client")],
      [["G", "D"], t("Documents of the client")],
      [["G", "S"], t("Statements")],
      [["G", "A"], t("Aging")],
      [["G", "P"], t("Spend")],
      [["G", "T"], t("Tie-outs")],
      [["G", "K"], t("Checks")],
      [["G", "F"], t("Variances")],
      [["G", "X"], t("Findings")],
      [["G", "L"], t("Close")],
      [["G", "W"], t("Writes")],
      [["G", "Y"], t("Sync")],
    ],
  },
  {
    title: t("In a table"),
    keys: [
      [["↑", "↓", "←", "→"], t("Move by cell")],
      [["J", "K"], t("Next and previous row")],
      [["Home", "End"], t("First and last cell of the row")],
      [[t("Ctrl"), "Home"], t("First row; Ctrl+End the last")],
      [["PgUp", "PgDn"], t("A screen up or down")],
      [["Enter"], t("Open the row, or sort by the header")],
      [["Shift", "Enter"], t("Open the row in a window of its own")],
      [["Shift", "Enter"], t("On a header: sort by it as well")],
      [["Shift", "↓"], t("Select cells; their sums stand below")],
      [[t("Ctrl"), "A"], t("Select all cells")],
      [[t("Ctrl"), "C"], t("Copy the cells, or the row, with headers")],
      [["Alt", "→"], t("Move a column, on its header; with Shift make it wider")],
    ],
  },
  {
    title: t("While a document is open"),
    keys: [
      [["P"], t("Where it comes from")],
      [["R"], t("The raw payload")],
      [["H"], t("What moved")],
      [["N"], t("A note or task on it")],
    ],
  },
];

/** Every key, in one place. */
export function KeyboardMap({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title={t("Keyboard map")} onClose={onClose}>
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
        <p className={styles.note}>{t("Single letters do nothing while you type. On a Mac, Cmd stands for Ctrl.")}</p>
      </div>
    </Dialog>
  );
}
