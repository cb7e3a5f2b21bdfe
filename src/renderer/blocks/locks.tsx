import type { StandingLockRow } from "#shared/contract/periods.ts";
import { AsOf } from "../components/as-of.tsx";
import { lockDays, lockName, lockScope } from "../format/lock-words.ts";
import { t } from "../language/t.ts";
import { useEntityName } from "../state/entity-names.ts";
import { useNow } from "../state/now.ts";
import styles from "./locks.module.css";

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
            <th scope="row" className={styles.name}>
              {lockName(lock)}
            </th>
            <td className={styles.days}>{lockDays(lock)}</td>
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
