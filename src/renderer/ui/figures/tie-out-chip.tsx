import { CircleSlash, Contrast, EqualApproximately, RotateCcw } from "lucide-react";
import { insideSentence } from "#shared/kernel/readable.ts";
import type { ShownOutcome } from "#shared/model/reports/tie-out.ts";
import { OUTCOME_WORDS, RECHECK } from "../../format/labels/tie-out-labels.ts";
import { t } from "../../language/t.ts";
import { Chip } from "../controls/chip.tsx";

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
  /** Words alone for what ties, before its count. */
  readonly plain?: boolean;
  /** Where room is short: of what ties in total alone, only that, beside its half-filled circle. */
  readonly brief?: boolean;
}

/** What a check's row says. Each of the five outcomes has its own label and icon; tied out is plain text. */
export function OutcomeChip(props: OutcomeChipProps) {
  const { outcome, count, accepted = false, totalOnly = false, tip = true, plain = false, brief = false } = props;
  if (outcome === "recheck_needed" || outcome === "rechecking") return <RecheckChip tip={tip} running={outcome === "rechecking"} />;
  const { word: own, tone: ownTone, means } = OUTCOME_WORDS[outcome];
  const isOfTotal = totalOnly && (outcome === "ties" || outcome === "within_tolerance");
  const whole = accepted ? t("{result}, accepted", { result: own }) : isOfTotal ? t("{result}, total only", { result: own }) : own;
  const isShort = brief && isOfTotal && !accepted && outcome === "ties";
  const word = isShort ? t("Total only") : whole;
  const why = isOfTotal ? t("Only the total was compared, because the ledger has no comparable balances by contact for this date.") : means;
  const title = isShort ? `${whole}\n${why}` : why;
  if (plain && (outcome === "ties" || outcome === "within_tolerance")) return <span title={title}>{word}</span>;
  const tone = accepted ? "neutral" : ownTone;
  const icon = isOfTotal ? { icon: Contrast } : outcome in ICONS ? { icon: ICONS[outcome as keyof typeof ICONS] } : {};
  const said = count === undefined ? word : `${count} ${insideSentence(word)}`;
  const proof = outcome === "ties" && !isOfTotal;
  return <Chip quiet tone={tone} word={said} title={tip ? title : undefined} proof={proof} {...icon} />;
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
