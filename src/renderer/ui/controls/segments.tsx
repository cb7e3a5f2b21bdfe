import { useId } from "react";
import { formatCount } from "../../format/amounts/amount.ts";
import tabs from "../../styles/tabs.module.css";
import { classes } from "./classes.ts";
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
  /** Tabs lead to another sheet or list of the same screen; segments change how the same rows are shown, or which of them. */
  readonly look?: "segments" | "tabs";
}

const LOOKS = {
  segments: { group: styles.segments, one: styles.segment },
  tabs: { group: tabs.tabs, one: tabs.tab },
} as const;

/** One of a few, all in sight: a group of radio buttons drawn as one bar, or as tabs. */
export function Segments<Value extends string>({ label, options, chosen, onChange, look = "segments" }: SegmentsProps<Value>) {
  const name = useId();
  const { group, one } = LOOKS[look];
  return (
    <div role="radiogroup" aria-label={label} className={group}>
      {options.map(({ value, word, means, count }) => (
        <label key={value} className={classes(styles.option, one)} {...(means === undefined ? {} : { title: means })}>
          <input type="radio" name={name} checked={value === chosen} onChange={() => onChange(value)} />
          {word}
          {count === undefined ? null : <span className={styles.count}> {formatCount(count)}</span>}
        </label>
      ))}
    </div>
  );
}
