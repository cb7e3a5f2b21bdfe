import { useId } from "react";
import styles from "./segments.module.css";

interface SegmentsProps<Value extends string> {
  readonly label: string;
  /** Each value with its word, and what it means where the word does not say it. */
  readonly options: readonly { readonly value: Value; readonly word: string; readonly means?: string }[];
  readonly chosen: Value;
  readonly onChange: (value: Value) => void;
}

/** One of a few, all in sight: a group of radio buttons drawn as one bar. */
export function Segments<Value extends string>({ label, options, chosen, onChange }: SegmentsProps<Value>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={styles.segments}>
      {options.map(({ value, word, means }) => (
        <label key={value} className={styles.segment} {...(means === undefined ? {} : { title: means })}>
          <input type="radio" name={name} checked={value === chosen} onChange={() => onChange(value)} />
          {word}
        </label>
      ))}
    </div>
  );
}
