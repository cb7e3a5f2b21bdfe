import type { FigureSource } from "#shared/model/statement.ts";
import { SOURCE_WORDS } from "../format/figure-words.ts";
import { t } from "../language/t.ts";
import styles from "./source-words.module.css";

/** How figures were had, in a sentence; where it opens, a button to where they come from. */
export function SourceWords({ source, onWhy }: { readonly source: FigureSource; readonly onWhy?: (() => void) | undefined }) {
  const { words, means } = SOURCE_WORDS[source];
  if (onWhy === undefined) return <span title={means}>{words}</span>;
  return (
    <button
      type="button"
      data-key="provenance"
      className={styles.how}
      title={t("{means} Opens where the figures come from (P).", { means })}
      onClick={onWhy}
    >
      {words}
    </button>
  );
}
