import { useHashLocation } from "wouter/use-hash-location";
import type { EntityTreeVersion } from "#shared/model/consolidation/entity-tree.ts";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core/core-query.ts";
import tabs from "../../styles/tabs.module.css";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { QueryAnswer } from "../../ui/feedback/query-answer.tsx";
import { UndoMessage } from "../../ui/feedback/undo-message.tsx";
import { Eliminations } from "./eliminations/eliminations.tsx";
import { NewTree } from "./entities/new-tree.tsx";
import { TreeEditor } from "./entities/tree-editor.tsx";
import { History } from "./entities/tree-history.tsx";
import styles from "./group.module.css";
import { GROUP_SECTIONS, type GroupSection, groupAddress, groupSectionOf, SECTION_WORDS } from "./group-labels.ts";
import { GroupList } from "./group-list.tsx";
import { Rates } from "./rates/rates.tsx";
import { GroupReport } from "./report/group-report.tsx";
import { GROUP_ACTS } from "./use-group-actions.ts";

interface GroupPageProps {
  readonly treeId: string | null;
  readonly section: string | null;
  readonly item: string | null;
}

/** The groups of the firm: entity trees that it defines itself, their consolidated figures, and the rates behind them. */
export function GroupPage({ treeId, section, item }: GroupPageProps) {
  const trees = useCoreQuery("groups.list", {});
  return (
    <div className={styles.page}>
      {treeId === "new" || treeId === "suggested" ? (
        <NewTree key={treeId} from={treeId} />
      ) : (
        <QueryAnswer query={trees} label={t("groups")}>
          {(list) => {
            const tree = list.trees.find((one) => one.treeId === treeId);
            if (tree !== undefined) return <Group tree={tree} trees={list.trees} section={groupSectionOf(section)} item={item} />;
            return treeId === null ? (
              <GroupList trees={list.trees} />
            ) : (
              <EmptyState page title={t("Group not found")}>
                <a href="#/group">{t("Go to groups")}</a>
              </EmptyState>
            );
          }}
        </QueryAnswer>
      )}
      <UndoMessage key={`${treeId} ${section}`} clientId={GROUP_ACTS} />
    </div>
  );
}

interface GroupProps {
  readonly tree: EntityTreeVersion;
  readonly trees: readonly EntityTreeVersion[];
  readonly section: GroupSection;
  readonly item: string | null;
}

function Group({ tree, trees, section, item }: GroupProps) {
  const [, navigate] = useHashLocation();
  const { treeId } = tree;
  return (
    <>
      <div className={styles.head}>
        <h1>{t("Groups")}</h1>
        <select
          className={styles.input}
          aria-label={t("Group")}
          value={treeId}
          onChange={(event) => navigate(groupAddress(event.target.value, section))}
        >
          {trees.map((one) => (
            <option key={one.treeId} value={one.treeId}>
              {one.tree.name}
            </option>
          ))}
        </select>
        <nav className={tabs.tabs} aria-label={t("Sections of {name}", { name: tree.tree.name })}>
          {GROUP_SECTIONS.map((name) => (
            <a
              key={name}
              className={tabs.tab}
              href={`#${groupAddress(treeId, name)}`}
              {...(name === section ? { "aria-current": "page" as const } : {})}
            >
              {SECTION_WORDS[name]}
            </a>
          ))}
        </nav>
      </div>
      <Section key={`${treeId} ${section}`} tree={tree} section={section} item={item} />
    </>
  );
}

function Section({ tree, section, item }: Omit<GroupProps, "trees">) {
  if (section === "eliminations") return <Eliminations tree={tree} />;
  if (section === "rates") return <Rates tree={tree} />;
  if (section === "tree") return <TreeEditor key={tree.version} start={tree.tree} version={tree.version} fresh={false} />;
  if (section === "history") return <History tree={tree} />;
  return <GroupReport tree={tree} statement={section} openKey={item} />;
}
