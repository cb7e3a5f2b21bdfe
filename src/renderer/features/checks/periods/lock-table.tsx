import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { QueryAnswer } from "../../../ui/feedback/query-answer.tsx";
import { LockList } from "../../../ui/periods/lock-list.tsx";
import styles from "../checks.module.css";

/** Every current lock: what it covers, through which day, its owner and when it was read. */
export function LockTable({ clientId }: { readonly clientId: string }) {
  const query = useCoreQuery("locks.list", { clientId });
  return (
    <>
      <h2 className={styles.heading}>{t("Current locks")}</h2>
      <QueryAnswer query={query} label={t("locks")}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className={styles.aside}>{t("No locks found in the ledger, and no periods closed in Tieout.")}</p>
          ) : (
            <LockList clientId={clientId} rows={rows} label={t("Current locks")} />
          )
        }
      </QueryAnswer>
    </>
  );
}
