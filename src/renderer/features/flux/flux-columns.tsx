import type { SyntheticEvent } from "react";
import type { FluxReview, FluxRow } from "#shared/contract/reports/flux.ts";
import { comparisonWord } from "../../format/labels/flux-comparison-labels.ts";
import { t } from "../../language/t.ts";
import { toggleMark, useFluxMarks } from "../../state/views/flux-marks.ts";
import type { FluxView } from "../../state/views/flux-view.ts";
import text from "../../styles/text.module.css";
import { classes } from "../../ui/controls/classes.ts";
import { AccountName } from "../../ui/figures/account-name.tsx";
import { Figure, NotMeaningful } from "../../ui/figures/figure.tsx";
import { Percent } from "../../ui/figures/money.tsx";
import { amountValue, type Column } from "../../ui/grid/grid-types.ts";
import styles from "./flux.module.css";
import { accountName, currentWord, limitWords, reachedWords, STATUS_WORDS } from "./flux-labels.ts";
import type { FluxLine } from "./flux-lines.ts";
import { StatusChip, TrendChips } from "./status-chip.tsx";

interface Shown {
  /** A panel is open beside the table: where the status has no room for its words, its icon is with the account. */
  readonly beside: boolean;
  /** A panel leaves too little room in this window: flags are icons, and the counts of sections are left out. */
  readonly brief: boolean;
}

const accountIn = (currency: string, shown: Shown): Column<FluxLine> => ({
  id: "account",
  header: t("Account"),
  help: t(
    "By default, the largest changes come first, or first in each section if rows are grouped. Press Enter on a row to see what drives its change, or Space to select it.",
  ),
  chooses: true,
  // Room for a name and its flag, and for a section and its count. Where room is short, the end of a long name gives way before a
  // figure does.
  width: shown.brief ? "minmax(260px, 2fr)" : "minmax(344px, 2fr)",
  cell: (line) =>
    line.kind === "row" ? <Account row={line.row} currency={currency} {...shown} /> : <Section line={line} brief={shown.brief} />,
  value: (line) => (line.kind === "row" ? accountName(line.row) : line.label),
});

/** Among the rows to do, nearly all need an explanation: its icon and its words, and a chip with a ground only for others. */
const statusIn = (view: FluxView): Column<FluxLine> => ({
  id: "status",
  // Where its words have no room, its icon is with the account.
  minor: 0.75,
  header: t("Status"),
  help: t(
    "Whether the row is explained, and signed off by preparer and reviewer. “Sign off again” means that the figures, or the transactions behind them, have changed since sign-off.",
  ),
  width: "142px",
  cell: (line) =>
    line.kind !== "row" ? null : <StatusChip status={line.row.status} quiet={view === "needed" && line.row.status === "needed"} />,
  value: (line) => (line.kind === "row" ? STATUS_WORDS[line.row.status].word : null),
});

const explanationIn = (currency: string, usual: string | null): Column<FluxLine> => ({
  id: "explanation",
  minor: true,
  header: t("Explanation"),
  help: t("The explanation. Until a material change has one, its threshold is shown if it differs from the one above the table."),
  width: "minmax(160px, 2fr)",
  cell: (line) => (line.kind === "row" ? <Words row={line.row} words={wordsOf(line.row, currency, usual)} /> : null),
  value: (line) => (line.kind === "row" ? wordsOf(line.row, currency, usual) : null),
});

/**
 * The columns of the flux analysis, in one of its views.
 * @param usual the limits that are said above the table, so that its rows don't repeat them
 * @param beside a panel is open beside it
 * @param isWide the window has room for all words beside a panel as well
 */
