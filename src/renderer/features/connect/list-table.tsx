import { useState } from "react";
import { Chip } from "../../components/chip.tsx";
import { RawLedgerError } from "../../components/raw-ledger-error.tsx";
import { formatCount } from "../../format/amount.ts";
import { t } from "../../language/t.ts";
import styles from "./list-page.module.css";
import type { ListRow } from "./list-rows.ts";
import step from "./step.module.css";
import type { RowProgress } from "./use-list-run.ts";

const STATES = {
  waiting: { tone: "queued", word: t("Waiting") },
  adding: { tone: "syncing", word: t("Adding") },
  connecting: { tone: "syncing", word: t("Connecting") },
  added: { tone: "ok", word: t("Added") },
  connected: { tone: "ok", word: t("Connected") },
  failed: { tone: "failed", word: t("Failed") },
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
          {formatCount(rows.length)} {t("{rows, plural, one {line} other {lines}}", { rows: rows.length })}
          {wrong.length === 0 ? "" : t(", {wrong} with something to put right", { wrong: formatCount(wrong.length) })}
        </span>
        {some ? (
          <label className={step.check}>
            <input type="checkbox" checked={only} onChange={(event) => setOnly(event.target.checked)} />
            {t("Show only these")}
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
    <section className={styles.scroll} tabIndex={0} aria-label={t("Clients of the list")}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t("Client")}</th>
            <th scope="col">{t("Ledger")}</th>
            <th scope="col">{t("Books")}</th>
            <th scope="col">{t("What happens")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.no}>
              <th scope="row">{row.name === "" ? <span className={step.problem}>{t("Line {no}", { no: row.no })}</span> : row.name}</th>
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
  const client = clientId === null ? t("New client") : t("Is there already");
  if (file !== "") return t("{client}, connected with {file}", { client, file });
  return profile === null ? t("{client}, without a ledger yet", { client }) : t("{client}, then a sign-in to {ledger}", { client, ledger });
}
