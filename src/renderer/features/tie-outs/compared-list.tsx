import { agreement, isNetIncome, type TieOut } from "#shared/model/reports/tie-out.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { t } from "../../language/t.ts";
import { TieOutFigure } from "../../ui/figures/tie-out-figure.tsx";
import panel from "../../ui/layout/side-panel.module.css";
import styles from "./check-panel.module.css";

/** Lines that agree, with the figure of both sides; open where nothing else is told. */
export function ComparedList({ check }: { readonly check: TieOut }) {
  const { tied, lines } = check;
  if (tied === undefined || tied.length === 0) return null;
  const { agreed, of } = agreement(check);
  const left = Math.max(0, agreed - tied.filter((one) => !isNetIncome(check.check, one)).length);
  // One currency is named once.
  const [only, ...others] = new Set(tied.map(({ currency }) => currency));
  const listed = [...tied].sort((a, b) => Number(isNetIncome(check.check, a)) - Number(isNetIncome(check.check, b)));
  return (
    <details open={lines.length === 0}>
      <summary>
        {t("{count} of {of, plural, one {1 line} other {# lines}} {agreed, plural, one {agrees} other {agree}}", {
          count: formatCount(agreed),
          agreed,
          of,
        })}
      </summary>
      <table className={panel.table} aria-label={t("Lines that agree")}>
        <thead>
          <tr>
            <th scope="col">{t("Line")}</th>
            {others.length === 0 ? null : <th scope="col">{t("Currency")}</th>}
            <th scope="col" className={panel.end}>
              {others.length === 0 && typeof only === "string"
                ? t("In Tieout and ledger, {currency}", { currency: only })
                : t("In Tieout and ledger")}
            </th>
          </tr>
        </thead>
        <tbody>
          {listed.map(({ subject, subjectId, label, currency, amount }) => (
            <tr key={`${subject}|${subjectId}|${currency}`} className={isNetIncome(check.check, { subject }) ? styles.result : undefined}>
              <th scope="row">
                <bdi>{label}</bdi>
              </th>
              {others.length === 0 ? null : <td className={panel.quiet}>{currency ?? t("Records")}</td>}
              <td className={panel.end}>
                <TieOutFigure amount={amount} currency={currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {left === 0 ? null : <p className={panel.quiet}>{t("and {left} more", { left: formatCount(left) })}</p>}
    </details>
  );
}
