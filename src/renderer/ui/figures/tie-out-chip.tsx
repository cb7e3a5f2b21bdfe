import { CircleHelp, Equal, EqualApproximately, RotateCcw } from "lucide-react";
import { insideSentence } from "#shared/kernel/readable.ts";
import type { ShownOutcome } from "#shared/model/reports/tie-out.ts";
import { OUTCOME_WORDS, RECHECK } from "../../format/labels/tie-out-labels.ts";
import { t } from "../../language/t.ts";
import { Chip } from "../controls/chip.tsx";

const ICONS = { within_tolerance: EqualApproximately, cannot_check: CircleHelp, ties: Equal } as const;

interface OutcomeChipProps {
  readonly outcome: ShownOutcome;
  readonly count?: number;
  /** Someone accepted this result with a reason, so nobody has to act on it. */
  readonly accepted?: boolean;
  /** Only a total was compared, so what ties says nothing of its parts. */
  readonly totalOnly?: boolean;
  /** False where what is around it has a tip of its own. */
  readonly tip?: boolean;
}

/** What a check's row says. Each of the five outcomes has its own label and icon; tied out is plain text. */
export function OutcomeChip({ outcome, count, accepted = false, totalOnly = false, tip = true }: OutcomeChipProps) {
  if (outcome === "recheck_needed") return <RecheckChip tip={tip} />;
  const { word: own, tone: ownTone, means } = OUTCOME_WORDS[outcome];
  const isOfTotal = totalOnly && (outcome === "ties" || outcome === "within_tolerance");
  const word = accepted ? t("{result}, accepted", { result: own }) : isOfTotal ? t("{result}, total only", { result: own }) : own;
  const title = isOfTotal
    ? t("Only the total was compared, because the ledger has no comparable balances by contact for this date.")
    : means;
  const tone = accepted ? "neutral" : ownTone;
  const icon = outcome in ICONS ? { icon: ICONS[outcome as keyof typeof ICONS] } : {};
  const said = count === undefined ? word : `${count} ${insideSentence(word)}`;
  return <Chip quiet tone={tone} word={said} title={tip ? title : undefined} {...icon} />;
}

/** In place of the outcomes of a run that a sync has overtaken. `short` is for narrow columns; the title says all of it. */
export function RecheckChip({ short = false, tip = true }: { readonly short?: boolean; readonly tip?: boolean }) {
  const { short: brief, word, means } = RECHECK;
  return <Chip quiet tone="warning" word={short ? brief : word} title={tip ? means : undefined} icon={RotateCcw} />;
}
