import { Answer } from "../../blocks/answer.tsx";
import { Locks } from "../../blocks/locks.tsx";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core-query.ts";
import styles from "./checks.module.css";

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
