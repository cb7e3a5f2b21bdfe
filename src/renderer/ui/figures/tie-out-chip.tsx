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
}

/** What a check's row says. Each of the five outcomes has its own label and icon; tied out is plain text. */
export function OutcomeChip({ outcome, count, accepted = false }: OutcomeChipProps) {
  if (outcome === "recheck_needed") return <RecheckChip />;
  const { word: own, tone: ownTone, means } = OUTCOME_WORDS[outcome];
  const word = accepted ? t("{result}, accepted", { result: own }) : own;
  const tone = accepted ? "neutral" : ownTone;
  const icon = outcome in ICONS ? { icon: ICONS[outcome as keyof typeof ICONS] } : {};
  return <Chip quiet tone={tone} word={count === undefined ? word : `${count} ${insideSentence(word)}`} title={means} {...icon} />;
}

/** In place of the outcomes of a run that a sync has overtaken. `short` is for narrow columns; the title says all of it. */
export function RecheckChip({ short = false }: { readonly short?: boolean }) {
  return <Chip quiet tone="warning" word={short ? RECHECK.short : RECHECK.word} title={RECHECK.means} icon={RotateCcw} />;
}
