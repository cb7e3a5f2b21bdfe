import { CalendarDays } from "lucide-react";
import { type ComponentProps, type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { addDays, type CalendarDate, readCalendarDate } from "#shared/kernel/calendar-date.ts";
import { today } from "../../api/clock.ts";
import { userLocale } from "../../format/amounts/amount.ts";
import { formatDay } from "../../format/dates/date.ts";
import { readTypedDay, shownDayExample, typedDayExample, writesDayFirst } from "../../format/dates/typed-date.ts";
import { t } from "../../language/t.ts";
import { classes } from "../controls/classes.ts";
import controls from "../controls/controls.module.css";
import styles from "./date-field.module.css";

interface DayInputProps extends Omit<ComponentProps<"input">, "value" | "onChange" | "type" | "defaultValue"> {
  /** `YYYY-MM-DD`, or empty. */
  readonly value: string;
  /** Called with a complete day, or with empty text when the field was cleared. */
  readonly onChange: (day: CalendarDate | "") => void;
}

/**
 * A day in the reader's format, `21 Nov 2026`. Typed text is accepted with Enter or when the field loses focus,
 * a complete ISO date immediately. The arrows move by a day; a click or Alt+Down opens the calendar. While the text
 * is no day, the field is invalid, so that no form is sent with the day before it.
 */
export function DayInput({ value, onChange, className, ...rest }: DayInputProps) {
  const { text, wrong, type, take, step } = useTypedDay(value, onChange);
  const field = useRef<HTMLInputElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.setCustomValidity(wrong ? t("Enter a date.") : ""), [wrong]);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === "Enter" && text !== null) {
      // The first Enter accepts what was typed; the next one submits the form.
      if (!take()) event.preventDefault();
    } else if (event.key === "ArrowDown" && event.altKey) picker.current?.showPicker();
    else if (event.key === "ArrowUp" || event.key === "ArrowDown") step(event.key === "ArrowUp" ? 1 : -1);
    else return;
    if (event.key !== "Enter") event.preventDefault();
  };
  const shown = shownDayExample(today());
  return (
    <span className={classes(styles.frame, className ?? controls.input)}>
      <input
        title={t(
          "Type a date such as {shown} or {typed}. Or type t for today, m for the first day of the month or h for the last. +3 moves the date three days later, -1 one day earlier. The up and down arrow keys move it by one day.",
          { shown, typed: typedDayExample(userLocale(), today()) },
        )}
        {...rest}
        ref={field}
        className={styles.text}
        type="text"
        autoComplete="off"
        spellCheck={false}
        placeholder={rest.disabled ? "" : t("e.g. {example}", { example: shown })}
        {...(wrong ? { "aria-invalid": true } : {})}
        value={text ?? (value === "" ? "" : formatDay(value))}
        onChange={(event) => type(event.target.value)}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => void take()}
        onKeyDown={onKeyDown}
      />
      <button
        type="button"
        className={styles.opener}
        tabIndex={-1}
        aria-label={t("Calendar")}
        title={t("Calendar (Alt+↓)")}
        disabled={rest.disabled}
        onClick={() => picker.current?.showPicker()}
      >
        <CalendarDays size={14} aria-hidden />
      </button>
      <input
        ref={picker}
        className={styles.picker}
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        value={value}
        onChange={(event) => onChange(readCalendarDate(event.target.value) ?? "")}
      />
    </span>
  );
}

/** The text being typed (null while the day itself is shown), and how it is accepted. */
function useTypedDay(value: string, onChange: (day: CalendarDate | "") => void) {
  const [text, setText] = useState<string | null>(null);
  const [wrong, setWrong] = useState(false);
  const told = useRef(value);
  useEffect(() => {
    // Another day was chosen elsewhere, so the typed text is obsolete.
    if (told.current !== value) {
      setText(null);
      setWrong(false);
    }
    told.current = value;
  }, [value]);
  const from = readCalendarDate(value) ?? today();
  const tell = (day: CalendarDate | ""): void => {
    told.current = day;
    if (day !== value) onChange(day);
  };
  const type = (next: string): void => {
    setText(next);
    setWrong(false);
    const whole = readCalendarDate(next.trim());
    if (whole !== null || next === "") tell(whole ?? "");
  };
  /** True when the field contains a valid day or nothing. */
  const take = (): boolean => {
    if (text === null) return true;
    const day = text.trim() === "" ? "" : readTypedDay(text, { today: today(), from, dayFirst: writesDayFirst(userLocale()) });
    setWrong(day === null);
    if (day === null) return false;
    setText(null);
    tell(day);
    return true;
  };
  const step = (days: number): void => {
    setText(null);
    setWrong(false);
    tell(addDays(from, days));
  };
  return { text, wrong, type, take, step };
}

/** A day next to its label; while the typed text isn't valid, the previous day stays. */
export function DayField({
  label,
  value,
  title,
  onChange,
  onClear,
}: {
  readonly label: string;
  readonly value: CalendarDate | "";
  readonly title?: string;
  readonly onChange: (day: CalendarDate) => void;
  /** Left out where a day is required. */
  readonly onClear?: () => void;
}) {
  const id = useId();
  return (
    <span className={controls.field} {...(title === undefined ? {} : { title })}>
      <label htmlFor={id}>{label}</label>
      <DayInput id={id} value={value} onChange={(day) => (day === "" ? onClear?.() : onChange(day))} />
    </span>
  );
}
