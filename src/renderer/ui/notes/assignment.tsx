import { useId } from "react";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import { t } from "../../language/t.ts";
import { DayInput } from "../fields/date-field.tsx";
import { PersonSelect } from "../fields/person-select.tsx";
import styles from "./notes.module.css";

interface AssignmentProps {
  /** Empty where it's unassigned. */
  readonly assignee: string;
  readonly due: CalendarDate | null;
  readonly onAssignee: (assignee: string) => void;
  readonly onDue: (due: CalendarDate | null) => void;
}

/** Who a task is for, and when it's due. */
export function Assignment({ assignee, due, onAssignee, onDue }: AssignmentProps) {
  const id = useId();
  return (
    <span className={styles.assignment}>
      <span className={styles.named}>
        <label htmlFor={`${id}-who`}>{t("Assigned to")}</label>
        <PersonSelect id={`${id}-who`} value={assignee} onChange={onAssignee} />
      </span>
      <span className={styles.named}>
        <label htmlFor={`${id}-due`}>{t("Due")}</label>
        <DayInput id={`${id}-due`} className={styles.due} value={due ?? ""} onChange={(day) => onDue(day === "" ? null : day)} />
      </span>
    </span>
  );
}
