import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "../components/button.tsx";
import { classes } from "../components/classes.ts";
import styles from "../components/controls.module.css";
import { monthOfSpan, movedSpan, type Span, spanOfMonth } from "../format/span.ts";
import { t } from "../language/t.ts";
import { DayField } from "./day-input.tsx";

interface PeriodPickerProps {
  readonly span: Span;
  readonly onChange: (span: Span) => void;
}

/** A month, with the one before and after it a press away, or any two days. */
export function PeriodPicker({ span, onChange }: PeriodPickerProps) {
  const change = (next: Span | null) => {
    if (next !== null) onChange(next.from <= next.to ? next : { from: next.to, to: next.to });
  };
  return (
    <>
      <span className={styles.group}>
        <Button
          kind="quiet"
          aria-label={t("The month before")}
          title={t("The month before")}
          icon={<ChevronLeft size={16} aria-hidden />}
          onClick={() => change(movedSpan(span, -1))}
        />
        <input
          className={classes(styles.input, styles.month)}
          type="month"
          aria-label={t("Month")}
          value={monthOfSpan(span) ?? ""}
          onChange={(event) => change(spanOfMonth(event.target.value))}
        />
        <Button
          kind="quiet"
          aria-label={t("The month after")}
          title={t("The month after")}
          icon={<ChevronRight size={16} aria-hidden />}
          onClick={() => change(movedSpan(span, 1))}
        />
      </span>
      <DayField label={t("From")} value={span.from} onChange={(from) => change({ from, to: span.to < from ? from : span.to })} />
      <DayField label={t("To")} value={span.to} onChange={(to) => change({ from: to < span.from ? to : span.from, to })} />
    </>
  );
}
