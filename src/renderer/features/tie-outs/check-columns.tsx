import type { TieOut } from "#shared/model/tie-out.ts";
import { AsOf } from "../../components/as-of.tsx";
import { amountValue, type Column } from "../../components/grid-types.ts";
import { OutcomeChip } from "../../components/outcome-chip.tsx";
import { TiedFigure } from "../../components/tied-figure.tsx";
import { formatCount } from "../../format/amount.ts";
import { CHECK_WORDS, OUTCOME_WORDS } from "../../format/tie-out-words.ts";
import { t } from "../../language/t.ts";
import { useNow } from "../../state/now.ts";
import { AGAINST_WORDS } from "./against-words.ts";
import styles from "./check-columns.module.css";

/** The columns of the checks. */
export const CHECK_COLUMNS: readonly Column<TieOut>[] = [
  {
    id: "check",
    header: t("Check"),
    help: t("What is held against what the ledger says of itself. Enter opens what differs."),
    width: "minmax(190px, 1.2fr)",
    cell: ({ check }) => (
      <span className={styles.name} title={CHECK_WORDS[check].means}>
        {CHECK_WORDS[check].word}
      </span>
    ),
    value: ({ check }) => CHECK_WORDS[check].word,
  },
  {
    id: "outcome",
    header: t("Outcome"),
    help: t("The outcome of the worst line: totals can agree while accounts differ. What could not be checked never counts as a tie."),
    width: "142px",
    cell: ({ outcome }) => <OutcomeChip outcome={outcome} />,
    value: ({ outcome }) => OUTCOME_WORDS[outcome].word,
  },
  figure("ours", t("Ours"), t("The total as worked out here."), ({ ours }) => ours),
  figure("ledgers", t("The ledger's"), t("The same total as the ledger says it."), ({ ledgers }) => ledgers),
  figure("difference", t("Difference"), t("Ours less the ledger's."), ({ difference }) => difference),
  {
    id: "currency",
    header: t("In"),
    help: t("The currency; counts have none."),
    width: "48px",
    cell: ({ currency }) => currency ?? "",
    value: ({ currency }) => currency,
  },
  {
    id: "compared",
    header: t("Compared"),
    help: t("How many accounts, parties or streams were compared."),
    width: "76px",
    align: "end",
    cell: ({ compared }) => formatCount(compared),
    value: ({ compared }) => String(compared),
  },
  {
    id: "asOfOurs",
    header: t("Ours as of"),
    help: t("When the books were read that our figure is made from."),
    width: "88px",
    cell: ({ asOf }) => <Age instant={asOf.ours} />,
    value: ({ asOf }) => asOf.ours,
  },
  {
    id: "asOfLedgers",
    header: t("Ledger's as of"),
    help: t("When the ledger made the figure that ours is held against."),
    width: "100px",
    cell: ({ asOf }) => <Age instant={asOf.ledgers} />,
    value: ({ asOf }) => asOf.ledgers,
  },
  {
    id: "reason",
    header: t("Against, reason"),
    help: t("What ours is held against, or why it could not be."),
    width: "minmax(160px, 2fr)",
    cell: ({ reason, against }) => (
      <span className={styles.reason} title={reason ?? ""}>
        {reason ?? AGAINST_WORDS[against]}
      </span>
    ),
    value: ({ reason, against }) => reason ?? AGAINST_WORDS[against],
  },
];

function figure(id: string, header: string, help: string, of: (check: TieOut) => string | null): Column<TieOut> {
  return {
    id,
    header,
    help,
    width: "minmax(110px, 0.8fr)",
    align: "end",
    cell: (check) => <TiedFigure amount={of(check)} currency={check.currency} />,
    value: (check) => (check.currency === null ? of(check) : amountValue(of(check), check.currency)),
  };
}

function Age({ instant }: { readonly instant: string | null }) {
  return <AsOf instant={instant} nowMs={useNow()} none="–" />;
}
