import type { FluxReview, FluxRow } from "#shared/contract/reports/flux.ts";
import { formatNumeral } from "../../format/amounts/amount.ts";
import { t } from "../../language/t.ts";
import { usePanelLink } from "../../state/window/panels.ts";
import { Chip } from "../../ui/controls/chip.tsx";
import { Figure } from "../../ui/figures/figure.tsx";
import { DetailPanel } from "../../ui/layout/detail-panel.tsx";
import panel from "../../ui/layout/side-panel.module.css";
import { Notes } from "../../ui/notes/notes.tsx";
import { Drivers } from "./drivers.tsx";
import { ExplanationForm } from "./explanation-form.tsx";
import styles from "./flux.module.css";
import { STATUS_WORDS } from "./flux-labels.ts";
import { Stamps } from "./sign-offs.tsx";

interface FluxPanelProps {
  readonly review: FluxReview;
  readonly row: FluxRow;
}

/** One change: its figures and the rule, what is said of it, who signed, and what it is made of. */
export function FluxPanel({ review, row }: FluxPanelProps) {
  const { currency } = review;
  const linkTo = usePanelLink(review.clientId);
  const { word, tone, means } = STATUS_WORDS[row.status];
  return (
    <DetailPanel kind={t("Variance")} title={row.label}>
      <p>
        <Chip tone={tone} word={word} title={means} /> <span className={panel.quiet}>{row.rule.words}</span>
      </p>
      <table className={styles.figures} aria-label={t("Figures")}>
        <tbody>
          <FigureRow name={t("This period")} amount={row.current} currency={currency} />
          <FigureRow name={t("Compared with")} amount={row.comparative} currency={currency} />
          <FigureRow name={t("Change")} amount={row.change} currency={currency} strong />
        </tbody>
      </table>
      <p className={panel.quiet}>
        {row.percent === null ? "" : `${formatNumeral(row.percent)} %. `}
        {row.effect === null ? "" : t("{effect} effect on profit. ", { effect: row.effect === "adverse" ? t("Adverse") : t("Favorable") })}
        <a href={linkTo({ kind: "account", id: row.accountId })}>{t("Account ledger")}</a>
      </p>
      <ExplanationForm review={review} row={row} />
      <Stamps review={review} row={row} />
      <Drivers review={review} row={row} />
      <Notes
        clientId={review.clientId}
        subject={{ kind: "account", id: row.accountId }}
        label={row.label}
        seen={t("{label} changed by {change} {currency}", { change: row.change ?? "n/a", currency, label: review.period.label })}
      />
    </DetailPanel>
  );
}

interface FigureRowProps {
  readonly name: string;
  readonly amount: string | null;
  readonly currency: string;
  readonly strong?: boolean;
}

function FigureRow({ name, amount, currency, strong = false }: FigureRowProps) {
  return (
    <tr className={strong ? styles.strong : undefined}>
      <th scope="row">{name}</th>
      <td>
        <Figure amount={amount} currency={currency} />
      </td>
    </tr>
  );
}
