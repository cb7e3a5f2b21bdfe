import type { FigureSource } from "#shared/model/reports/statement.ts";
import { SOURCE_WORDS } from "../../format/labels/figure-labels.ts";
import { keysText } from "../../format/text/shortcut-label.ts";
import { t } from "../../language/t.ts";
import { useActionKeys } from "../../state/window/shortcut-settings.ts";
import styles from "./figure-source.module.css";

interface SourceWordsProps {
  readonly source: FigureSource;
  /** What is said instead, where the usual words would be wrong. */
  readonly words?: string | undefined;
  readonly onWhy?: (() => void) | undefined;
}

/** How figures were had; where it opens, a button to how they were calculated. */
export function SourceWords({ source, words, onWhy }: SourceWordsProps) {
  const { link, means } = SOURCE_WORDS[source];
  const [keys] = useActionKeys("provenance");
  if (onWhy === undefined) return <span title={means}>{words ?? link}</span>;
  return (
    <button
      type="button"
      data-key="provenance"
      className={styles.how}
      title={
        keys === undefined
          ? t("{means} Click for details.", { means })
          : t("{means} Press {keys} for details.", { means, keys: keysText(keys) })
      }
      onClick={onWhy}
    >
      {words ?? link}
    </button>
  );
}
