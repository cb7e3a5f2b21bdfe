import { isTotalOnly, type Recheck, shownOutcome, type TieOut, type TieOutCheck } from "#shared/model/reports/tie-out.ts";
import { formatCount } from "../../format/amounts/amount.ts";
import { CHECK_WORDS, NOTHING_TO_TIE_OUT, OUTCOME_WORDS, outcomeWord } from "../../format/labels/tie-out-labels.ts";
import { t } from "../../language/t.ts";
import { useNow } from "../../state/window/now.ts";
import text from "../../styles/text.module.css";
import { classes } from "../../ui/controls/classes.ts";
import { AsOf } from "../../ui/figures/as-of.tsx";
import { OutcomeChip } from "../../ui/figures/tie-out-chip.tsx";
import { TieOutFigure } from "../../ui/figures/tie-out-figure.tsx";
import { amountValue, type Column } from "../../ui/grid/grid-types.ts";
import { againstWords, rowWords } from "./compared-with.ts";

const NAME: Column<TieOut> = {
  id: "check",
  header: t("Tie-out"),
  help: t("What is compared with the ledger's own figures. Press Enter to see the details."),
  width: "minmax(200px, 1.2fr)",
  cell: ({ check, cards }) => (
    <span className={text.oneLine} title={CHECK_WORDS[check].means}>
      <span className={text.name}>{CHECK_WORDS[check].word}</span>
      {cards === undefined ? null : <span className={text.muted}> {cardsWord(cards)}</span>}
    </span>
  ),
  value: ({ check, cards }) => [CHECK_WORDS[check].word, ...(cards === undefined ? [] : [cardsWord(cards)])].join(", "),
};

/** Why bank balances differ from the cash of other screens. Short, so that every column has room beside it at 1280. */
function cardsWord(cards: number): string {
  return t("{cards, plural, one {with 1 card} other {with {cards} cards}}", { cards });
}

/** What the results of a run depend on besides its checks. */
interface ResultFacts {
  /** Whether a sync has overtaken it. */
  readonly recheck: Recheck;
  readonly accepted: ReadonlySet<TieOutCheck>;
  /** The books have nothing to tie out yet. */
  readonly nothing: boolean;
}

/** What the result says of a check, which a person may have accepted. */
function resultWord(row: TieOut, { recheck, accepted, nothing }: ResultFacts): string {
  const shown = shownOutcome(row.outcome, recheck);
  if (nothing && shown === "ties") return NOTHING_TO_TIE_OUT.word;
  const word = outcomeWord(shown);
  if (shown === row.outcome && accepted.has(row.check)) return t("{result}, accepted", { result: word });
  return (shown === "ties" || shown === "within_tolerance") && isTotalOnly(row) ? t("{result}, total only", { result: word }) : word;
}

/** The result of a check as its chip. */
function Result({ row, facts: { recheck, accepted, nothing }, brief = false }: ResultProps) {
  const outcome = shownOutcome(row.outcome, recheck);
  return <OutcomeChip {...{ outcome, nothing, brief }} accepted={accepted.has(row.check)} totalOnly={isTotalOnly(row)} />;
}

interface ResultProps {
  readonly row: TieOut;
  readonly facts: ResultFacts;
  readonly brief?: boolean;
}

function resultColumn(facts: ResultFacts): Column<TieOut> {
  return {
    id: "outcome",
    header: t("Result"),
    help: t("The worst result of any line, because totals can agree while accounts differ. “Tied out” means that every line agrees."),
    width: "96px",
    cell: (row) => <Result row={row} facts={facts} />,
    value: (row) => resultWord(row, facts),
  };
}

/** The same in fewer words, which leaves room for the two figures. */
function briefResultColumn(facts: ResultFacts): Column<TieOut> {
  return {
    ...resultColumn(facts),
    id: "outcomeBrief",
    standsFor: "result",
    cell: (row) => <Result row={row} facts={facts} brief />,
  };
}

