import { useState } from "react";
import type { DamagedClient, HealthCheck, RepairReport } from "#shared/contract/data-safety.ts";
import { Button } from "../../components/button.tsx";
import { Chip } from "../../components/chip.tsx";
import { FailureNote } from "../../components/failure-note.tsx";
import { formatMinute } from "../../format/date.ts";
import { announce } from "../../state/announcements.ts";
import { useCoreCommand, useCoreQuery } from "../../state/core-query.ts";
import styles from "./settings-page.module.css";

const STATES = {
  ok: { tone: "ok", word: "Good" },
  warning: { tone: "warning", word: "Look at it" },
  bad: { tone: "failed", word: "Bad" },
} as const;

/** Looks at files, backups, disk and keychain; damaged files are repaired from here. */
export function HealthSection() {
  const [depth, setDepth] = useState<"quick" | "deep" | null>(null);
  const report = useCoreQuery("safety.report", { deep: depth === "deep" }, { enabled: depth !== null });
  const look = (wanted: "quick" | "deep") => {
    if (wanted === depth) void report.refetch();
    setDepth(wanted);
  };
  return (
    <div className={styles.stack} aria-busy={report.isFetching}>
      <Damaged />
      <div className={styles.line}>
        <Button disabled={report.isFetching} onClick={() => look("quick")}>
          {report.isFetching ? "Looking" : "Look at everything"}
        </Button>
        <Button
          disabled={report.isFetching}
          title="Reads every row and payload and compares hashes; takes a while"
          onClick={() => look("deep")}
        >
          Look at every row
        </Button>
        {report.data === undefined ? null : (
          <span className={styles.quiet} role="status">
            {report.data.ok ? "Nothing is bad" : "Something needs you"}, {formatMinute(report.data.at)}
          </span>
        )}
      </div>
      {report.error === null ? null : <FailureNote failure={report.error.failure} />}
      {report.data === undefined ? null : <Checks checks={report.data.checks} />}
    </div>
  );
}

function Checks({ checks }: { readonly checks: readonly HealthCheck[] }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">State</th>
          <th scope="col">Found</th>
        </tr>
      </thead>
      <tbody>
        {checks.map((check) => (
          <tr key={`${check.what}/${check.clientId}`}>
            <th scope="row">{check.what}</th>
            <td>
              <Chip {...STATES[check.state]} />
            </td>
            <td>
              {check.detail}
              {check.next === null ? null : <p className={styles.quiet}>{check.next}</p>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Clients that stand still because their file is damaged. Nothing is shown where there are none. */
function Damaged() {
  const damaged = useCoreQuery("safety.damaged", {});
  const repair = useCoreCommand("safety.repair");
  if (damaged.error !== null) return <FailureNote failure={damaged.error.failure} />;
  const mend = (clientId: string, from: "backup" | "ledger") =>
    repair.mutate(
      { clientId, from },
      {
        onSuccess: () => {
          announce("The file is repaired.");
          void damaged.refetch();
        },
      },
    );
  return (
    <>
      {(damaged.data?.clients ?? []).map((client) => (
        <DamagedNote key={client.clientId} client={client} busy={repair.isPending} onRepair={(from) => mend(client.clientId, from)} />
      ))}
      {repair.error === null ? null : <FailureNote failure={repair.error.failure} />}
      {repair.data === undefined ? null : <Repaired report={repair.data} />}
    </>
  );
}

interface DamagedNoteProps {
  readonly client: DamagedClient;
  readonly busy: boolean;
  readonly onRepair: (from: "backup" | "ledger") => void;
}

function DamagedNote({ client, busy, onRepair }: DamagedNoteProps) {
  return (
    <FailureNote failure={{ message: `The file of ${client.name} is damaged.`, next: client.problem }}>
      <div className={styles.line}>
        {client.snapshotAt === null ? null : (
          <Button disabled={busy} onClick={() => onRepair("backup")}>
            Repair it from the snapshot of {formatMinute(client.snapshotAt)}
          </Button>
        )}
        <Button disabled={busy} onClick={() => onRepair("ledger")}>
          Read the ledger again
        </Button>
      </div>
    </FailureNote>
  );
}

function Repaired({ report }: { readonly report: RepairReport }) {
  return (
    <div className={styles.note} role="status">
      <p>{report.complete ? "Repaired, and nothing that people decided is missing." : "Repaired, but not everything could be saved."}</p>
      <ul className={styles.list}>
        {report.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className={styles.quiet}>The damaged file is kept: {report.quarantine}</p>
    </div>
  );
}