export function fluxColumns(
  { currency, comparison, period }: Pick<FluxReview, "currency" | "comparison" | "period">,
  view: FluxView,
  usual: string | null = null,
  beside = false,
  isWide = false,
): readonly Column<FluxLine>[] {
  return [
    accountIn(currency, { beside, brief: beside && !isWide }),
    amount(
      "current",
      currentWord({ comparison, period }),
      t(
        "The total of an income or expense account, or the closing balance of a balance-sheet account. Amounts have the same sign as on the profit and loss or the balance sheet.",
      ),
      currency,
      (line) => of(line).current,
    ),
    amount(
      "comparative",
      comparisonWord({ comparison, period }),
      t("The comparison figure, or n/a if there is none."),
      currency,
      (line) => of(line).comparative,
    ),
    {
      ...amount(
        "change",
        t("Change"),
        t("The figure in “{current}” less the comparison figure.", { current: currentWord({ comparison, period }) }),
        currency,
        (line) => of(line).change,
      ),
      essential: true,
    },
    {
      id: "percent",
      // A change is read between the two figures that it is of: they stay longer, and its panel has the percentage.
      minor: 0.5,
      header: "%",
      help: t(
        "The change as a percentage of the comparison figure. Shows n/m (not meaningful) if the comparison figure is zero or the sign changed.",
      ),
      width: "60px",
      align: "end",
      cell: (line) => (of(line).change === null ? null : <FluxPercent percent={of(line).percent} />),
      value: (line) => of(line).percent,
    },
    {
      id: "effect",
      minor: true,
      header: t("Effect"),
      help: t("Effect of the change on net income. Not shown for balance-sheet accounts."),
      width: "92px",
      cell: (line) => effectWords(line),
      value: (line) => effectWords(line),
    },
    statusIn(view),
    explanationIn(currency, usual),
  ];
}

export function FluxPercent({ percent }: { readonly percent: FluxRow["percent"] }) {
  return percent === null ? <NotMeaningful /> : <Percent percent={percent} />;
}

/** The figures of a line. */
function of(line: FluxLine): Pick<FluxRow, "current" | "comparative" | "change" | "percent"> {
  return line.kind === "row" ? line.row : line;
}

function effectWords(line: FluxLine): string {
  return line.kind !== "row" || line.row.effect === null ? "" : effectWord(line.row.effect);
}

/** What a change does to the profit. */
export function effectWord(effect: NonNullable<FluxRow["effect"]>): string {
  return effect === "adverse" ? t("Unfavorable") : t("Favorable");
}

/** A click that is meant for the box opens no row. */
function stay(event: SyntheticEvent): void {
  event.stopPropagation();
}

function Account({ row, currency, beside, brief }: Shown & { readonly row: FluxRow; readonly currency: string }) {
  const marked = useFluxMarks(({ ids }) => ids.includes(row.accountId));
  return (
    <>
      {/* For the pointer: on a row, Space does the same. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: it only keeps the click from opening the row */}
      <label className={styles.choose} onClick={stay} onPointerDown={stay}>
        <input type="checkbox" tabIndex={-1} aria-label={t("Select")} checked={marked} onChange={() => toggleMark(row.accountId)} />
      </label>
      <span className={styles.account} title={accountName(row)}>
        <span className={text.ellipsis}>
          <AccountName code={row.account?.code} name={row.label} />
        </span>
        <TrendChips row={row} currency={currency} brief={brief} />
        {beside && row.status !== "not_needed" ? (
          <span className={styles.brief}>
            <StatusChip status={row.status} brief quiet />
          </span>
        ) : null}
      </span>
    </>
  );
}

interface SectionProps extends Pick<Shown, "brief"> {
  readonly line: Extract<FluxLine, { readonly kind: "section" }>;
}

function Section({ line: { title, listed, label }, brief }: SectionProps) {
  return (
    <span className={text.ellipsis} title={label}>
      {title} {listed === null || brief ? null : <span className={styles.listed}>{listed}</span>}
    </span>
  );
}

/** The explanation, or the rule that was reached where it isn't the usual one. */
function wordsOf(row: FluxRow, currency: string, usual: string | null): string {
  const { explanation, rule } = row;
  if (explanation !== null) return explanation.text;
  // The change itself is in the columns beside it.
  return rule.fired && limitWords(rule, currency) !== usual ? reachedWords(row, currency) : "";
}

function Words({ row, words }: { readonly row: FluxRow; readonly words: string }) {
  return (
    <span className={classes(text.ellipsis, row.explanation === null && text.muted)} title={words}>
      {words}
    </span>
  );
}

function amount(id: string, header: string, help: string, currency: string, figure: (line: FluxLine) => string | null): Column<FluxLine> {
  return {
    id,
    header,
    help,
    // Until figures are measured: wider, they would give way beside a panel that has room for them.
    width: "minmax(88px, 0.8fr)",
    align: "end",
    cell: (line) => <Figure amount={figure(line)} currency={currency} />,
    value: (line) => amountValue(figure(line), currency),
  };
}
