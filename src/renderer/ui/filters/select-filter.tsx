import type { ReactNode } from "react";
import styles from "./select-filter.module.css";

interface SelectFilterProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Its options. */
  readonly children: ReactNode;
}

/** One of a few to filter by, in the form of a `CheckboxGroup` beside it: the name is inside the frame, before what is chosen. */
export function SelectFilter({ label, value, onChange, children }: SelectFilterProps) {
  return (
    <label className={styles.filter}>
      {label}
      <select className={styles.select} value={value} onChange={(event) => onChange(event.target.value)}>
        {children}
      </select>
    </label>
  );
}
