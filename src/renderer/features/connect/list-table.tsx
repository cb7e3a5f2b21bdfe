import { useState } from "react";
import { Chip } from "../../components/chip.tsx";
import { RawLedgerError } from "../../components/raw-ledger-error.tsx";
import { formatCount } from "../../format/amount.ts";
import styles from "./list-page.module.css";
import type { ListRow } from "./list-rows.ts";
import step from "./step.module.css";
import type { RowProgress } from "./use-list-run.ts";

const STATES = {
  waiting: { tone: "queued", word: "Waiting" },
  adding: { tone: "syncing", word: "Adding" },
  connecting: { tone: "syncing", word: "Connecting" },
  added: { tone: "ok", word: "Added" },
  connected: { tone: "ok", word: "Connected" },
  failed: { tone: "failed", word: "Failed" },
} as const;

interface ListTableProps {
  readonly rows: readonly ListRow[];
  readonly progress: Readonly<Record<string, RowProgress>>;
}

/** What each line of the list becomes, what is wrong with it, and how it came out. */
export function ListTable({ rows, progress }: ListTableProps) {
  const [only, setOnly] = useState(false);
  const wrong = rows.filter((row) => row.problem !== null || progress[row.name]?.state === "failed");
  const some = wrong.length > 0 && wrong.length < rows.length;
  return (
    <>
      <div className={step.line}>
        <span role="status">
          {formatCount(rows.length)} {rows.length === 1 ? "line" : "lines"}
          {wrong.length === 0 ? "" : `, ${formatCount(wrong.length)} with something to put right`}
        </span>
        {some ? (
          <label className={step.check}>
            <input type="checkbox" checked={only} onChange={(event) => setOnly(event.target.checked)} />
            Show only these
          </label>
        ) : null}
      </div>
      <Lines rows={only && some ? wrong : rows} progress={progress} />
    </>
  );
}

function Lines({ rows, progress }: ListTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard
    <section className={styles.scroll} tabIndex={0} aria-label="Clients of the list">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Client</th>
            <th scope="col">Ledger</th>
            <th scope="col">Books</th>
            <th scope="col">What happens</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.no}>
              <th scope="row">{row.name === "" ? <span className={step.problem}>Line {row.no}</span> : row.name}</th>
              <td>{row.ledger === "" ? <span className={step.quiet}>–</span> : row.ledger}</td>
              <td>{row.tenant === "" ? <span className={step.quiet}>–</span> : <code>{row.tenant}</code>}</td>
              <td>
                <Outcome row={row} progress={row.problem === null ? progress[row.name] : undefined} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Outcome({ row, progress }: { readonly row: ListRow; readonly progress: RowProgress | undefined }) {
  if (row.problem !== null) return <span className={step.problem}>{row.problem}</span>;
  if (progress === undefined) return intention(row);
  return (
    <div className={styles.outcome}>
      <Chip {...STATES[progress.state]} />
      {progress.failure === null ? null : (
        <div>
          {progress.failure.message} {progress.failure.next}
          {progress.failure.ledgerError === undefined ? null : <RawLedgerError error={progress.failure.ledgerError} />}
        </div>
      )}
    </div>
  );
}

function intention({ clientId, file, profile, ledger }: ListRow): string {
  const client = clientId === null ? "New client" : "Is there already";
  if (file !== "") return `${client}, connected with ${file}`;
  return profile === null ? `${client}, without a ledger yet` : `${client}, then a sign-in to ${ledger}`;
}
