import type { ReactNode } from "react";
import type { DecimalString } from "#shared/kernel/decimal.ts";
import { formatPercent } from "../../format/amounts/amount.ts";
import { t } from "../../language/t.ts";
import { classes } from "../controls/classes.ts";
import styles from "./share-bar.module.css";
import { partAt, sharePlaces } from "./share-places.ts";
import { useReading } from "./use-reading.ts";

export interface SharePart {
  readonly key: string;
  readonly name: string;
  readonly amount: DecimalString;
  /** The figure in the list below the bar, where it opens something. */
  readonly shown?: ReactNode;
}

interface ShareBarProps {
  readonly title: string;
  /** In order; up to five have their own color, growing warmer. */
  readonly parts: readonly SharePart[];
  readonly words: (amount: DecimalString) => string;
  /** The same in the list, where what is above it names the currency. */
  readonly listed?: (amount: DecimalString) => string;
}

/** The breakdown of a total, as a bar and a list of exact figures. Pointer and arrow keys move from part to part. */
export function ShareBar({ title, parts, words, listed = words }: ShareBarProps) {
  const places = sharePlaces(parts.map(({ amount }) => amount));
  const { at, on } = useReading(parts.length, 0, (x, width) => partAt(places, x / width));
  const said = at ?? 0;
  const part = parts[said];
  return (
    <div className={styles.share}>
      <div
        className={styles.bar}
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-orientation="horizontal"
        aria-valuemin={1}
        aria-valuemax={Math.max(1, parts.length)}
        aria-valuenow={said + 1}
        aria-valuetext={part === undefined ? title : spoken(part, places[said]?.percent ?? null, words)}
        {...on}
      >
        <svg className={styles.picture} aria-hidden="true">
          {places.map(({ from, share }, index) =>
            share === 0 ? null : (
              <rect
                key={parts[index]?.key}
                className={classes(styles.part, AGES[index % AGES.length], at !== null && at !== index && styles.other)}
                x={`${from * 100}%`}
                width={`${share * 100}%`}
                height="100%"
              />
            ),
          )}
          {places.map(({ from, share }, index) =>
            share === 0 || from === 0 ? null : (
              <line key={parts[index]?.key} className={styles.gap} x1={`${from * 100}%`} x2={`${from * 100}%`} y2="100%" />
            ),
          )}
        </svg>
      </div>
      <dl className={styles.list}>
        {parts.map(({ key, name, amount, shown }, index) => (
          <div key={key} className={classes(styles.entry, at === index && styles.read)}>
            <dt>
              <span className={classes(styles.swatch, AGES[index % AGES.length])} aria-hidden="true" />
              {name}
            </dt>
            <dd>
              {shown ?? listed(amount)}
              {shown !== undefined || places[index]?.percent == null ? null : (
                <span className={styles.percent}>{t("{percent}%", { percent: formatPercent(places[index].percent) })}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Lines in the room of a breakdown by age that is on its way. */
export function ShareRoom() {
  return (
    <div className={classes(styles.share, styles.room)} aria-hidden="true">
      <div className={styles.bar} />
      <div className={styles.list}>
        {AGES.map((age) => (
          <div key={age} className={styles.entry}>
            <span />
            <span />
          </div>
        ))}
      </div>
    </div>
  );
}

function spoken({ name, amount }: SharePart, percent: string | null, words: ShareBarProps["words"]): string {
  return percent === null
    ? `${name}: ${words(amount)}`
    : t("{name}: {amount}, {percent}%", { name, amount: words(amount), percent: formatPercent(percent) });
}

const AGES = [styles.age1, styles.age2, styles.age3, styles.age4, styles.age5];
