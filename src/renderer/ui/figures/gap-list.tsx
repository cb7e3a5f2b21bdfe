import { type ReactNode, useState } from "react";
import { formatCount } from "../../format/amounts/amount.ts";
import { t } from "../../language/t.ts";
import text from "../../styles/text.module.css";
import styles from "./gap-list.module.css";

const SHOWN = 12;

export interface Gap {
  readonly message: string;
  readonly recordIds: readonly string[];
  readonly count: number;
}

interface GapListProps {
  readonly gaps: readonly Gap[];
  /** Rendered only while the list is open, so that records are loaded only then. */
  readonly records: (ids: readonly string[]) => ReactNode;
  /** Open from the start, on screens that people visit to read them. */
  readonly startOpen?: boolean;
}

/** What figures leave out or can't include, each with its records; a single gap is named at once. Nothing when there are none. */
export function GapList({ gaps, records, startOpen = false }: GapListProps) {
  const [open, setOpen] = useState(startOpen);
  const [first, ...others] = gaps;
  if (first === undefined) return null;
  const isOnly = others.length === 0;
  if (isOnly && first.recordIds.length === 0)
    return (
      <p className={styles.only}>
        {t("Known gap in these figures: {message}", { message: first.message })} <Count gap={first} />
      </p>
    );
  return (
    <details className={styles.gaps} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={isOnly ? styles.only : undefined}>
        {isOnly
          ? t("Known gap in these figures: {message}", { message: first.message })
          : t("Known gaps in these figures: {gaps}", { gaps: gaps.length })}
      </summary>
      {open ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
        <ul className={styles.list} tabIndex={0} aria-label={t("Gaps")}>
          {gaps.map((gap) => (
            <li key={gap.message}>
              {isOnly ? null : `${gap.message} `}
              <Count gap={gap} />
              {gap.recordIds.length === 0 ? null : (
                <div className={styles.records}>
                  {records(gap.recordIds.slice(0, SHOWN))}
                  {gap.count > SHOWN ? (
                    <span className={text.muted}>{t("and {count} more", { count: formatCount(gap.count - SHOWN) })}</span>
                  ) : null}
                </div>
              )}
            </li>
          ))}
        </ul>
      ) : null}
    </details>
  );
}

function Count({ gap: { count } }: { readonly gap: Gap }) {
  if (count === 0) return null;
  return (
    <span className={text.muted}>
      {t("{count, plural, one {1 record affected.} other {{shown} records affected.}}", { count, shown: formatCount(count) })}
    </span>
  );
}
