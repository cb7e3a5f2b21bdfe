import type { FindingRow } from "#shared/contract/clients.ts";
import { AsOf } from "../../components/as-of.tsx";
import { EmptyNote } from "../../components/empty-note.tsx";
import { FailureNote } from "../../components/failure-note.tsx";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core-query.ts";
import { useNow } from "../../state/now.ts";
import { documentAddress } from "../../state/place.ts";
import styles from "./findings-page.module.css";

/** What we noticed while reading and could not take in silently, newest first. */
export function FindingsPage({ clientId }: { readonly clientId: string }) {
  const findings = useCoreQuery("clients.findings", { clientId });
  const nowMs = useNow();
  if (findings.error !== null && findings.data === undefined) {
    return (
      <div className={styles.page}>
        <FailureNote failure={findings.error.failure} />
      </div>
    );
  }
  if (findings.data === undefined) return <div className={styles.page} aria-busy="true" />;
  if (findings.data.length === 0) {
    return (
      <EmptyNote title={t("No findings")}>
        <p>
          {t(
            "Records that can not be understood, sudden drops in counts and locks that move back would stand here. The untouched record is always kept.",
          )}
        </p>
      </EmptyNote>
    );
  }
  const rows = [...findings.data].sort((a, b) => b.lastSeen.localeCompare(a.lastSeen) || a.findingNo - b.findingNo);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
    <section className={styles.page} tabIndex={0} aria-label={t("Findings")}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t("What")}</th>
            <th scope="col">{t("Stream")}</th>
            <th scope="col">{t("Record")}</th>
            <th scope="col">{t("Field")}</th>
            <th scope="col">{t("First seen")}</th>
            <th scope="col">{t("Last seen")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.findingNo}>
              <th scope="row" className={styles.what}>
                {row.message}
                <span className={styles.code}>{row.code.replaceAll("_", " ")}</span>
              </th>
              <td>{row.stream}</td>
              <td>
                <RecordLink clientId={clientId} row={row} />
              </td>
              <td>{row.field ?? "–"}</td>
              <td>
                <AsOf instant={row.firstSeen} nowMs={nowMs} ago />
              </td>
              <td>
                <AsOf instant={row.lastSeen} nowMs={nowMs} ago />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function RecordLink({ clientId, row }: { readonly clientId: string; readonly row: FindingRow }) {
  if (row.recordId === null) return <span>–</span>;
  return <a href={`#${documentAddress(clientId, row.recordId)}`}>{row.recordId}</a>;
}
