import type { TieOut } from "#shared/model/reports/tie-out.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { t } from "../../language/t.ts";
import { TieOutFigure } from "../../ui/figures/tie-out-figure.tsx";
import panel from "../../ui/layout/side-panel.module.css";

/** What was compared and agrees, with the figure of both sides; open where nothing else is told. */
export function ComparedList({ check }: { readonly check: TieOut }) {
  const { tied, compared, lines } = check;
  if (tied === undefined || tied.length === 0) return null;
  const agreeing = compared - lines.length;
  const left = Math.max(0, agreeing - tied.length);
  return (
    <details open={lines.length === 0}>
      <summary>
        {t("{agreed} of {compared, plural, one {1 line} other {# lines}} {agreeing, plural, one {agrees} other {agree}}", {
          agreed: formatCount(agreeing),
          agreeing,
          compared,
        })}
      </summary>
      <table className={panel.table} aria-label={t("What was compared and agrees")}>
        <thead>
          <tr>
            <th scope="col">{t("Line")}</th>
            <th scope="col">{t("Currency")}</th>
            <th scope="col" className={panel.end}>
              {t("Both sides")}
            </th>
          </tr>
        </thead>
        <tbody>
          {tied.map(({ subject, subjectId, label, currency, amount }) => (
            <tr key={`${subject}|${subjectId}|${currency}`}>
              <th scope="row">
                <bdi>{label}</bdi>
              </th>
              <td className={panel.quiet}>{currency ?? t("Records")}</td>
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
