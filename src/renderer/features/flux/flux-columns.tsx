import type { FluxRow } from "#shared/contract/reports/flux.ts";
import { absoluteDecimal, compareDecimals, decimal, roundDecimal } from "#shared/kernel/decimal.ts";
import { formatNumeral } from "../../format/amounts/amount.ts";
import { t } from "../../language/t.ts";
import text from "../../styles/text.module.css";
import { Chip } from "../../ui/controls/chip.tsx";
import { Figure } from "../../ui/figures/figure.tsx";
import { amountValue, type Column } from "../../ui/grid/grid-types.ts";
import styles from "./flux.module.css";
import { FLAG_WORDS, STATUS_WORDS } from "./flux-labels.ts";

const ABSURD = decimal("1000");

/** The columns of the variance review. */
export function fluxColumns(currency: string): readonly Column<FluxRow>[] {
  return [
    {
      id: "account",
      header: t("Account"),
      help: t("New accounts and accounts with no activity first, then the largest changes. Press Enter to see what drives a change."),
      width: "minmax(200px, 2fr)",
      cell: (row) => <Account row={row} />,
      value: (row) => row.label,
    },
    amount("current", t("This period"), t("The period's figure, with the sign used on its statement."), currency, ({ current }) => current),
    amount(
      "comparative",
      t("Compared with"),
      t("The comparative figure, or n/a if there is none."),
      currency,
      ({ comparative }) => comparative,
    ),
    amount("change", t("Change"), t("This period less the comparative."), currency, ({ change }) => change),
    {
      id: "percent",
      header: "%",
      help: t(
        "The change as a percentage of the comparative. Shows n/m if the comparative is zero, the sign changed, or the change is 1,000% or more.",
      ),
      width: "84px",
      align: "end",
      cell: ({ percent, change }) => (change === null ? null : <Percent percent={percent} />),
      value: ({ percent }) => percent,
    },
    {
      id: "effect",
      minor: true,
      header: t("Effect"),
      help: t("Effect of the change on profit. Balance-sheet changes have none."),
      width: "92px",
      cell: ({ effect }) => effect ?? "",
      value: ({ effect }) => effect,
    },
    {
      id: "status",
      header: t("Status"),
      help: t("Explained by the preparer, signed off by the reviewer, or stale because the figures changed afterward."),
      width: "142px",
      cell: ({ status }) => <Chip tone={STATUS_WORDS[status].tone} word={STATUS_WORDS[status].word} title={STATUS_WORDS[status].means} />,
      value: ({ status }) => STATUS_WORDS[status].word,
    },
    {
      id: "explanation",
      minor: true,
      header: t("Explanation or rule"),
      help: t("The explanation, or the threshold that was exceeded."),
      width: "minmax(160px, 2fr)",
      cell: (row) => <Words row={row} />,
      value: (row) => row.explanation?.text ?? row.rule.words,
    },
  ];
}

/** One decimal; a share of a thousand per cent and more says nothing and is told on pointing only. */
function Percent({ percent }: { readonly percent: FluxRow["percent"] }) {
  if (percent === null) return t("n/m");
  if (compareDecimals(absoluteDecimal(percent), ABSURD) >= 0)
    return <span title={t("{percent}%, too large to show", { percent: formatNumeral(percent) })}>{t("n/m")}</span>;
  return formatNumeral(roundDecimal(percent, 1));
}

function Account({ row }: { readonly row: FluxRow }) {
  return (
    <span className={styles.account} title={row.label}>
      {row.label}
      {row.flags.map((flag) => (
        <span key={flag} className={styles.flag} title={FLAG_WORDS[flag].means}>
          {flag === "drifting" ? `${FLAG_WORDS[flag].word} ${row.driftPeriods}` : FLAG_WORDS[flag].word}
        </span>
      ))}
    </span>
  );
}

function Words({ row }: { readonly row: FluxRow }) {
  const words = row.explanation?.text ?? (row.rule.fired ? row.rule.words : "");
  return (
    <span className={row.explanation === null ? styles.rule : text.ellipsis} title={words}>
      {words}
    </span>
  );
}

function amount(id: string, header: string, help: string, currency: string, of: (row: FluxRow) => string | null): Column<FluxRow> {
  return {
    id,
    header,
    help,
    width: "minmax(108px, 0.8fr)",
    align: "end",
    cell: (row) => <Figure amount={of(row)} currency={currency} />,
    value: (row) => amountValue(of(row), currency),
  };
}
