import type { FigureSource } from "#shared/model/reports/statement.ts";
import { SOURCE_WORDS } from "../../format/labels/figure-labels.ts";
import { t } from "../../language/t.ts";
import styles from "./figure-source.module.css";

/** How figures were had, in a sentence; where it opens, a button to where they come from. */
export function SourceWords({ source, onWhy }: { readonly source: FigureSource; readonly onWhy?: (() => void) | undefined }) {
  const { words, means } = SOURCE_WORDS[source];
  if (onWhy === undefined) return <span title={means}>{words}</span>;
  return (
    <button
      type="button"
      data-key="provenance"
      className={styles.how}
      title={t("{means} Press P to see where the figures come from.", { means })}
      onClick={onWhy}
    >
      {words}
    </button>
  );
}
