import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import styles from "../notes/notes.module.css";

interface PersonSelectProps {
  readonly id: string;
  /** Empty: nobody in particular. */
  readonly value: string;
  /** What that is called, where a role may do it. */
  readonly nobody?: string;
  readonly onChange: (name: string) => void;
}

/** One of the firm's people, or nobody in particular. */
export function PersonSelect({ id, value, nobody = t("Unassigned"), onChange }: PersonSelectProps) {
  const people = useCoreQuery("people.list", {});
  return (
    <select id={id} className={styles.input} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{nobody}</option>
      {people.data
        ?.filter(({ active, name }) => active || name === value)
        .map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
    </select>
  );
}
