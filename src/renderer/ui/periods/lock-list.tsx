import type { StandingLockRow } from "#shared/contract/books/periods.ts";
import { nameOfNoted } from "#shared/model/close/signature.ts";
import { lockDays, lockName, lockScope } from "../../format/labels/lock-labels.ts";
import { capitalized } from "../../format/text/capitalized.ts";
import { t } from "../../language/t.ts";
import { useEntityName } from "../../state/core/entity-names.ts";
import { useNow } from "../../state/window/now.ts";
import text from "../../styles/text.module.css";
import { AsOf } from "../figures/as-of.tsx";
import styles from "./lock-list.module.css";

/** Locks in a table. */
export function LockList({
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
          <th scope="col">{t("Dates")}</th>
          <th scope="col">{t("Applies to")}</th>
          <th scope="col">{t("Source")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((lock) => (
          <tr key={lock.id}>
            <th scope="row" className={styles.name}>
              {lockName(lock)}
            </th>
            <td className={text.unbroken}>{capitalized(lockDays(lock))}</td>
            <td>{lockScope(lock, entityName)}</td>
            <td className={text.muted} title={lock.closedBy}>
              {lock.closedBy === undefined
                ? t("Read from the ledger, ")
                : t("Closed in Tieout by {closedBy}, ", { closedBy: nameOfNoted(lock.closedBy) })}
              <span className={text.unbroken}>
                <AsOf instant={lock.readAt} nowMs={nowMs} />
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
