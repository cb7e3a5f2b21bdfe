import type { StandingLockRow } from "#shared/contract/periods.ts";
import { Answer } from "../../blocks/answer.tsx";
import { AsOf } from "../../components/as-of.tsx";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core-query.ts";
import { useNow } from "../../state/now.ts";
import { lockDays, lockName, lockScope } from "./check-words.ts";
import styles from "./checks.module.css";
import { useEntityName } from "./entity-names.ts";
import own from "./lock-table.module.css";

/** Every lock that stands: what it binds, through which day, whose it is and when it was read. */
export function LockTable({ clientId }: { readonly clientId: string }) {
  const query = useCoreQuery("locks.list", { clientId });
  return (
    <>
      <h2 className={styles.heading}>{t("Locks that stand")}</h2>
      <Answer query={query} label={t("the locks")}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className={styles.aside}>{t("No lock stands, neither in the ledger nor here: every day can be posted.")}</p>
          ) : (
            <Locks clientId={clientId} rows={rows} label={t("Locks that stand")} />
          )
        }
      </Answer>
    </>
  );
}

/** Locks in a table. */
export function Locks({
  clientId,
  rows,
  label,
}: {
  readonly clientId: string;
  readonly rows: readonly StandingLockRow[];
  readonly label: string;
}) {
  const nowMs = useNow();
  const entityName = useEntityName(clientId);
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t("Lock")}</th>
          <th scope="col">{t("Days")}</th>
          <th scope="col">{t("Binds")}</th>
          <th scope="col">{t("Source, read")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((lock) => (
          <tr key={lock.id}>
            <th scope="row" className={own.name}>
              {lockName(lock)}
            </th>
            <td className={own.days}>{lockDays(lock)}</td>
            <td>{lockScope(lock, entityName)}</td>
            <td className={styles.quiet}>
              {lock.closedBy === undefined ? t("ledger, ") : t("closed here by {closedBy}, ", { closedBy: lock.closedBy })}
              <AsOf instant={lock.readAt} nowMs={nowMs} ago />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
