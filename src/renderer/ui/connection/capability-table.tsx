import { Check, Minus } from "lucide-react";
import type { CapabilityRow } from "#shared/contract/connections/capabilities.ts";
import { withDays } from "../../format/dates/date.ts";
import { capitalized } from "../../format/text/capitalized.ts";
import { t } from "../../language/t.ts";
import layout from "../../styles/layout.module.css";
import { TechnicalDetails } from "../feedback/technical-details.tsx";
import styles from "./capability-table.module.css";

/** What a ledger supports: how that was found out, and the alternative where it doesn't. All of it was checked at once. */
export function CapabilityTable({ rows }: { readonly rows: readonly CapabilityRow[] }) {
  return (
    <table className={styles.table} aria-label={t("Ledger features")}>
      <thead>
        <tr>
          <th scope="col">{t("Feature")}</th>
          <th scope="col">{t("Supported")}</th>
          <th scope="col">{t("Details")}</th>
          <th scope="col">{t("Alternative")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">{row.title}</th>
            <td>
              <Found on={row.on} value={row.value} />
            </td>
            {/* Without an alternative, the details take its room. */}
            <td className={styles.quiet} colSpan={row.usedInstead === null ? 2 : 1}>
              <span {...(row.probe === null ? {} : { title: t("Checked with this request to the ledger: {probe}", { probe: row.probe }) })}>
                {withDays(row.how)}
              </span>
            </td>
            {row.usedInstead === null ? null : (
              <td>
                <div className={layout.closeStack}>
                  <span>{row.usedInstead}</span>
                  {row.commands.length === 0 ? null : (
                    <TechnicalDetails>
                      <p>{t("On the command line: {commands}", { commands: row.commands.join(", ") })}</p>
                    </TechnicalDetails>
                  )}
                </div>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Found({ on, value }: Pick<CapabilityRow, "on" | "value">) {
  const words = capitalized(withDays(value));
  if (on === null) return <span className={styles.way}>{words}</span>;
  const Icon = on ? Check : Minus;
  return (
    <span className={on ? styles.on : styles.off}>
      <Icon size={14} aria-hidden />
      {words}
    </span>
  );
}
