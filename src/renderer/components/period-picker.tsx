import { ChevronLeft, ChevronRight } from "lucide-react";
import { readCalendarDate } from "#shared/kernel/calendar-date.ts";
import { monthOfSpan, movedSpan, type Span, spanOfMonth } from "../format/span.ts";
import { t } from "../language/t.ts";
import { Button } from "./button.tsx";
import { classes } from "./classes.ts";
import styles from "./controls.module.css";

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

interface DayFieldProps {
  readonly label: string;
  readonly value: Span["from"];
  readonly title?: string;
  readonly onChange: (day: Span["from"]) => void;
}

/** One day; while what is typed is no day, the day before stays. */
export function DayField({ label, value, title, onChange }: DayFieldProps) {
  return (
    <label className={styles.field} {...(title === undefined ? {} : { title })}>
      {label}
      <input
        className={classes(styles.input, styles.day)}
        type="date"
        value={value}
        onChange={(event) => {
          const day = readCalendarDate(event.target.value);
          if (day !== null) onChange(day);
        }}
      />
    </label>
  );
}
