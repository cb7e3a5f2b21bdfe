import { useState } from "react";
import { nameOfNoted } from "#shared/model/close/signature.ts";
import type { EntityTreeVersion } from "#shared/model/consolidation/entity-tree.ts";
import { call } from "../../../api/client.ts";
import { t } from "../../../language/t.ts";
import { useCoreQuery } from "../../../state/core/core-query.ts";
import { useNow } from "../../../state/window/now.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Chip } from "../../../ui/controls/chip.tsx";
import { classes } from "../../../ui/controls/classes.ts";
import { ConfirmDialog } from "../../../ui/dialogs/confirm-dialog.tsx";
import { QueryAnswer } from "../../../ui/feedback/query-answer.tsx";
import { AsOf } from "../../../ui/figures/as-of.tsx";
import { ScrollSection } from "../../../ui/layout/scroll-area.tsx";
import styles from "../group.module.css";
import { useGroupActs } from "../use-group-actions.ts";

/** Every saved version of a tree, newest first. The current one can be undone; any can be restored. */
export function History({ tree }: { readonly tree: EntityTreeVersion }) {
  const query = useCoreQuery("groups.history", { treeId: tree.treeId });
  const { act, pending } = useGroupActs();
  const restore = (version: EntityTreeVersion) =>
    act(
      t("Version {version} of {name} restored as a new version.", { version: version.version, name: version.tree.name }),
      () => call("groups.save", { tree: version.tree, basedOn: tree.version }),
      ({ version: made }) => call("groups.undo", { treeId: tree.treeId, version: made }),
    );
  // Undoing the only version leaves none: the group is no longer listed.
  const undoNewest = (earlier: boolean) =>
    act(
      earlier
        ? t("Version {version} of {name} undone.", { version: tree.version, name: tree.tree.name })
        : t("{name} removed.", { name: tree.tree.name }),
      () => call("groups.undo", { treeId: tree.treeId, version: tree.version }),
      ({ standing }) => call("groups.save", { tree: tree.tree, basedOn: standing?.version ?? 0 }),
    );
  return (
    <ScrollSection className={styles.content} aria-label={t("Versions")}>
      <QueryAnswer query={query} label={t("versions")}>
        {({ versions }) => (
          <table className={classes(styles.table, styles.records)} aria-label={t("Versions of {name}", { name: tree.tree.name })}>
            <Head />
            <tbody>
              {versions.map((version) => (
                <tr key={version.version}>
                  <th scope="row">{version.version}</th>
                  <td>
                    <VersionChip version={version} stands={version.version === tree.version} />
                  </td>
                  <td>{version.tree.name}</td>
                  <td className={styles.end}>{version.tree.nodes.length}</td>
                  <Saved version={version} />
                  <td>
                    {version.version === tree.version ? (
                      hasEarlier(versions, version) ? (
                        <Button needs="preparer" kind="quiet" disabled={pending} onClick={() => undoNewest(true)}>
                          {t("Undo")}
                        </Button>
                      ) : (
                        <RemoveGroup name={tree.tree.name} disabled={pending} onRemove={() => undoNewest(false)} />
                      )
                    ) : (
                      <Button
                        needs="preparer"
                        kind="quiet"
                        disabled={pending}
                        aria-label={t("Restore version {version}", { version: version.version })}
                        onClick={() => restore(version)}
                      >
                        {t("Restore")}
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </QueryAnswer>
    </ScrollSection>
  );
}

interface RemoveGroupProps {
  readonly name: string;
  readonly disabled: boolean;
  readonly onRemove: () => void;
}

/** Asks first: once the message with Undo is closed, the group can't be listed again. */
function RemoveGroup({ name, disabled, onRemove }: RemoveGroupProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button needs="preparer" kind="quiet" danger disabled={disabled} aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {t("Remove group…")}
      </Button>
      {asking ? (
        <ConfirmDialog
          title={t("Remove the group {name}?", { name })}
          act={t("Remove group")}
          danger
          onClose={() => setAsking(false)}
          onAct={onRemove}
        >
          <p>
            {t(
              "The group, with its entity tree, elimination pairs and consolidated figures, will no longer be shown. The clients, their books and the entered rates stay. You can undo this only in the message that appears next.",
            )}
          </p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function Head() {
  return (
    <thead>
      <tr>
        <th scope="col">{t("Version")}</th>
        <th scope="col">{t("Status")}</th>
        <th scope="col">{t("Name")}</th>
        <th scope="col" className={styles.end}>
          {t("Entities")}
        </th>
        <th scope="col">{t("Saved")}</th>
        <th scope="col">{t("Actions")}</th>
      </tr>
    </thead>
  );
}

/** Whether there is a version to go back to. */
function hasEarlier(versions: readonly EntityTreeVersion[], current: EntityTreeVersion): boolean {
  return versions.some(({ version, undoneAt }) => undoneAt === null && version < current.version);
}

function Saved({ version: { person, savedAt } }: { readonly version: EntityTreeVersion }) {
  const nowMs = useNow();
  return (
    <td>
      {`${nameOfNoted(person)}, `}
      <AsOf instant={savedAt} nowMs={nowMs} />
    </td>
  );
}

function VersionChip({ version, stands }: { readonly version: EntityTreeVersion; readonly stands: boolean }) {
  if (stands) return <Chip quiet tone="ok" word={t("In effect")} />;
  if (version.undoneAt === null) return <Chip quiet tone="neutral" word={t("Superseded")} icon={null} />;
  const by = version.undoneBy === null ? t("someone") : nameOfNoted(version.undoneBy);
  return <Chip tone="offline" word={t("Undone")} icon={null} title={t("Undone by {undoneBy}", { undoneBy: by })} />;
}
