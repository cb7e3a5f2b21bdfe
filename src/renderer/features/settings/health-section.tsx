import { useState } from "react";
import type { DamagedClient, HealthCheck, RepairReport } from "#shared/contract/app/data-safety.ts";
import { formatMinute, withDays } from "../../format/dates/date.ts";
import { capitalized } from "../../format/text/capitalized.ts";
import { t } from "../../language/t.ts";
import { useCoreCommand, useCoreQuery } from "../../state/core/core-query.ts";
import { announce } from "../../state/window/announcements.ts";
import layout from "../../styles/layout.module.css";
import { Button } from "../../ui/controls/button.tsx";
import { Chip } from "../../ui/controls/chip.tsx";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import { healthText } from "./health-text.ts";
import styles from "./settings-page.module.css";

const STATES = {
  ok: { tone: "ok", word: t("Good") },
  warning: { tone: "warning", word: t("Needs attention") },
  bad: { tone: "failed", word: t("Problem found") },
} as const;

/** Checks files, backups, disk and keychain; damaged files can be repaired here. */
export function HealthSection() {
  const [depth, setDepth] = useState<"quick" | "deep" | null>(null);
  const report = useCoreQuery("safety.report", { deep: depth === "deep" }, { enabled: depth !== null });
  const look = (wanted: "quick" | "deep") => {
    if (wanted === depth) void report.refetch();
    setDepth(wanted);
  };
  return (
    <div className={styles.stack} aria-busy={report.isFetching}>
      <p className={styles.quiet}>
        {t(
          "“Check all files” looks for damage in the firm's data files and snapshots, and for disk and keychain problems. “Check every record” also verifies each stored record, which takes a while.",
        )}
      </p>
      <Damaged />
      <div className={layout.wrappingLine}>
        <Button disabled={report.isFetching} onClick={() => look("quick")}>
          {report.isFetching ? t("Checking…") : t("Check all files")}
        </Button>
        <Button
          disabled={report.isFetching}
          title={t("Checks all files, every stored record and the original data received from the ledgers. This takes a while.")}
          onClick={() => look("deep")}
        >
          {t("Check every record")}
        </Button>
        {report.data === undefined ? null : (
          <span className={styles.quiet} role="status">
            {t("{result} (checked {at})", { result: healthText(report.data.checks), at: formatMinute(report.data.at) })}
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
          <th scope="col">{t("Item checked")}</th>
          <th scope="col">{t("Status")}</th>
          <th scope="col">{t("Details")}</th>
        </tr>
      </thead>
      <tbody>
        {checks.map((check) => (
          <tr key={`${check.what}/${check.clientId}`}>
            <th scope="row">{capitalized(check.what)}</th>
            <td>
              <Chip {...STATES[check.state]} />
            </td>
            <td>
              {capitalized(withDays(check.detail))}
              {check.next === null ? null : <p className={styles.quiet}>{check.next}</p>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Clients on hold because their file is damaged. Renders nothing where there are none. */
function Damaged() {
  const damaged = useCoreQuery("safety.damaged", {});
  const repair = useCoreCommand("safety.repair");
  if (damaged.error !== null) return <FailureNote failure={damaged.error.failure} />;
  const mend = (clientId: string, from: "backup" | "ledger") =>
    repair.mutate(
      { clientId, from },
      {
        onSuccess: () => {
          announce(t("Data file repaired."));
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
    <FailureNote failure={{ message: t("{name}'s data file is missing or damaged.", { name: client.name }), next: client.problem }}>
      <div className={layout.wrappingLine}>
        {client.snapshotAt === null ? null : (
          <Button needs="admin" disabled={busy} onClick={() => onRepair("backup")}>
            {t("Restore the newest good snapshot")}
          </Button>
        )}
        <Button needs="admin" disabled={busy} onClick={() => onRepair("ledger")}>
          {t("Sync again from the ledger")}
        </Button>
      </div>
      {/* Only the repair reads snapshots whole, which takes a while, so which of them is good isn't known before. */}
      {client.snapshotAt === null ? null : (
        <p className={styles.quiet}>
          {t(
            "The newest snapshot is from {snapshotAt}. If it's damaged, too, Tieout restores an earlier one. If none is good, it syncs again from the ledger.",
            { snapshotAt: formatMinute(client.snapshotAt) },
          )}
        </p>
      )}
    </FailureNote>
  );
}

function Repaired({ report }: { readonly report: RepairReport }) {
  return (
    <div className={styles.note} role="status">
      <p>{report.complete ? t("Repaired. All work was kept.") : t("Repaired, but some work may be missing or damaged.")}</p>
      <ul className={layout.mediumStack}>
        {report.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
