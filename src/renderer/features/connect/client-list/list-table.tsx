import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { formatCount } from "../../../format/amounts/amount.ts";
import { t } from "../../../language/t.ts";
import layout from "../../../styles/layout.module.css";
import { Chip } from "../../../ui/controls/chip.tsx";
import { classes } from "../../../ui/controls/classes.ts";
import { RawLedgerError } from "../../../ui/feedback/raw-ledger-error.tsx";
import { ScrollSection } from "../../../ui/layout/scroll-area.tsx";
import step from "../step.module.css";
import styles from "./list-page.module.css";
import type { ListRow } from "./list-rows.ts";
import type { RowProgress } from "./use-list-import.ts";

/** What ends without anyone is plain text. */
const STATES = {
  waiting: { tone: "queued", word: t("Waiting"), quiet: "always" },
  adding: { tone: "syncing", word: t("Adding"), quiet: "always" },
  connecting: { tone: "syncing", word: t("Connecting"), quiet: "always" },
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
          {t("{count, plural, one {1 line} other {{lines} lines}}", { count: rows.length, lines: formatCount(rows.length) })}
          {wrong.length === 0 ? "" : t(", {wrong} with problems", { wrong: formatCount(wrong.length) })}
        </span>
        {some ? (
          <label className={layout.checkbox}>
            <input type="checkbox" checked={only} onChange={(event) => setOnly(event.target.checked)} />
            {t("Show only lines with problems")}
          </label>
        ) : null}
      </div>
      <Lines rows={only && some ? wrong : rows} progress={progress} />
    </>
  );
}

function Lines({ rows, progress }: ListTableProps) {
  return (
    <ScrollSection className={styles.scroll} aria-label={t("Clients in the list")}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t("Client")}</th>
            <th scope="col">{t("Ledger")}</th>
            <th scope="col">{t("Company ID")}</th>
            <th scope="col">{t("Status")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.no}>
              <th scope="row">
                {row.name === "" ? <span className={step.problem}>{t("Client {no} in the list", { no: row.no })}</span> : row.name}
              </th>
              <td>{row.ledger === "" ? <span className={step.quiet}>–</span> : row.ledger}</td>
              <td>{row.tenant === "" ? <span className={step.quiet}>–</span> : <code>{row.tenant}</code>}</td>
              <td>
                <Outcome row={row} progress={row.problem === null ? progress[row.name] : undefined} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollSection>
  );
}

function Outcome({ row, progress }: { readonly row: ListRow; readonly progress: RowProgress | undefined }) {
  if (row.problem !== null)
    return (
      <span className={classes(layout.topLine, step.problem)}>
        <TriangleAlert size={14} aria-hidden className={styles.mark} />
        {row.problem}
      </span>
    );
  if (progress === undefined) return intention(row);
  return (
    <div className={layout.topLine}>
      <Chip {...STATES[progress.state]} {...(progress.state === "added" && row.clientId !== null ? { word: t("Already a client") } : {})} />
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
  const isNew = clientId === null;
  if (file !== "")
    return isNew
      ? t("Will be added and connected using {file}", { file })
      : t("Already a client; will be connected using {file}", { file });
  if (profile === null)
    return isNew ? t("Will be added without a ledger") : t("Already a client. No ledger is listed, so nothing changes.");
  return isNew
    ? t("Will be added; you'll sign in to {ledger} next", { ledger })
    : t("Already a client; you'll sign in to {ledger} next", { ledger });
}
