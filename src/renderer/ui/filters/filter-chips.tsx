import { X } from "lucide-react";
import { t } from "../../language/t.ts";
import { Button } from "../controls/button.tsx";
import { classes } from "../controls/classes.ts";
import styles from "./filter-chips.module.css";

/** A filter that holds now, in words. */
interface ShownFilter {
  readonly id: string;
  readonly words: string;
  /** Words as they were typed: on screen they are in their field, with what clears them, and paper has no field. */
  readonly isTyped?: boolean;
  readonly remove: () => void;
}

interface FilterChipsProps {
  readonly filters: readonly ShownFilter[];
  readonly onClear: () => void;
}

/** The filters that hold now, each with what takes it away, and what takes all of them away. Typed words are named in print alone. */
export function FilterChips({ filters, onClear }: FilterChipsProps) {
  if (filters.length === 0) return null;
  const isTypedOnly = filters.every(({ isTyped }) => isTyped);
  return (
    <ul className={classes(styles.chips, isTypedOnly && styles.paper)} aria-label={t("Active filters")}>
      {filters.map((filter) => (
        <Chip key={filter.id} {...filter} />
      ))}
      {isTypedOnly ? null : (
        <li>
          <Button kind="quiet" onClick={onClear}>
            {t("Clear all")}
          </Button>
        </li>
      )}
    </ul>
  );
}

function Chip({ words, isTyped = false, remove }: ShownFilter) {
  if (isTyped) return <li className={classes(styles.chip, styles.paper)}>{words}</li>;
  return (
    <li>
      <button
        type="button"
        data-printed=""
        className={styles.chip}
        aria-label={t("Remove filter {filter}", { filter: words })}
        onClick={remove}
      >
        {words}
        <X size={12} aria-hidden />
      </button>
    </li>
  );
}
