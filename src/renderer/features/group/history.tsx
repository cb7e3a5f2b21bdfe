import type { EntityTreeVersion } from "#shared/model/entity-tree.ts";
import { call } from "../../api/client.ts";
import { Answer } from "../../blocks/answer.tsx";
import { DecidedBy } from "../../blocks/decided-by.tsx";
import { Button } from "../../components/button.tsx";
import { Chip } from "../../components/chip.tsx";
import { t } from "../../language/t.ts";
import { useCoreQuery } from "../../state/core-query.ts";
import styles from "./group.module.css";
import { useGroupActs } from "./use-group-acts.ts";

/** Every saved state of a tree, newest first; the newest that stands can be taken back, any can be made the standing one again. */
export function History({ tree }: { readonly tree: EntityTreeVersion }) {
  const query = useCoreQuery("groups.history", { treeId: tree.treeId });
  const { act, pending } = useGroupActs();
  const restore = (version: EntityTreeVersion) =>
    act(
      t("Version {version} of {name} stands again, as a new one.", { version: version.version, name: version.tree.name }),
      () => call("groups.save", { tree: version.tree, basedOn: tree.version }),
      () => call("groups.undo", { treeId: tree.treeId }),
    );
  const takeBack = () =>
    act(
      t("Version {version} of {name} taken back.", { version: tree.version, name: tree.tree.name }),
      () => call("groups.undo", { treeId: tree.treeId }),
      () => call("groups.save", { tree: tree.tree }),
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
    <section className={styles.content} tabIndex={0} aria-label={t("Versions")}>
      <Answer query={query} label={t("the versions")}>
        {({ versions }) => (
          <table className={styles.table} aria-label={t("Versions of {name}", { name: tree.tree.name })}>
            <thead>
              <tr>
                <th scope="col">{t("Version")}</th>
                <th scope="col">{t("State")}</th>
                <th scope="col">{t("Name")}</th>
                <th scope="col" className={styles.end}>
                  {t("Entities")}
                </th>
                <th scope="col">{t("Saved")}</th>
                <th scope="col">{t("Acts")}</th>
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
                    <DecidedBy verb={t("saved")} person={version.person} at={version.savedAt} />
                  </td>
                  <td>
                    {version.version === tree.version ? (
                      <Button kind="quiet" disabled={pending} onClick={takeBack}>
                        {t("Take back")}
                      </Button>
                    ) : (
                      <Button
                        kind="quiet"
                        disabled={pending}
                        aria-label={t("Make it stand again: version {version}", { version: version.version })}
                        onClick={() => restore(version)}
                      >
                        {t("Make it stand again")}
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
  if (stands) return <Chip tone="ok" word={t("Stands")} />;
  if (version.undoneAt === null) return <Chip tone="neutral" word={t("Replaced")} icon={null} />;
  return (
    <Chip
      tone="offline"
      word={t("Taken back")}
      icon={null}
      title={t("Taken back by {undoneBy}", { undoneBy: version.undoneBy ?? t("somebody") })}
    />
  );
}
