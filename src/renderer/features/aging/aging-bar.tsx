import { monthEnd } from "#shared/kernel/calendar-date.ts";
import { today } from "../../api/clock.ts";
import { t } from "../../language/t.ts";
import { changeFigureChoice, type FigureChoice } from "../../state/views/figure-choices.ts";
import { Button } from "../../ui/controls/button.tsx";
import controls from "../../ui/controls/controls.module.css";
import fold from "../../ui/controls/fold.module.css";
import { Fold } from "../../ui/controls/fold.tsx";
import { Segments } from "../../ui/controls/segments.tsx";
import { DayField } from "../../ui/fields/date-field.tsx";
import { SIDE_LABELS } from "./aging-labels.ts";

const SIDES = (["receivable", "payable"] as const).map((value) => ({
  value,
  word: SIDE_LABELS[value].word,
  means: SIDE_LABELS[value].means,
}));

interface AgingBarProps {
  readonly clientId: string;
  readonly side: FigureChoice["side"];
  readonly asOfDate: NonNullable<FigureChoice["asOfDate"]>;
  readonly onSide: (side: FigureChoice["side"]) => void;
}

/** Which side, and as of which day; days that have passed are rebuilt. */
export function AgingBar({ clientId, side, asOfDate, onSide }: AgingBarProps) {
  const onDay = (day: typeof asOfDate) => changeFigureChoice(clientId, { asOfDate: day });
  return (
    <div className={`${controls.bar} ${fold.bar}`}>
      <Segments label={t("Receivables or payables")} options={SIDES} chosen={side} onChange={onSide} />
      <DayField
        label={t("As of")}
        value={asOfDate}
        title={t("For past dates, Tieout uses the dates of transactions, payments and credits to work out what was outstanding.")}
        onChange={onDay}
      />
      <Fold label={t("Dates")} below="narrow" closes>
        <Button onClick={() => onDay(today())}>{t("Today")}</Button>
        <Button onClick={() => onDay(monthEnd(today(), -1))}>{t("End of last month")}</Button>
      </Fold>
    </div>
  );
}
