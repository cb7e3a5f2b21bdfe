import { Check, CircleSlash, Contrast, EqualApproximately, RotateCcw } from "lucide-react";
import { insideSentence } from "#shared/kernel/readable.ts";
import type { ShownOutcome, TieOutCounts } from "#shared/model/reports/tie-out.ts";
import { NOTHING_TO_TIE_OUT, OUTCOME_WORDS, RECHECK, tiedOutWords } from "../../format/labels/tie-out-labels.ts";
import { t } from "../../language/t.ts";
import { Chip } from "../controls/chip.tsx";
import { classes } from "../controls/classes.ts";
import styles from "./tie-out-chip.module.css";

const ICONS = { within_tolerance: EqualApproximately, cannot_check: CircleSlash } as const;

interface OutcomeChipProps {
  readonly outcome: ShownOutcome;
  readonly count?: number;
  /** Someone accepted this result with a reason, so nobody has to act on it. */
  readonly accepted?: boolean;
  /** Only a total was compared, so what ties says nothing of its parts. */
  readonly totalOnly?: boolean;
  /** False where what is around it has a tip of its own. */
  readonly tip?: boolean;
  /** Where room is short: of what ties in total alone, only that, beside its half-filled circle. */
  readonly brief?: boolean;
  /** The books have nothing to tie out: what ties is nothing compared with nothing, which proves nothing. */
  readonly nothing?: boolean;
}

/** What a check's row says. Each of the five outcomes has its own label and icon; tied out is plain text. */
export function OutcomeChip(props: OutcomeChipProps) {
  const { outcome, count, accepted = false, totalOnly = false, tip = true, brief = false, nothing = false } = props;
  if (nothing && outcome === "ties")
    return <Chip quiet tone="neutral" word={NOTHING_TO_TIE_OUT.word} title={tip ? NOTHING_TO_TIE_OUT.means : undefined} />;
  if (outcome === "recheck_needed" || outcome === "rechecking") return <RecheckChip tip={tip} running={outcome === "rechecking"} />;
  const { word: own, tone: ownTone, means } = OUTCOME_WORDS[outcome];
  const isOfTotal = totalOnly && (outcome === "ties" || outcome === "within_tolerance");
  const whole = accepted ? t("{result}, accepted", { result: own }) : isOfTotal ? t("{result}, total only", { result: own }) : own;
  const isShort = brief && isOfTotal && !accepted && outcome === "ties";
  const word = isShort ? t("Total only") : whole;
  const why = isOfTotal ? t("Only the total was compared, because the ledger has no comparable balances by contact for this date.") : means;
  const title = isShort ? `${whole}\n${why}` : why;
  const tone = accepted ? "neutral" : ownTone;
  // “≈ 2” would read as an equation.
  const isEquation = count !== undefined && outcome === "within_tolerance";
  const sign = isEquation ? { icon: null } : outcome in ICONS ? { icon: ICONS[outcome as keyof typeof ICONS] } : {};
  const icon = isOfTotal ? { icon: Contrast } : sign;
  const said = count === undefined ? word : `${count} ${insideSentence(word)}`;
  const proof = outcome === "ties" && !isOfTotal;
  const chip = <Chip quiet tone={tone} word={said} title={tip ? title : undefined} proof={proof} {...icon} />;
  // Beside a count of what is tied out, which is muted, what still needs someone isn't.
  return count === undefined || outcome !== "not_run" || accepted ? chip : <span className={styles.open}>{chip}</span>;
}

interface TiedCountProps {
  readonly counts: Pick<TieOutCounts, "ties" | "totalOnly" | "withinTolerance">;
  /** Whether nothing else came out: only then does a sign say so. */
  readonly all: boolean;
  /** Of how many, where the others aren't all named beside it. */
  readonly of?: number;
}

/** How many tie-outs are tied out. The sign of what is proved isn't there where some are by their total only or within tolerance. */
export function TiedCount({ counts, all, of }: TiedCountProps) {
  const { totalOnly = 0, withinTolerance = 0 } = counts;
  const isPart = totalOnly + withinTolerance > 0;
  const Icon = isPart ? Contrast : Check;
  const means = [
    ...(isPart ? [] : [OUTCOME_WORDS.ties.means]),
    ...(totalOnly > 0 ? [t("Total only: the ledger has no comparable balances by contact for this date.")] : []),
    ...(withinTolerance > 0 ? [t("Within tolerance: the difference is small enough to be rounding.")] : []),
  ];
  return (
    <span className={classes(styles.tied, !isPart && styles.proof)} title={means.join("\n")}>
      {all ? <Icon size={12} strokeWidth={2.25} aria-hidden /> : null}
      {tiedOutWords(counts, of)}
    </span>
  );
}

interface RecheckProps {
  readonly tip?: boolean;
  /** The sync that has overtaken the run is under way and runs the checks again: nobody has to act. */
  readonly running?: boolean;
}

/** In place of the outcomes of a run that a sync has overtaken. */
export function RecheckChip({ tip = true, running = false }: RecheckProps) {
  const { word, means, whileRunning } = RECHECK;
  if (running) return <Chip quiet tone="neutral" word={RECHECK.running} title={tip ? whileRunning : undefined} icon={RotateCcw} />;
  return <Chip quiet tone="warning" word={word} title={tip ? means : undefined} icon={RotateCcw} />;
}