/** Beside a panel, the two figures and their difference are what the list is for: they are the last to go. */
const OTHERS: readonly Column<TieOut>[] = [
  { ...figure("ours", t("In Tieout"), t("Tieout's figure for the total."), ({ ours }) => ours), pair: "compared" },
  { ...figure("ledgers", t("In ledger"), t("The ledger's figure for the same total."), ({ ledgers }) => ledgers), pair: "compared" },
  { ...figure("difference", t("Difference"), t("Tieout's figure less the ledger's."), ({ difference }) => difference), essential: true },
  {
    id: "compared",
    minor: true,
    header: t("Lines compared"),
    help: t("Number of accounts, contacts or data sets compared. For profit and loss, only accounts with an amount are counted."),
    width: "76px",
    align: "end",
    counts: true,
    cell: (check) => (wasCompared(check) ? formatCount(check.compared) : <NotKnown why={whyNot(check)} />),
    value: (check) => (wasCompared(check) ? String(check.compared) : null),
  },
  {
    id: "asOfOurs",
    minor: true,
    header: t("Books synced"),
    help: t("When the books behind Tieout's figure were last synced. “Tie out now” doesn't sync them first."),
    width: "88px",
    cell: ({ asOf, ...check }) => <Age instant={asOf.ours} why={whyNot(check) ?? t("Not fully synced yet")} />,
    value: ({ asOf }) => asOf.ours,
  },
  {
    id: "asOfLedgers",
    minor: true,
    header: t("Ledger read"),
    help: t("When Tieout read the ledger's figure."),
    width: "84px",
    cell: ({ asOf, ...check }) => <Age instant={asOf.ledgers} why={whyNot(check) ?? t("Not known")} />,
    value: ({ asOf }) => asOf.ledgers,
  },
];

const REASON: Column<TieOut> = {
  id: "reason",
  minor: 0.7,
  header: t("Compared with"),
  help: t("What Tieout's figure is compared with, or the reason for the result."),
  width: "minmax(190px, 2fr)",
  wraps: true,
  cell: (check) => (
    <span className={classes(text.wrapped, text.muted)} title={check.reason ?? ""}>
      {rowWords(check)}
    </span>
  ),
  value: (check) => check.reason ?? againstWords(check),
};

/** The columns of the checks of a run. */
export function checkColumns(
  recheck: Recheck,
  accepted: ReadonlySet<TieOutCheck>,
  checks: readonly Pick<TieOut, "outcome" | "reason">[],
  nothing = false,
): readonly Column<TieOut>[] {
  const facts = { recheck, accepted, nothing };
  // Why a row can't be checked says more than its figures, beside a panel too.
  const isTold = checks.some(({ outcome, reason }) => reason !== null && (outcome === "cannot_check" || outcome === "not_run"));
  const result: Column<TieOut> = { ...resultColumn(facts), pair: "result", minor: 0.5 };
  return [NAME, result, briefResultColumn(facts), ...OTHERS, { ...REASON, essential: isTold }];
}

function figure(id: string, header: string, help: string, of: (check: TieOut) => string | null): Column<TieOut> {
  return {
    id,
    header,
    help,
    width: "minmax(84px, 0.8fr)",
    align: "end",
    cell: (check) => <TieOutFigure amount={of(check)} currency={check.currency} why={whyNot(check)} />,
    value: (check) => (check.currency === null ? of(check) : amountValue(of(check), check.currency)),
  };
}

/** Whether anything was compared at all: none of no lines is a result, too, as in new books. */
export function wasCompared({ outcome, compared }: Pick<TieOut, "outcome" | "compared">): boolean {
  return compared > 0 || (outcome !== "cannot_check" && outcome !== "not_run");
}

/** Why a check lacks a figure; undefined where it was compared, so that its outcome doesn't tell. */
function whyNot({ outcome, reason }: Pick<TieOut, "outcome" | "reason">): string | undefined {
  return outcome === "cannot_check" || outcome === "not_run" ? (reason ?? OUTCOME_WORDS[outcome].means) : undefined;
}

/** In every column of what wasn't compared, since a dash would say that it is zero, and so that it ties. */
function NotKnown({ why }: { readonly why: string | undefined }) {
  return (
    <span className={text.muted} title={why}>
      {t("n/a")}
    </span>
  );
}

/** How long ago; `why` is the reason where that isn't known, as it may not be of what was compared. */
function Age({ instant, why }: { readonly instant: string | null; readonly why: string }) {
  const nowMs = useNow();
  return instant === null ? <NotKnown why={why} /> : <AsOf alone instant={instant} nowMs={nowMs} />;
}
