import { t } from "../../language/t.ts";
import type { FigureChoice } from "../../state/views/figure-choices.ts";
import controls from "../../ui/controls/controls.module.css";
import { Segments } from "../../ui/controls/segments.tsx";
import { SIDE_LABELS } from "./aging-labels.ts";

const SIDES = (["receivable", "payable"] as const).map((value) => ({
  value,
  word: SIDE_LABELS[value].word,
  means: SIDE_LABELS[value].means,
}));

interface AgingBarProps {
  readonly side: FigureChoice["side"];
  readonly onSide: (side: FigureChoice["side"]) => void;
}

/** Which side. The day is that of the bar above. */
export function AgingBar({ side, onSide }: AgingBarProps) {
  return (
    <div className={controls.bar}>
      <Segments look="tabs" label={t("Receivables or payables")} options={SIDES} chosen={side} onChange={onSide} />
    </div>
  );
}
