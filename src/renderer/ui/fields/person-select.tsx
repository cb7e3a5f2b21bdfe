import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import styles from "../notes/notes.module.css";

interface PersonSelectProps {
  readonly id: string;
  /** Empty: anyone. */
  readonly value: string;
  readonly onChange: (name: string) => void;
}

/** One of the firm's people, or anyone. */
export function PersonSelect({ id, value, onChange }: PersonSelectProps) {
  const people = useCoreQuery("people.list", {});
  return (
    <select id={id} className={styles.input} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{t("Anyone")}</option>
      {people.data
        ?.filter(({ active, name }) => active || name === value)
        .map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
    </select>
  );
}
