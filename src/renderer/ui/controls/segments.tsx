import { useId } from "react";
import { formatCount } from "../../format/amounts/amount.ts";
import styles from "./segments.module.css";

export interface SegmentOption<Value extends string> {
  readonly value: Value;
  readonly word: string;
  /** What it means, where the word does not say it. */
  readonly means?: string;
  /** How many it shows, apart from the word: beside a name, a figure reads as part of it. */
  readonly count?: number;
}

interface SegmentsProps<Value extends string> {
  readonly label: string;
  readonly options: readonly SegmentOption<Value>[];
  readonly chosen: Value;
  readonly onChange: (value: Value) => void;
}

/** One of a few, all in sight: a group of radio buttons drawn as one bar. */
export function Segments<Value extends string>({ label, options, chosen, onChange }: SegmentsProps<Value>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={styles.segments}>
      {options.map(({ value, word, means, count }) => (
        <label key={value} className={styles.segment} {...(means === undefined ? {} : { title: means })}>
          <input type="radio" name={name} checked={value === chosen} onChange={() => onChange(value)} />
          {word}
          {count === undefined ? null : <span className={styles.count}> {formatCount(count)}</span>}
        </label>
      ))}
    </div>
  );
}
