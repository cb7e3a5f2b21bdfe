import { nameOfNoted } from "#shared/model/close/signature.ts";
import type { EntityTreeVersion } from "#shared/model/consolidation/entity-tree.ts";
import { t } from "../../language/t.ts";
import { useNow } from "../../state/window/now.ts";
import { ButtonLink } from "../../ui/controls/button.tsx";
import { classes } from "../../ui/controls/classes.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { AsOf } from "../../ui/figures/as-of.tsx";
import { ScrollSection } from "../../ui/layout/scroll-area.tsx";
import styles from "./group.module.css";
import { groupAddress } from "./group-labels.ts";

/** All entity trees of the firm. People create them; a ledger never does. */
export function GroupList({ trees }: { readonly trees: readonly EntityTreeVersion[] }) {
  return (
    <>
      <div className={styles.head}>
        <h1>{t("Groups")}</h1>
        <span className={styles.push} />
        <ButtonLink href="#/group/suggested">{t("See suggested groups")}</ButtonLink>
        <ButtonLink kind="primary" href="#/group/new">
          {t("New group")}
        </ButtonLink>
      </div>
      {trees.length === 0 ? (
        <EmptyState title={t("No groups yet")}>
          <p>
            {t(
              "A group is a tree of entities: who owns whom, how much and since when. Tieout translates the entities' figures into one currency, eliminates the intercompany amounts you pair, and adds up the rest. Figures are year to date through the period selected above.",
            )}
          </p>
          <p>
            {t(
              "Tieout suggests a group if a client has several companies in its ledger, or is a customer or vendor of another client. Nothing changes until you save the group.",
            )}
          </p>
        </EmptyState>
      ) : (
        <Trees trees={trees} />
      )}
    </>
  );
}

function Trees({ trees }: { readonly trees: readonly EntityTreeVersion[] }) {
  const nowMs = useNow();
  return (
    <ScrollSection className={styles.content} aria-label={t("Groups")}>
      <table className={classes(styles.table, styles.records)} aria-label={t("Your firm's groups")}>
        <thead>
          <tr>
            <th scope="col">{t("Group")}</th>
            <th scope="col">{t("Reporting currency")}</th>
            <th scope="col" className={styles.end}>
              {t("Entities")}
            </th>
            <th scope="col" className={styles.end}>
              {t("Elimination pairs")}
            </th>
            <th scope="col" className={styles.end}>
              {t("Version")}
            </th>
            <th scope="col">{t("Saved")}</th>
          </tr>
        </thead>
        <tbody>
          {trees.map(({ treeId, version, tree, person, savedAt }) => (
            <tr key={treeId}>
              <th scope="row">
                <a href={`#${groupAddress(treeId, "trial-balance")}`}>{tree.name}</a>
              </th>
              <td>{tree.presentation.currency}</td>
              <td className={styles.end}>{tree.nodes.length}</td>
              <td className={styles.end}>{tree.pairs.length}</td>
              <td className={styles.end}>{version}</td>
              <td>
                {`${nameOfNoted(person)}, `}
                <AsOf instant={savedAt} nowMs={nowMs} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollSection>
  );
}
