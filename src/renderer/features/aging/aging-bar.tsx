import { t } from "../../language/t.ts";
import type { FigureChoice } from "../../state/views/figure-choices.ts";
import controls from "../../ui/controls/controls.module.css";
import { Segments } from "../../ui/controls/segments.tsx";
import { GridFilter } from "../../ui/filters/grid-filter-field.tsx";
import type { GridView } from "../../ui/grid/state/use-grid-view.ts";
import { SIDE_LABELS } from "./aging-labels.ts";
import type { AgingLine } from "./aging-rows.ts";

const SIDES = (["receivable", "payable"] as const).map((value) => ({
  value,
  word: SIDE_LABELS[value].word,
  means: SIDE_LABELS[value].means,
}));

interface AgingBarProps {
  readonly side: FigureChoice["side"];
  readonly view: GridView<AgingLine>;
  readonly onSide: (side: FigureChoice["side"]) => void;
}

/** Which side, and which of its lines. The day is that of the bar above. */
export function AgingBar({ side, view, onSide }: AgingBarProps) {
  return (
    <div className={controls.bar}>
      <Segments label={t("Receivables or payables")} options={SIDES} chosen={side} onChange={onSide} />
      {view.all === 0 ? null : <GridFilter view={view} label={t("Filter aging")} />}
    </div>
  );
}
