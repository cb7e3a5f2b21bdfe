import { X } from "lucide-react";
import { t } from "../../language/t.ts";
import { Button } from "../controls/button.tsx";
import styles from "./filter-chips.module.css";

interface FilterChipsProps {
  readonly filters: readonly { readonly id: string; readonly words: string; readonly remove: () => void }[];
  readonly onClear: () => void;
}

/** The filters that hold now, each with what takes it away, and what takes all of them away. */
export function FilterChips({ filters, onClear }: FilterChipsProps) {
  if (filters.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label={t("Active filters")}>
      {filters.map(({ id, words, remove }) => (
        <li key={id}>
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
      ))}
      <li>
        <Button kind="quiet" onClick={onClear}>
          {t("Clear all")}
        </Button>
      </li>
    </ul>
  );
}
