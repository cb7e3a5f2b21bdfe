import type { FigureSource } from "#shared/model/reports/statement.ts";
import { SOURCE_WORDS } from "../../format/labels/figure-labels.ts";
import { keysText } from "../../format/text/shortcut-label.ts";
import { t } from "../../language/t.ts";
import { useActionKeys } from "../../state/window/shortcut-settings.ts";
import styles from "./figure-source.module.css";

/** How figures were had, in a sentence; where it opens, a button to where they come from. */
export function SourceWords({ source, onWhy }: { readonly source: FigureSource; readonly onWhy?: (() => void) | undefined }) {
  const { words, means } = SOURCE_WORDS[source];
  const [keys] = useActionKeys("provenance");
  if (onWhy === undefined) return <span title={means}>{words}</span>;
  return (
    <button
      type="button"
      data-key="provenance"
      className={styles.how}
      title={
        keys === undefined
          ? t("{means} Click to see where the figures come from.", { means })
          : t("{means} Press {keys} to see where the figures come from.", { means, keys: keysText(keys) })
      }
      onClick={onWhy}
    >
      {words}
    </button>
  );
}
