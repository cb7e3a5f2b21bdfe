import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import link from "../../styles/link.module.css";
import text from "../../styles/text.module.css";
import { Chip } from "../../ui/controls/chip.tsx";
import { classes } from "../../ui/controls/classes.ts";
import styles from "./close.module.css";

/** What the firm's server rejected of a client's records: a sign-off among them doesn't count, although it was given here. */
export function RejectedRecords({ clientId }: { readonly clientId: string }) {
  const exchange = useCoreQuery("firm.exchange", {});
  const rejected = (exchange.data?.refused ?? []).filter((record) => record.clientId === clientId);
  if (rejected.length === 0) return null;
  return (
    <div className={styles.change} role="status">
      <div className={styles.title}>
        <Chip tone="warning" word={t("Not accepted")} />
        {t("{count, plural, one {The firm's server didn't accept # change:} other {The firm's server didn't accept # changes:}}", {
          count: rejected.length,
        })}
        <span className={text.muted}>{rejected.map(({ title }) => title).join(", ")}</span>
        <a className={classes(link.link, styles.push)} href="#/settings/firm">
          {t("Review")}
        </a>
      </div>
    </div>
  );
}
