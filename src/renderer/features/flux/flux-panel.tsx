import type { FluxReview, FluxRow } from "#shared/contract/flux.ts";
import { Chip } from "../../components/chip.tsx";
import { Figure } from "../../components/figure.tsx";
import panel from "../../components/side-panel.module.css";
import { SidePanel } from "../../components/side-panel.tsx";
import { formatNumeral } from "../../format/amount.ts";
import { t } from "../../language/t.ts";
import { recordAddress } from "../../state/place.ts";
import { Drivers } from "./drivers.tsx";
import { ExplanationForm } from "./explanation-form.tsx";
import styles from "./flux.module.css";
import { STATUS_WORDS } from "./flux-words.ts";
import { Stamps } from "./stamps.tsx";

interface FluxPanelProps {
  readonly review: FluxReview;
  readonly row: FluxRow;
  readonly onClose: () => void;
}

/** One change: its figures and the rule, what is said of it, who signed, and what it is made of. */
export function FluxPanel({ review, row, onClose }: FluxPanelProps) {
  const { currency } = review;
  const { word, tone, means } = STATUS_WORDS[row.status];
  return (
    <SidePanel kind="Variance" title={row.label} onClose={onClose}>
      <p>
        <Chip tone={tone} word={word} title={means} /> <span className={panel.quiet}>{row.rule.words}</span>
      </p>
      <table className={styles.figures} aria-label={t("Figures")}>
        <tbody>
          <FigureRow name="This period" amount={row.current} currency={currency} />
          <FigureRow name="Compared with" amount={row.comparative} currency={currency} />
          <FigureRow name="Change" amount={row.change} currency={currency} strong />
        </tbody>
      </table>
      <p className={panel.quiet}>
        {row.percent === null ? "" : `${formatNumeral(row.percent)} %. `}
        {row.effect === null ? "" : t("{effect} to the result. ", { effect: row.effect === "adverse" ? t("Adverse") : t("Favourable") })}
        <a href={`#${recordAddress(review.clientId, "statements", row.accountId)}`}>{t("The account's ledger")}</a>
      </p>
      <ExplanationForm review={review} row={row} />
      <Stamps review={review} row={row} />
      <Drivers review={review} row={row} />
    </SidePanel>
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
