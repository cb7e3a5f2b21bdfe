import { Answer } from "../../blocks/answer.tsx";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core-query.ts";
import styles from "./group.module.css";
import { newTree } from "./tree-draft.ts";
import { TreeEditor } from "./tree-editor.tsx";

/** A tree that is not saved yet: an empty one, or what the clients and their ledgers suggest. */
export function NewTree({ from }: { readonly from: "new" | "suggested" }) {
  const suggestion = useCoreQuery("groups.suggest", {});
  return (
    <>
      <div className={styles.head}>
        <h1>
          <a href="#/group">{t("Groups")}</a>
        </h1>
        <h2>{from === "new" ? t("New tree") : t("Suggested tree")}</h2>
        <span className={styles.quiet}>{t("Not saved yet. Nothing counts before it is.")}</span>
      </div>
      <Answer query={suggestion} label={t("the clients")}>
        {({ tree, notes }) => (
          <TreeEditor
            start={from === "new" ? newTree(tree.presentation.currency) : tree}
            version={null}
            fresh
            notes={from === "new" ? [] : notes}
          />
        )}
      </Answer>
    </>
  );
}
