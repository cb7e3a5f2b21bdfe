import type { EntityTreeVersion } from "#shared/model/entity-tree.ts";
import { call } from "../../api/client.ts";
import { Answer } from "../../blocks/answer.tsx";
import { DecidedBy } from "../../blocks/decided-by.tsx";
import { Button } from "../../components/button.tsx";
import { Chip } from "../../components/chip.tsx";
import { useCoreQuery } from "../../state/core-query.ts";
import styles from "./group.module.css";
import { useGroupActs } from "./use-group-acts.ts";

/** Every saved state of a tree, newest first; the newest that stands can be taken back, any can be made the standing one again. */
export function History({ tree }: { readonly tree: EntityTreeVersion }) {
  const query = useCoreQuery("groups.history", { treeId: tree.treeId });
  const { act, pending } = useGroupActs();
  const restore = (version: EntityTreeVersion) =>
    act(
      `Version ${version.version} of ${version.tree.name} stands again, as a new one.`,
      () => call("groups.save", { tree: version.tree, basedOn: tree.version }),
      () => call("groups.undo", { treeId: tree.treeId }),
    );
  const takeBack = () =>
    act(
      `Version ${tree.version} of ${tree.tree.name} taken back.`,
      () => call("groups.undo", { treeId: tree.treeId }),
      () => call("groups.save", { tree: tree.tree }),
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
    <section className={styles.content} tabIndex={0} aria-label="Versions">
      <Answer query={query} label="the versions">
        {({ versions }) => (
          <table className={styles.table} aria-label={`Versions of ${tree.tree.name}`}>
            <thead>
              <tr>
                <th scope="col">Version</th>
                <th scope="col">State</th>
                <th scope="col">Name</th>
                <th scope="col" className={styles.end}>
                  Entities
                </th>
                <th scope="col">Saved</th>
                <th scope="col">Acts</th>
              </tr>
            </thead>
            <tbody>
              {versions.map((version) => (
                <tr key={version.version}>
                  <th scope="row">{version.version}</th>
                  <td>
                    <VersionChip version={version} stands={version.version === tree.version} />
                  </td>
                  <td>{version.tree.name}</td>
                  <td className={styles.end}>{version.tree.nodes.length}</td>
                  <td>
                    <DecidedBy verb="saved" person={version.person} at={version.savedAt} />
                  </td>
                  <td>
                    {version.version === tree.version ? (
                      <Button kind="quiet" disabled={pending} onClick={takeBack}>
                        Take back
                      </Button>
                    ) : (
                      <Button
                        kind="quiet"
                        disabled={pending}
                        aria-label={`Make it stand again: version ${version.version}`}
                        onClick={() => restore(version)}
                      >
                        Make it stand again
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Answer>
    </section>
  );
}

function VersionChip({ version, stands }: { readonly version: EntityTreeVersion; readonly stands: boolean }) {
  if (stands) return <Chip tone="ok" word="Stands" />;
  if (version.undoneAt === null) return <Chip tone="neutral" word="Replaced" icon={null} />;
  return <Chip tone="offline" word="Taken back" icon={null} title={`Taken back by ${version.undoneBy ?? "somebody"}`} />;
}
