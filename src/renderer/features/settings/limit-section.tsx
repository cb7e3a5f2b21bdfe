import type { VerifiedLimitsView } from "#shared/contract/app/settings.ts";
import { formatDay, withDays } from "../../format/dates/date.ts";
import { applies, byOrder, limitValue, limitWords } from "../../format/labels/limit-labels.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import { Chip } from "../../ui/controls/chip.tsx";
import { classes } from "../../ui/controls/classes.ts";
import { FailureNote } from "../../ui/feedback/failure-message.tsx";
import styles from "./settings-page.module.css";

/** What each ledger allows, as a person last compared it with the vendor's page. */
export function LimitSection() {
  const limits = useCoreQuery("limits.verified", {});
  if (limits.error !== null) return <FailureNote failure={limits.error.failure} />;
  const ledgers = limits.data ?? [];
  return (
    <div className={styles.stack} aria-busy={limits.isPending}>
      <p className={styles.quiet}>
        {t(
          "By default, Tieout keeps to these limits when it reads from a ledger or sends updates to it. If a client's ledger plan has different limits, an administrator can enter most of them on the client's Connection screen. A dash means that the row doesn't apply.",
        )}
      </p>
      {ledgers.map(({ system, ledger, warning }) =>
        warning === null ? null : <p key={system}>{t("{ledger}: {warning}", { ledger, warning: withDays(warning) })}</p>,
      )}
      {ledgers.length === 0 ? null : <LimitTable ledgers={ledgers} />}
    </div>
  );
}

function LimitTable({ ledgers }: { readonly ledgers: readonly VerifiedLimitsView[] }) {
  const known = [...new Set(ledgers.flatMap(({ values }) => values.map(({ name }) => name)))].map((name) => ({ name }));
  const names = byOrder(known.filter(({ name }) => ledgers.some((ledger) => (limitOf(ledger, name) ?? 0) !== 0)));
  return (
    <table className={classes(styles.table, styles.limits)}>
      <thead>
        <tr>
          <th scope="col">{t("Limit")}</th>
          {ledgers.map(({ system, ledger }) => (
            <th key={system} scope="col" className={styles.end}>
              {ledger}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {names.map(({ name }) => (
          <tr key={name}>
            <th scope="row" title={limitWords(name).means}>
              {limitWords(name).words}
            </th>
            {ledgers.map((ledger) => (
              <td key={ledger.system} className={styles.end}>
                <Value ledger={ledger} name={name} />
              </td>
            ))}
          </tr>
        ))}
        <tr>
          <th scope="row">{t("Verified on")}</th>
          {ledgers.map(({ system, verifiedOn, warning }) => (
            <td key={system} className={styles.end}>
              {formatDay(verifiedOn)} {warning === null ? null : <Chip tone="warning" word={t("Needs review")} title={withDays(warning)} />}
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}

function Value({ ledger, name }: { readonly ledger: VerifiedLimitsView; readonly name: string }) {
  const value = limitOf(ledger, name);
  if (value === undefined) return <span className={styles.quiet}>–</span>;
  const words = limitValue(name, value);
  return value === null || value === 0 ? <span className={styles.quiet}>{words}</span> : words;
}

/** Null where the ledger sets no such limit, as the client's Connection screen says too; undefined where the row doesn't apply to it. */
function limitOf(ledger: VerifiedLimitsView, name: string): number | null | undefined {
  return applies(name, ledger.values) ? ledger.values.find((one) => one.name === name)?.value : undefined;
}
